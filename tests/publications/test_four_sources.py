"""The same works from Crossref, ORCID, BibTeX and DBLP are one paper each, whoever comes first."""

import json
from itertools import permutations

import pytest

from publications import importer, reference_lists
from publications.models import Publication
from tests.publications.importing import actions, take

# Title, subtitle, journal, its abbreviation, first page, year, DOI, co-author.
WORKS = [
    ("Kelp forests", "A survey", "British Journal of Kelp", "Br. J. Kelp", 11, 2012, "k.1", "Ode"),
    ("Growing kelp in cold water", "", "Advances in Algae", "Adv. Algae", 31, 2013, "k.2", "Ode"),
    ("The Müller tide & its salt", "", "Tides and Salt", "Tides Salt", 5, 2014, "k.3", "Müller"),
    ("Do larvae drift at night?", "", "Journal of Larvae", "J. Larvae", 77, 2015, "k.4", "Fjord"),
    ("On DNA of the Arctic cod", "", "Polar Genetics", "Polar Genet.", 90, 2016, "k.5", "Fjord"),
    ("Silent harbours", "", "Harbour Review", "Harbour Rev.", 64, 2017, "k.6", "Ode"),
    ("Salt in spring water. II", "", "Tides and Salt", "Tides Salt", 210, 2018, "k.7", "Müller"),
    ("Salt in spring water. III", "", "Tides and Salt", "Tides Salt", 320, 2018, "k.8", "Müller"),
    ("Counting cod by sound", "", "Journal of Larvae", "J. Larvae", 8, 2019, "k.9", "Lima Neto"),
    ("Nets that hold", "Ten years", "Harbour Review", "Harbour Rev.", 19, 2020, "k.10", "Fjord"),
    ("Waves over shallow sand", "", "Coastal Physics", "Coast. Phys.", 45, 2021, "k.11", "Ode"),
    ("A map of winter ice", "", "Polar Genetics", "Polar Genet.", 3, 2022, "k.12", "Ode"),
]
GIVEN = {"Ode": "Ben Kai", "Müller": "Jonas", "Fjord": "Astrid", "Lima Neto": "Carlos Manuel"}


def whole(title, subtitle):
    return f"{title}: {subtitle}" if subtitle else title


def crossref():
    """Everything, and the DOI."""
    items = [
        {
            "type": "journal-article",
            "DOI": f"10.5555/{doi}",
            "title": [whole(title, subtitle)],
            "container-title": [journal],
            "short-container-title": [short],
            "page": f"{page}-{page + 6}",
            "volume": str(year - 2000),
            "issued": {"date-parts": [[year, 5]]},
            "author": [
                {"given": GIVEN[other], "family": other, "sequence": "first"},
                {"given": "Alice", "family": "Ahlgren", "sequence": "additional"},
            ],
            "reference-count": 3,
            "prefix": "10.5555",
        }
        for title, subtitle, journal, short, page, year, doi, other in WORKS
    ]
    return json.dumps({"status": "ok", "message": {"items": items}})


def orcid():
    """No authors and no pages; every third without an identifier, subtitles apart.

    A title of two words has its DOI, else nothing tells that it is the same.
    """
    works = []
    for at, (title, subtitle, journal, _short, _page, year, doi, _other) in enumerate(WORKS):
        has_doi = at % 3 or len(title.split()) < 3
        number = {"external-id-type": "doi", "external-id-value": f"https://doi.org/10.5555/{doi}"}
        work = {
            "put-code": 100 + at,
            "title": {"title": {"value": title}, "subtitle": subtitle and {"value": subtitle}},
            "type": "journal-article",
            "journal-title": {"value": journal},
            "publication-date": {"year": {"value": str(year)}, "month": None, "day": None},
            "external-ids": {"external-id": [number] * bool(has_doi)},
            "contributors": {"contributor": []},
        }
        works.append({"work": work})
    return json.dumps({"bulk": works})


def latex(text):
    return text.replace("ü", '{\\"u}').replace("&", "\\&")


def bibtex():
    """Initials, abbreviated journals, LaTeX; every other without a DOI."""
    entries = []
    for at, (title, subtitle, _journal, short, page, year, doi, other) in enumerate(WORKS):
        initials = " ".join(f"{name[0]}." for name in GIVEN[other].split())
        lines = [
            f"author = {{{latex(other)}, {initials} and Ahlgren, A.}}",
            f"title = {{{{{latex(whole(title, subtitle))}}}}}",
            f"journal = {{{short}}}, year = {year}, pages = {{{page}--{page + 6}}}",
        ]
        lines += [f"doi = {{10.5555/{doi}}}"] * (at % 2)
        entries.append(
            f"@article{{{other.lower().split()[0]}{year}{at},\n" + ",\n".join(lines) + "}"
        )
    return "\n\n".join(entries)


def dblp():
    """Numbers behind names, a full stop behind titles, DOIs in capitals; every fourth without."""
    entries = []
    for at, (title, subtitle, _journal, short, page, year, doi, other) in enumerate(WORKS):
        full = f"{GIVEN[other]} {latex(other)} 0001 and Alice Ahlgren"
        end = "" if title.endswith("?") else "."
        lines = [
            f"author = {{{full}}}",
            f"title = {{{latex(whole(title, subtitle))}{end}}}",
            f"journal = {{{short}}}, volume = {{{year - 2000}}}, year = {{{year}}}",
            f"pages = {{{page}--{page + 6}}}",
            f"biburl = {{https://dblp.org/rec/journals/x/{at}.bib}}",
        ]
        lines += [f"doi = {{10.5555/{doi.upper()}}}"] * bool(at % 4)
        entries.append(f"@article{{DBLP:journals/x/{at},\n" + ",\n".join(lines) + "}")
    return "\n\n".join(entries)


SOURCES = {"crossref": crossref, "orcid": orcid, "bibtex": bibtex, "dblp": dblp}
# Each source comes first, and last; each before and behind each other.
ORDERS = list(permutations(SOURCES))[::5]


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_each_work_is_one_paper(alice, order):
    for name in order:
        importer.run([(name, reference_lists.Unparsed(SOURCES[name]().encode()))], alice)
    titles = sorted(
        title.rstrip(".") for title in Publication.objects.values_list("title", flat=True)
    )
    assert titles == sorted(whole(title, subtitle) for title, subtitle, *_rest in WORKS)
    assert alice.authorships.public().count() == len(WORKS)


def test_in_one_run_as_well(alice):
    files = [(name, reference_lists.Unparsed(text().encode())) for name, text in SOURCES.items()]
    importer.run(files, alice)
    assert Publication.objects.count() == len(WORKS)


def test_without_a_journal_nobody_speaks_for_what_names_nobody(alice):
    report = take(
        """@misc{a, title = {Report on the Winter Flood}, year = 2001}
        @misc{b, title = {Report on the Winter Flood}, author = {Ahlgren, Alice}, year = 2001}
        @booklet{c, title = {The Art of Nets}}
        @booklet{d, title = {The Art of Nets}, author = {Ahlgren, Alice}, year = 1988}""",
        alice,
    )
    assert actions(report) == ["created"] * 4


def test_without_a_name_on_it_a_colleagues_work_is_not_taken(alice, bob):
    """Only one's own list speaks for an entry that names nobody."""
    importer.run([("crossref", reference_lists.Unparsed(crossref().encode()))], alice)
    importer.run([("orcid", reference_lists.Unparsed(orcid().encode()))], bob)
    doubled = {whole(*WORKS[at][:2]) for at in (0, 3, 6, 9)}
    papers = Publication.objects.filter(title__in=doubled)
    assert papers.count() == 2 * len(doubled)
