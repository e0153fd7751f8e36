"""The demo lab's papers, cited as citeproc-py's styles cite them; docs/citing.md has the rest."""

import pytest

from publications import citations
from publications.citations.styles import STYLES
from publications.models import Publication
from tests.publications.citing import differing

EDITED = {"nuclear-physics", "automata-studies"}
CONFERENCE = "report-of-a-conference-on-high-speed-automatic-calculating-machines"
DIFFERENCES = {
    "apa": EDITED | {CONFERENCE},
    "ieee": set(),
    "acm": set(),
    "chicago": EDITED | {CONFERENCE, "modular-equations-and-approximations-to-p"},
}


@pytest.mark.parametrize("style", STYLES)
def test_it_agrees(lab, style):
    papers = citations.with_citation_data(Publication.objects.order_by("pk"))
    assert len(papers) > 80
    assert differing(citations.csl_json(papers), style) == DIFFERENCES[style]
