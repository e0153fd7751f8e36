"""Where we differ from pandoc and Zotero is known, and said in docs/bibtex.md; nothing else does.

tests/data/disagreements.json: the file's short name -> CSL variables that differ.
"""

import json

import pytest

from tests.conftest import SHARED
from tests.publications import oracles
from tests.publications.importing import DATA

pytestmark = pytest.mark.django_db
KNOWN = json.loads((DATA / "disagreements.json").read_text())
ANSWERS = sorted(SHARED.glob("bibtex/oracle/*"))


def name_of(path):
    short = path.name.removeprefix("jgm+pandoc__biblatex-").removeprefix("zotero+translators__")
    return short.partition(".expected")[0].partition(".md__")[0]


@pytest.mark.parametrize("path", ANSWERS or [None], ids=lambda p: name_of(p) if p else "absent")
def test_differences_from_pandoc_and_zotero_are_known(shared, path):
    if path.suffix == ".yaml":
        pytest.importorskip("yaml")
        theirs = oracles.pandoc(path)
    else:
        theirs = oracles.zotero(path)
    ours = oracles.imported(shared / "bibtex/edge" / f"{path.name.partition('.expected')[0]}.bib")
    assert sorted(oracles.disagreements(theirs, ours)) == KNOWN.get(name_of(path), [])
