"""A file of entries that are all alike costs what as many different ones do."""

import pytest
from django.urls import reverse

from profiles.slugs import make_slug
from publications import bibtex, importer
from publications.importer.paper_store import MOST_ENTRIES
from publications.matching.paper_index import MOST_ALIKE, possible_duplicates
from publications.models import NotDuplicate, Publication, Source
from tests.cpu import cpu
from tests.publications.importing import reasons, take
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
COUNT = 500
AT_MOST = 5
ONE = {"title": "The Slow Migration of Imaginary Whales"}
SAME = ONE | {"author": "Ahlgren, Alice", "year": "2021"}


def entry(number, kind="article", key="", **fields):
    fields = {
        "title": f"{number} Whales That Migrate",
        "author": f"Zhu{number}, Zoe",
        "year": str(1950 + number % 70),
    } | fields
    said = ", ".join(f"{name} = {{{value}}}" for name, value in fields.items())
    return f"@{kind}{{{key or f'k{number}'}, {said}}}\n"


FILES = {
    "of one title": lambda n: entry(n, **ONE),
    "of one title and author": lambda n: entry(n, **SAME, volume=str(n)),
    "called Editorial": lambda n: entry(n, title="Editorial"),
    "of one DOI": lambda n: entry(n, doi="10.5555/w"),
    "of one paper": lambda n: entry(n, **SAME, keywords=f"k{n}", note=f"n{n}"),
    "as one another": lambda n: entry(0),
}
MORE = {
    "of one title in years": lambda n: entry(n, **SAME | {"year": str(1000 + n % 1000)}),
    "of one title without more": lambda n: f"@misc{{k{n}, title={{Three Whales Migrate}}}}\n",
    "of one key and title": lambda n: entry(n, **ONE, key="k"),
    "of one arXiv number": lambda n: entry(n, eprint="2301.00001", archiveprefix="arXiv"),
    "of one ISBN": lambda n: entry(n, "book", isbn="978-3-16-148410-0"),
    "of one PubMed number": lambda n: entry(n, pmid="123456"),
    "of one list of authors": lambda n: entry(n, author="Doe, Jane and Roe, Rae and Zhu, Zoe"),
    "of one member": lambda n: entry(n, author=f"Ahlgren, Alice and Zhu{n}, Zoe"),
    "of growing authors": lambda n: entry(n, **SAME | {"author": f"Doe, J. and Zhu{n}, Z."}),
    "of fifty each": lambda n: entry(n, **SAME | {"title": f"The {n // 50} Whales"}, note=f"n{n}"),
}


MEASURED = []


def planned(text, researcher, below=0):
    return cpu(importer.plan, [("papers.bib", bibtex.parse(text))], researcher, below=below)


@pytest.fixture
def plain(alice):
    """Measured once in each process."""
    if not MEASURED:
        MEASURED.append(planned(of(entry), alice))
    return MEASURED[0]


def of(make, count=COUNT):
    return "".join(map(make, range(count)))


@pytest.mark.parametrize("what", [*FILES, *MORE])
def test_alike_entries_cost_no_more(what, plain, alice):
    assert planned(of((FILES | MORE)[what]), alice, AT_MOST * plain) < AT_MOST * plain


@pytest.mark.slow
@pytest.mark.parametrize("what", [*FILES, *MORE])
def test_nor_again_or_changed(what, plain, alice):
    """Nor the same file a second time, nor one in which every entry was changed since."""

    def changed(text):
        take(text, alice, by_operator=False)
        return planned(text.replace("}\n", ", publisher={Tide}}\n"), alice)

    text = of((FILES | MORE)[what], 2_000)
    assert changed(text) < AT_MOST * changed(of(entry, 2_000))
    assert planned(text, alice) < AT_MOST * 4 * plain


@pytest.mark.parametrize(
    "pair",
    [
        # Each initial is spelt out; one more name than the other has, the last another.
        [" and ".join(f"{g} Zhu{n}" for n in range(500)) for g in ("Z.", "Zoe")],
        [" and ".join(["Z. Zhu"] * 500 + ["A. Li"]), " and ".join(["Zoe Zhu"] * 501 + ["B. Li"])],
    ],
    ids=["initials", "one more"],
)
def test_long_lists_of_authors(pair, plain, alice):
    text = "".join(
        entry(n, **SAME | {"author": names}, doi="10.5555/w") for n, names in enumerate(pair)
    )
    assert planned(text, alice, AT_MOST * plain) < AT_MOST * plain


def test_long_lists_of_topics(plain, alice):
    topics = [", ".join(f"{letter}{n}" for n in range(3_000)) for letter in "ab"]
    text = "".join(entry(n, **SAME, topics=topics[n]) for n in range(2))
    assert planned(text, alice, AT_MOST * plain) < AT_MOST * plain


def test_long_lists_of_orcids(plain, alice):
    names = " and ".join(f"Zoe Zhu{n}" for n in range(400))
    orcids = "; ".join(f"Zhu{n}, Zoe/0000" for n in range(400))
    text = entry(0, author=names, **{"orcid-numbers": orcids})
    assert planned(text, alice, AT_MOST * plain) < AT_MOST * plain


def test_long_titles(plain, alice):
    titles = ["ab" * 2_000, "x" + "ba" * 1_999]
    text = "".join(entry(n, title=title, doi="10.5555/w") for n, title in enumerate(titles))
    assert planned(text, alice, AT_MOST * plain) < AT_MOST * plain


def test_of_a_crowd_the_report_tells_once(alice):
    report = take(of(FILES["of one title and author"], MOST_ALIKE + 9), alice)
    assert report.counts["created"] == MOST_ALIKE + 9
    assert reasons(report).count("possible duplicate of") == MOST_ALIKE - 1
    assert reasons(report).count("not every possible duplicate") == 1


def test_in_a_crowd_the_same_work_is_known(alice):
    make = FILES["of one title and author"]
    last = MOST_ALIKE + 8
    text = of(make, last + 1) + make(last).replace("{k", "{again")
    assert take(text, alice).counts["merged"] == 1


def test_no_more_than_fifty_speak_for_a_paper(alice):
    text = of(FILES["of one paper"], MOST_ENTRIES + 2)
    report = take(text, alice)
    assert reasons(report).count("change nothing on it") == 1
    assert Source.objects.count() == MOST_ENTRIES + 2
    keywords = dict(Publication.objects.get().fields)["keywords"].split(", ")
    assert keywords == [f"k{n}" for n in range(MOST_ENTRIES)]
    assert take(text, alice).counts["unchanged"] == MOST_ENTRIES + 2


def test_addresses_of_one_title():
    taken = set()
    for _again in range(50):
        taken.add(make_slug("Whales", taken, fallback=""))
    assert taken == {"whales", *(f"whales-{number}" for number in range(2, 51))}


def test_duplicates_of_a_crowd(client, alice):
    few = [make_paper(f"Whale {n}", alice, doi="10.5/w", owner=alice) for n in range(52)]
    NotDuplicate.objects.create(one=few[0], other=few[1])
    assert possible_duplicates(Publication.objects.all()) == [[paper.pk for paper in few]]
    client.force_login(alice.owner)
    address = reverse("admin:publications_publication_duplicates")
    page = client.get(address).content.decode()
    assert "and 2 more: too many" in page
    assert "Not the same paper" not in page
    client.post(address, {"apart": ",".join(str(paper.pk) for paper in few)})
    assert NotDuplicate.objects.count() == 1


def test_many_duplicates(alice):
    """Thousands of one DOI, beside as many in pairs."""

    def seconds(alike, below=0):
        Publication.objects.all().delete()
        Publication.objects.bulk_create(
            Publication(title=f"{n} Whales", slug=f"w{n}", owner=alice, doi=f"10.5555/{n // alike}")
            for n in range(1_000)
        )
        return cpu(possible_duplicates, Publication.objects.all(), below=below)

    allowed = AT_MOST * seconds(2)
    assert seconds(1_000, allowed) < allowed
