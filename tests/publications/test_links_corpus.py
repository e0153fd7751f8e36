"""Every address that a real file gives to a paper can be clicked where the paper stands."""

import re
from html import unescape

import pytest

from publications.bylines import is_doi_address
from publications.models import Publication
from tests.conftest import SHARED
from tests.publications.importing import run_command

pytestmark = pytest.mark.django_db
FILES = [
    # A page for each of its hundreds of papers takes longer than five seconds.
    pytest.param(path, marks=pytest.mark.slow if path.name.startswith("jgrey4296") else ())
    for path in sorted(SHARED.glob("bibtex/sites/*.bib"))
]
HREF = re.compile(r'href="([^"]+)"')


@pytest.mark.parametrize("file", FILES or [None], ids=lambda path: getattr(path, "name", "absent"))
def test_every_imported_address_is_a_link(shared, client, file):
    run_command(file)
    for paper in Publication.objects.exclude(url=""):
        page = client.get(paper.get_absolute_url()).content.decode()
        links = {unescape(href) for href in HREF.findall(page)}
        assert paper.url in links or paper.doi_url in links, paper.slug
        assert paper.url in links or is_doi_address(paper.url, paper.doi), paper.slug
