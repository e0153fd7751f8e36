"""A paper made here, of generated parts: out as BibTeX, in again elsewhere, the same record."""

import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from profiles.dates import PartialDate
from publications import bibtex, citations, importer
from publications.importer.paper_store import load
from publications.latex import from_text, to_text
from publications.models import (
    Authorship,
    Publication,
    PublicationAward,
    PublicationLink,
    Status,
    Topic,
)
from tests.publications.test_round_trip import elsewhere

pytestmark = pytest.mark.django_db
quick = settings(
    max_examples=80,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
PIECES = [
    *("kelp", "Growing", "DNA", "PipeMorph", "Gödel", "Łoś", "naïve", "李明", "Ωmega", "x²", "3"),
    *(
        "&",
        "%",
        "_",
        "#",
        "$",
        "{",
        "}",
        "\\",
        "~",
        "^",
        '"',
        "'",
        "`",
        "--",
        "---",
        "<i>",
        "<",
        "–",
    ),
    *("“so”", "$x^2$", "50%", "AT&T", "C#", "a_b", "https://e.org/~a?b=1&c=2#d", "\\alpha", "\\'e"),
    *(
        "@article{x,",
        "and",
        ",",
        ":",
        "=",
        "(",
        ")",
        "!",
        "?",
        "…",
        "''",
        "``",
        "&amp;",
        "\\$5",
        "$",
    ),
]


def clean(text):
    """Text as it is stored: NFC, single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


texts = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map(" ".join),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join),
).map(clean)
words = st.sampled_from(["Kelp", "On Notes", "PipeMorph", "Gödel & Co", "7b", "A–Z"])
addresses = st.sampled_from(
    [f"https://e.org/{path}" for path in ("a", "b_1", "c%20d", "~e", "f?g=1&h=2", "i#j", "k--l")]
)


def filled(**columns):
    """A dictionary with some of `columns`."""
    return st.fixed_dictionaries({}, optional=columns)


dates = st.one_of(
    st.builds(PartialDate, st.integers(1000, 2999)),
    st.builds(PartialDate, st.integers(1000, 2999), st.integers(1, 12)),
    st.builds(PartialDate, st.integers(1000, 2999), st.integers(1, 12), st.integers(1, 28)),
    st.builds(PartialDate, st.integers(1000, 2999), season=st.integers(21, 24)),
)
columns = filled(
    date=dates,
    container_title=texts,
    place=words,
    series=words,
    volume=words,
    issue=words,
    number=words,
    edition=words,
    pages=st.sampled_from(["1", "1–9", "e12", "L32", "3:1–3:20"]),
    publisher=texts,
    doi=st.sampled_from(["10.1000/a_b", "10.1000/182", "10.1000/(sici)1<1::aid>3.0"]),
    arxiv=st.sampled_from(["2401.00001", "cs/9907018"]),
    isbn=st.just("9780306406157"),
    issn=st.just("0378-5955"),
    pmid=st.just("12345"),
    url=st.just("https://e.org/paper"),
    language=st.sampled_from(["de", "zh-Hans", "grc"]),
    abstract=texts,
    tldr=texts,
    note=texts,
    short_name=words,
    status=st.sampled_from(Status.values),
    presentation=st.sampled_from(["oral", "poster"]),
)
types = st.sampled_from(
    [
        *("article", "inproceedings", "book", "phdthesis", "techreport", "patent", "online"),
        *("misc", "software", "dataset", "periodical", "unpublished", "collection", "foo:bar"),
    ]
)
people = st.one_of(
    st.fixed_dictionaries(
        {"family": st.sampled_from(["Ahlgren", "Łoś", "de Winkel", "Kim and Co", "O'Neil", "van"])},
        optional={
            "given": st.sampled_from(["Alice", "A. J. M.", "Jae‐Jae", "João", "{odd}", "李"]),
            "particle": st.sampled_from(["von", "de la", "d'"]),
            "suffix": st.sampled_from(["Jr.", "III"]),
            "marks": st.sampled_from(["*", "†", "*†", "¹", "✉"]),
        },
    ),
    st.fixed_dictionaries({"literal": st.sampled_from(["The ATLAS Collaboration", "李明", "R&D"])}),
)
links = st.tuples(
    st.sampled_from(PublicationLink.Kind.values),
    st.sampled_from(["", "", "Our code", "50% & more", "Link"]),
    addresses,
)
awards = st.tuples(st.sampled_from(["Best Paper", "Top 10%", "A; B"]), st.just("") | addresses)

topics = st.sampled_from(["Logic", "R&D", "A; B", "C, D", "{x}", "50%", "P ≠ NP", "C\\D"])


def make(title, entry_type, values, authors, editors, rows, honours, about):
    paper = Publication.objects.create(
        title=title, entry_type=entry_type, slug="p", citation_key="kelp", **values
    )
    everyone = [*authors, *({**editor, "role": "editor"} for editor in editors)]
    for position, person in enumerate(everyone):
        Authorship.objects.create(publication=paper, position=position, **person)
    for position, (kind, label, url) in enumerate(rows):
        PublicationLink.objects.create(
            publication=paper, kind=kind, label=label, url=url, position=position
        )
    for position, (name, url) in enumerate(honours):
        PublicationAward.objects.create(publication=paper, name=name, url=url, position=position)
    for name in about:
        paper.topics.add(Topic.objects.create(name=name, slug=name.lower()))
    return exported()


def exported():
    (paper,) = citations.with_citation_data(Publication.objects.all())
    return record(paper), citations.bibtex([paper])


def record(paper):
    """Every column and row, but its address and what no file prints."""
    (state,) = load([paper.pk]).values()
    said = {name: value for name, value in state.columns.items() if name != "date_text"}
    # A dollar sign beside maths gets its backslash, which shows it as one.
    texts = {n: v.replace("\\$", "$") if isinstance(v, str) else v for n, v in said.items()}
    return {
        "columns": texts,
        "authors": [author.row[:7] for author in state.authors],
        "links": state.links,
        "awards": state.awards,
        "fields": state.fields,
        "topics": sorted(topic.name for topic in paper.topics.all()),
    }


def again(text):
    report = importer.run([("papers.bib", bibtex.parse(text))], by_operator=True)
    assert report.counts["created"] == 1, text
    return exported()


@quick
@given(
    texts,
    types,
    columns,
    st.lists(people, max_size=3),
    st.lists(people, max_size=2),
    st.lists(links, max_size=4, unique_by=lambda row: row[2]),
    st.lists(awards, max_size=2, unique_by=lambda row: row[0]),
    st.lists(topics, max_size=3, unique=True),
)
def test_made_paper_comes_back(title, entry_type, values, authors, editors, rows, honours, about):
    parts = (title, entry_type, values, authors, editors, rows, honours, about)
    made, text = elsewhere(lambda: make(*parts))
    read, text_again = elsewhere(lambda: again(text))
    assert read == made
    assert text_again == text


@settings(max_examples=1000, deadline=None, derandomize=True)
@given(
    texts | st.text(st.characters(exclude_categories=["Cc", "Cs", "Co"]), max_size=60).map(clean)
)
def test_any_text_is_written_as_latex_that_reads_back(text):
    latex = from_text(text)
    assert same(to_text(latex), text)
    (entry,) = bibtex.parse(bibtex.write_entry("misc", "k", [("note", latex), ("a", "b")])).records
    assert same(entry.text("note"), text)
    assert entry.get("a") == "b"


def same(one, other):
    return one.replace("\\$", "$") == other.replace("\\$", "$")
