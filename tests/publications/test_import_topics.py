"""`topics`, a field of our own: in, out as BibTeX, in again; by hand edited topics stay."""

import pytest

from publications import citations
from publications.bibtex import parse
from publications.importer import undo
from publications.importer.uniting import split_list
from publications.models import ImportBatch, Publication, Topic
from tests.publications.importing import KELP, actions, dump, reasons, take

pytestmark = pytest.mark.django_db


def about(topics, **fields):
    more = "".join(f" {name} = {{{value}}},\n" for name, value in fields.items())
    return KELP.replace("year =", f"topics = {{{topics}}},\n{more} year =")


def names():
    return sorted(topic.name for topic in Publication.objects.get().topics.all())


def by_hand(*wanted):
    paper = Publication.objects.get()
    paper.topics.set([Topic.objects.get_or_create(name=n, slug=n.lower())[0] for n in wanted])
    paper.save()


def written():
    return citations.bibtex(citations.with_citation_data(Publication.objects.all()))


def test_topics_are_read_from_their_field():
    take(about("Kelp forests, Consensus; {Networks, social}, R\\&D"))
    assert names() == ["Consensus", "Kelp forests", "Networks, social", "R&D"]
    assert Topic.objects.get(name="Networks, social").slug == "networks-social"
    assert Publication.objects.get().fields == []


def test_a_topic_that_is_here_is_taken_however_it_is_written():
    topic = Topic.objects.create(name="Machine Learning", slug="ml")
    report = take(about("machine  learning, Machine Learning"))
    assert list(Publication.objects.get().topics.all()) == [topic]
    assert Topic.objects.count() == 1
    assert report.conflicts == 0


def test_new_topics_get_addresses_of_their_own():
    Topic.objects.create(name="Kelp!", slug="kelp")
    take(about("Kelp, 海藻"))
    assert set(Topic.objects.values_list("slug", flat=True)) == {"kelp", "kelp-2", "haizao"}


def test_a_second_import_changes_nothing():
    Topic.objects.create(name="KELP", slug="kelp")
    take(about("Kelp, Tides"))
    before = dump()
    for update in ("fill", "overwrite", "never"):
        assert actions(take(about("Kelp, Tides"), update=update)) == ["unchanged"]
    assert dump() == before


def test_a_topic_that_the_file_adds_comes_in():
    take(about("Kelp"))
    report = take(about("Kelp, Tides"))
    assert (actions(report), names()) == (["updated"], ["Kelp", "Tides"])


def test_a_topic_that_the_file_replaces_is_replaced():
    Topic.objects.create(name="KELP", slug="kelp")
    take(about("Kelp, Tides"))
    take(about("Seaweed, Tides"))
    assert names() == ["Seaweed", "Tides"]


def test_topics_come_to_a_paper_that_had_none():
    take(KELP)
    by_hand("Mine")
    report = take(about("Kelp"))
    assert (actions(report), names()) == (["updated"], ["Kelp", "Mine"])


def test_a_topic_removed_by_hand_does_not_come_back():
    take(about("Kelp, Tides"))
    by_hand("Tides")
    report = take(about("Kelp, Tides"))
    assert names() == ["Tides"]
    assert "topics: kept as edited here (nothing); the file says Kelp" in reasons(report)


def test_a_topic_replaced_by_hand_stays():
    take(about("Kelp"))
    by_hand("Algae")
    assert take(about("Seaweed")).conflicts == 1
    assert names() == ["Algae"]


def test_the_file_s_topics_may_be_taken():
    take(about("Kelp"))
    by_hand()
    line = parse(about("Kelp")).records[0].line
    take(about("Kelp"), theirs=[("papers.bib", line, "topics")])
    assert names() == ["Kelp"]


def test_never_leaves_topics_alone():
    take(about("Kelp"))
    take(about("Kelp, Tides"), update="never")
    assert names() == ["Kelp"]


# --- Out and in again -----------------------------------------------------------------------------


@pytest.mark.parametrize("keywords", [{}, {"keywords": "algae, sea"}])
def test_typed_topics_come_back_as_topics(keywords):
    take(about("", **keywords))
    by_hand("A; B", "C, D", "Kelp", "R&D {x}", "50% \\ more", "é")
    before, record = names(), citations.csl_json(Publication.objects.all())
    text = written()
    Publication.objects.all().delete()
    Topic.objects.all().delete()
    take(text)
    assert names() == before
    assert citations.csl_json(Publication.objects.all()) == record
    assert written() == text
    assert actions(take(text)) == ["unchanged"]


def test_key_words_repeat_topics_for_others():
    take(KELP)
    by_hand("Kelp", "Tides")
    (entry,) = parse(written()).records
    assert entry.get("topics") == entry.get("keywords") == "Kelp, Tides"


def test_key_words_of_the_file_s_own_stay():
    take(about("Kelp", keywords="algae"))
    by_hand("Tides")
    (entry,) = parse(written()).records
    assert (entry.get("topics"), entry.get("keywords")) == ("Tides", "algae")


def test_repeated_key_words_follow_the_topics():
    take(about("Kelp", keywords="Kelp"))
    by_hand("Tides")
    (entry,) = parse(written()).records
    assert (entry.get("topics"), entry.get("keywords")) == ("Tides", "Tides")


def test_topics_removed_by_hand_are_not_written():
    take(about("Kelp", keywords="Kelp"))
    by_hand()
    assert "Kelp}" not in written()


# --- Undo -----------------------------------------------------------------------------------------


def test_undo_takes_its_topics_back():
    Topic.objects.create(name="Tides", slug="tides")
    take(about("Kelp, Tides"))
    undo.undo(ImportBatch.objects.get(), by_operator=True)
    assert [topic.name for topic in Topic.objects.all()] == ["Tides"]


def test_undo_of_a_change_restores_topics():
    take(about("Kelp, Tides"))
    take(about("Seaweed, Tides"))
    undo.undo(ImportBatch.objects.latest("pk"), by_operator=True)
    assert names() == ["Kelp", "Tides"]
    assert not Topic.objects.filter(name="Seaweed").exists()


def test_undo_leaves_a_topic_that_others_use():
    take(about("Kelp"))
    other = Publication.objects.create(title="Other", slug="other")
    other.topics.set(Topic.objects.all())
    undo.undo(ImportBatch.objects.get(), by_operator=True)
    assert Topic.objects.filter(name="Kelp").exists()


def test_undo_of_an_older_import_leaves_topics():
    take(KELP)
    by_hand("Mine")
    take(KELP.replace("2024}", "2023}"))
    batch = ImportBatch.objects.latest("pk")
    change = batch.changes.get()
    del change.before["fields"]["topics"]
    change.save()
    undo.undo(batch, by_operator=True)
    assert names() == ["Mine"]


# --- Refused --------------------------------------------------------------------------------------


def test_a_name_that_is_too_long_stays_in_its_field():
    long = "k" * 81
    report = take(about(f"Kelp, {long}"))
    assert names() == []
    assert Publication.objects.get().fields == [["topics", f"Kelp, {long}"]]
    assert "topics: a name is longer than 80 characters" in reasons(report)


def test_key_words_make_no_topics():
    take(KELP.replace("year =", "keywords = {Kelp}, year ="))
    assert not Topic.objects.exists()


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        ("a,b;c", ["a", "b", "c"]),
        ("{a,b},c", ["{a,b}", "c"]),
        ("\\{a,b\\}", ["\\{a", "b\\}"]),
        ("a\\,b", ["a\\,b"]),
        ("{a,b", ["{a,b"]),
    ],
)
def test_splitting(raw, parts):
    assert split_list(raw) == parts
