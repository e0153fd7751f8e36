"""After a merge the same files say "unchanged", and an undo keeps what was merged."""

import pytest

from publications.importer import undo
from publications.merging import PublicationMerge
from publications.models import ImportBatch, Publication
from tests.publications.importing import KELP, actions, take

pytestmark = pytest.mark.django_db
# The same paper as another site has it: no DOI, another year, so that nothing joins the two.
OTHER = """
@inproceedings{DBLP:conf/sis/AhlgrenB24,
  title = {Growing consensus in kelp forests.},
  author = {Alice Ahlgren and B. Brandt},
  booktitle = {SIS},
  year = {2023},
  pages = {1--9},
  keywords = {kelp},
  pdf = {https://example.org/kelp.pdf}
}
"""
PREPRINT = """
@misc{kelp-arxiv,
  title = {Growing Consensus in Kelp},
  author = {Ahlgren, Alice},
  year = {2020},
  eprint = {2001.00001},
  archiveprefix = {arXiv}
}
"""


def merged(lead_key, other_key, versions=False):
    lead = Publication.objects.get(citation_key=lead_key)
    other = Publication.objects.get(citation_key=other_key)
    return PublicationMerge(lead, [other], [other.pk] if versions else []).write()


def test_merged_files_import_unchanged(alice):
    take(KELP, alice)
    take(OTHER, alice, file="dblp.bib")
    paper = merged("kelp", "DBLP:conf/sis/AhlgrenB24")
    for text, file in ((KELP, "papers.bib"), (OTHER, "dblp.bib")):
        report = take(text, alice, file=file)
        assert actions(report) == ["unchanged"]
        assert report.conflicts == 0
    assert Publication.objects.get() == paper
    assert (paper.pages, paper.title) == ("1–9", "Growing Consensus in Kelp Forests")


def test_with_the_other_one_in_the_lead(alice):
    take(KELP, alice)
    take(OTHER, alice, file="dblp.bib")
    merged("DBLP:conf/sis/AhlgrenB24", "kelp")
    report = take(KELP + OTHER, alice)
    assert actions(report) == ["unchanged", "unchanged"]
    assert Publication.objects.count() == 1


def test_a_preprint_as_a_version(alice):
    take(KELP + PREPRINT, alice)
    assert Publication.objects.count() == 2
    merged("kelp", "kelp-arxiv", versions=True)
    report = take(KELP + PREPRINT, alice)
    assert actions(report) == ["unchanged", "unchanged"]
    assert report.conflicts == 0


def test_a_changed_entry_updates_the_one_paper(alice):
    take(KELP + PREPRINT, alice)
    merged("kelp", "kelp-arxiv", versions=True)
    take(KELP.replace("Imaginary", "Real"), alice)
    assert Publication.objects.get().container_title == "Symposium on Real Systems"


def test_a_record_that_was_edited_keeps_both_words(alice):
    take(KELP, alice)
    take(OTHER, alice, file="dblp.bib")
    Publication.objects.filter(pages="1–9").update(pages="3–11", note="By hand.")
    paper = merged("kelp", "DBLP:conf/sis/AhlgrenB24")
    assert (paper.pages, paper.note) == ("3–11", "By hand.")
    assert actions(take(OTHER, alice, file="dblp.bib")) == ["unchanged"]
    paper.refresh_from_db()
    assert (paper.pages, paper.note) == ("3–11", "By hand.")


def test_the_address_is_not_given_to_a_new_paper(alice):
    take(KELP, alice)
    take(OTHER, alice, file="dblp.bib")
    former = Publication.objects.get(pages="1–9").slug
    merged("kelp", "DBLP:conf/sis/AhlgrenB24")
    take(OTHER.replace("2023", "1980").replace("Alice Ahlgren", "Zoe Zhu"), alice, file="x.bib")
    assert Publication.objects.count() == 2
    assert not Publication.objects.filter(slug=former).exists()


def test_an_undo_keeps_what_was_merged(alice):
    take(KELP, alice)
    take(OTHER, alice, file="dblp.bib")
    take(OTHER.replace("1--9", "1--19"), alice, file="dblp.bib")
    paper = merged("kelp", "DBLP:conf/sis/AhlgrenB24")
    for batch in ImportBatch.objects.exclude(origin="merge").order_by("-pk"):
        assert not undo.preview(batch, by_operator=True).taken
        undo.undo(batch, by_operator=True)
    assert Publication.objects.get() == paper
