"""A preprint and its published paper are one work with two forms; the published one leads."""

import pytest

from publications.models import Publication, Version
from tests.publications.importing import actions, dump, take

pytestmark = pytest.mark.django_db
PREPRINT = """
@article{pre, title={Growing Consensus in Kelp Forests}, author={Ahlgren, Alice and Brandt, Bob},
  journal={arXiv preprint arXiv:2301.00001}, year=2023, abstract={Early words.}, publisher={arXiv},
  code={https://example.org/code}}
"""
PUBLISHED = """
@inproceedings{pub, title={Growing Consensus in Kelp Forests},
  author={Alice Ahlgren and Bob Brandt},
  booktitle={Symposium on Imaginary Systems}, year=2024, doi={10.5555/kelp.2024}, pages={1--9}}
"""


def check(alice):
    paper = Publication.objects.get()
    assert (paper.citation_key, paper.status, paper.year) == ("pub", "published", 2024)
    assert paper.container_title == "Symposium on Imaginary Systems"
    assert (paper.doi, paper.arxiv) == ("10.5555/kelp.2024", "2301.00001")
    assert (paper.abstract, paper.publisher) == ("Early words.", "")
    assert paper.links.get().url == "https://example.org/code"
    version = Version.objects.get()
    assert (version.citation_key, version.status, version.arxiv) == (
        "pre",
        "preprint",
        "2301.00001",
    )
    assert version.date.stored == "2023"
    assert {s.citation_key: s.version for s in paper.sources.all()} == {"pre": version, "pub": None}


@pytest.mark.parametrize("text", [PREPRINT + PUBLISHED, PUBLISHED + PREPRINT])
def test_preprint_and_paper_become_versions(alice, text):
    assert actions(take(text, alice)) == ["created", "merged"]
    check(alice)
    before = dump()
    report = take(text, alice)
    assert (actions(report), report.conflicts) == (["unchanged", "unchanged"], 0)
    assert dump() == before


@pytest.mark.parametrize(("first", "then"), [(PREPRINT, PUBLISHED), (PUBLISHED, PREPRINT)])
def test_from_two_files(alice, first, then):
    take(first, alice, file="one.bib")
    assert actions(take(then, alice, file="two.bib")) == ["updated"]
    check(alice)
    before = dump()
    for text, name in ((first, "one.bib"), (then, "two.bib")):
        assert actions(take(text, alice, file=name)) == ["unchanged"]
    assert dump() == before


def test_a_changed_preprint_changes_its_version_alone(alice):
    take(PREPRINT + PUBLISHED, alice)
    report = take(PREPRINT.replace("year=2023", "year=2022") + PUBLISHED, alice)
    assert actions(report) == ["updated", "unchanged"]
    assert Version.objects.get().date.stored == "2022"
    assert Publication.objects.get().year == 2024


def test_what_was_edited_by_hand_stays_on_the_lead(alice):
    take(PREPRINT, alice)
    Publication.objects.update(title="My own title of kelp")
    report = take(
        PUBLISHED.replace("2024,", "2024, eprint={2301.00001}, eprinttype={arxiv},"), alice
    )
    assert Publication.objects.count() == 2  # another title: an identifier alone joins nothing
    assert "another title" in " ".join(p.reason for p in report.problems)


def test_a_hand_typed_abstract_survives_publication(alice):
    take(PREPRINT, alice)
    Publication.objects.update(note="Typed by hand.")
    take(PUBLISHED, alice)
    assert Publication.objects.get().note == "Typed by hand."


def test_three_years_between_make_two_works(alice):
    assert (
        actions(take(PREPRINT.replace("2023, a", "2020, a") + PUBLISHED, alice)) == ["created"] * 2
    )


def test_a_conference_paper_and_its_journal_version_stay_two(alice):
    journal = PUBLISHED.replace("inproceedings{pub", "article{jou").replace("kelp.2024", "kelp.j")
    assert (
        actions(take(PUBLISHED + journal.replace("booktitle", "journal"), alice)) == ["created"] * 2
    )
