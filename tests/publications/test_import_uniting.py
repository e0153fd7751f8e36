"""Entries of one paper: what one has more of is taken in any order, what contradicts is told."""

import pytest

from publications.models import Publication, Version
from tests.publications.importing import KELP, actions, dump, reasons, take

pytestmark = pytest.mark.django_db
INITIALS = KELP.replace("Ahlgren, Alice and Brandt, Bob", "Ahlgren, A. and Brandt, B.")
ORDERS = [False, True]


def other(text, key="other"):
    return text.replace("{kelp,", f"{{{key},")


def with_field(field, text=KELP):
    return text.replace("year =", f"{field},\n  year =")


def take_both(one, two, reverse):
    """The paper of two entries in one file, and the same of two files."""
    texts = [one, two][::-1] if reverse else [one, two]
    for in_one_file in (True, False):
        Publication.objects.all().delete()
        if in_one_file:
            take("".join(texts))
        else:
            take(texts[0], file="a.bib")
            take(texts[1], file="b.bib")
        yield Publication.objects.get()


def field(paper, name):
    return {item.strip() for key, raw in paper.fields if key == name for item in raw.split(",")}


def names(paper):
    return [str(row) for row in paper.authorships.all()]


@pytest.mark.parametrize("reverse", ORDERS)
def test_entries_of_one_paper_complete_each_other(reverse):
    """Full names, a co-author, tags and the second key."""
    one = with_field("tags = {kelp, sea}", INITIALS)
    two = with_field("tags = {sea, lab}", other(KELP.replace("Bob}", "Bob and Zhu, Zoe}")))
    for paper in take_both(one, two, reverse):
        assert names(paper) == ["Alice Ahlgren", "Bob Brandt", "Zoe Zhu"]
        assert field(paper, "tags") == {"kelp", "sea", "lab"}
        assert field(paper, "ids") | {paper.citation_key} == {"kelp", "other"}
        assert paper.sources.count() == 2


@pytest.mark.parametrize("reverse", ORDERS)
def test_a_list_that_was_cut_is_whole_where_one_has_all(reverse):
    cut = KELP.replace("Brandt, Bob", "others")
    for paper in take_both(cut, other(KELP), reverse):
        assert (names(paper), paper.et_al) == (["Alice Ahlgren", "Bob Brandt"], False)


@pytest.mark.parametrize("reverse", ORDERS)
def test_a_second_address_becomes_a_link(reverse):
    one, two = (with_field(f"url = {{https://{host}.example.org/kelp}}") for host in "ab")
    for paper in take_both(one, other(two), reverse):
        urls = {paper.url, paper.links.get().url}
        assert urls == {"https://a.example.org/kelp", "https://b.example.org/kelp"}


def test_what_contradicts_is_told_and_kept_in_the_source():
    report = take(KELP + other(KELP.replace("{2024}", "{2025}", 1)))
    told = "date: another entry of this paper says 2024, which stays; what this one says, 2025"
    assert told in reasons(report)
    paper = Publication.objects.get()
    assert paper.year == 2024
    assert {source.values["date"] for source in paper.sources.all()} == {"2024", "2025"}
    assert report.conflicts == 0  # nobody edited anything


def test_the_same_from_another_file():
    take(KELP)
    report = take(other(KELP.replace("{2024}", "{2025}", 1)), file="other.bib")
    assert "date: another entry of this paper says 2024" in reasons(report)
    assert Publication.objects.get().year == 2024


def test_overwrite_takes_the_word_of_the_other_file():
    take(KELP)
    take(other(KELP.replace("{2024}", "{2025}", 1)), file="other.bib", update="overwrite")
    assert Publication.objects.get().year == 2025


@pytest.mark.parametrize("update", ["fill", "overwrite", "never"])
def test_again_changes_nothing_and_tells_nothing(update):
    text = with_field("tags = {sea}", INITIALS) + with_field(
        "tags = {lab}", other(KELP.replace("{2024}", "{2025}", 1))
    )
    take(text)
    before = dump()
    report = take(text, update=update)
    assert (actions(report), reasons(report)) == (["unchanged", "unchanged"], "")
    assert dump() == before


def test_names_that_were_edited_by_hand_stay():
    take(INITIALS)
    paper = Publication.objects.get()
    paper.authorships.filter(position=1).update(given="Robert")
    paper.save()
    report = take(other(KELP), file="other.bib")
    assert names(paper) == ["A. Ahlgren", "Robert Brandt"]
    assert "authors: kept as edited here" in reasons(report)


def test_a_list_that_was_edited_by_hand_stays_cut():
    take(KELP.replace("Brandt, Bob", "others"))
    paper = Publication.objects.get()
    paper.authorships.update(given="Alicia")
    paper.save()
    take(KELP)
    paper.refresh_from_db()
    assert (names(paper), paper.et_al) == (["Alicia Ahlgren"], True)


def test_a_tag_that_was_taken_out_by_hand_does_not_come_back():
    take(with_field("tags = {kelp, sea}"))
    paper = Publication.objects.get()
    paper.fields = [["tags", "kelp"]]
    paper.save()
    take(with_field("tags = {kelp, sea, lab}"))
    paper.refresh_from_db()
    assert paper.fields == [["tags", "kelp, lab"]]


def test_tags_that_the_file_takes_out_go():
    take(with_field("tags = {kelp, sea}"))
    take(with_field("tags = {sea,lab}"))
    assert Publication.objects.get().fields == [["tags", "sea,lab"]]


def test_a_preprint_that_was_published_under_its_key_becomes_a_version():
    preprint = KELP.replace("inproceedings", "article").replace("booktitle = {", "journal = {CoRR ")
    preprint = preprint.replace("doi = {10.5555/kelp.2024}", "volume = {abs/2301.00001}")
    take(preprint)
    take(KELP)
    assert Publication.objects.get().container_title == "Symposium on Imaginary Systems"
    assert Version.objects.get().container_title == "CoRR Symposium on Imaginary Systems"
    before = dump()
    assert actions(take(KELP)) == ["unchanged"]
    assert dump() == before


def test_an_entry_that_got_another_key_in_its_file_is_the_same_entry():
    take(KELP)
    report = take(other(KELP.replace("{2024}", "{2025}", 1)))
    paper = Publication.objects.get()
    assert (actions(report), reasons(report)) == (["updated"], "")
    assert (paper.citation_key, paper.year, paper.sources.count()) == ("other", 2025, 1)


def test_a_new_paper_of_two_entries_is_whole_where_old_ones_are_left_alone():
    take(INITIALS + other(KELP), update="never")
    assert names(Publication.objects.get()) == ["Alice Ahlgren", "Bob Brandt"]
