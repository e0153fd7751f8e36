"""Real files against truth typed by hand."""

import json

import pytest

from publications import bibtex
from publications.identifiers import find_identifiers
from publications.latex import to_text, urls
from publications.names import parse_names

FILES = {
    "18jeffreyma+cv": "sites/18jeffreyma+cv__publications.bib",
    "AlecThomson": "sites/AlecThomson+alecthomson.github.io__publications.bib",
    "BASHLab": "sites/BASHLab+publications__publications.bib",
    "JerryLife-papers": "sites/JerryLife+JerryLife.github.io___bibliography__papers.bib",
    "anuragkh": "sites/anuragkh+anuragkh.github.io___bibliography__papers.bib",
    "bibtex-ruby-errors": "edge/inukshuk+bibtex-ruby__test__fixtures__errors.bib",
    "jindongwang-papers": "sites/jindongwang+jindongwang.github.io___bibliography__papers.bib",
    "qzweng": "sites/qzweng+qzweng.github.io___bibliography__papers.bib",
}


@pytest.fixture(params=FILES)
def case(request, shared):
    truth = json.loads((shared / f"bibtex/expected/{request.param}.json").read_text())
    parsed = bibtex.parse((shared / "bibtex" / FILES[request.param]).read_bytes())
    return truth, parsed


def people(record, field="author"):
    names, _others, _warnings = parse_names(record.get(field))
    return [
        ["", n.literal] if n.literal else [n.given, f"{n.particle} {n.family}".strip()]
        for n in names
    ]


def marks(record):
    names = parse_names(record.get("author"))[0]
    return {str(index): name.marks for index, name in enumerate(names) if name.marks}


def answers(record, expected):
    """What we make of each thing that the truth tells of a record."""
    iso, _text = bibtex.date_of(record)
    ids = find_identifiers(record.own)
    ours = {
        "type": record.entry_type,
        "year": int(iso[:4]) if iso else None,
        "month": int(iso[5:7] or 0),
        "title": record.text("title"),
        "authors": people(record)[: expected.get("authors_are_first")],
        "editors": people(record, "editor"),
        "and_others": parse_names(record.get("author"))[1],
        "marks": marks(record),
        "venue": record.text("journal", "booktitle"),
        "venue_raw": record.get("journal"),
        "doi": ids["doi"] or None,
        "arxiv": ids["arxiv"] or None,
        "url": next(iter(urls(record.get("url"))), ""),
        "pages": record.text("pages"),
        "publisher": record.text("publisher"),
        "keep_fields": {
            name: to_text(record.get(name)) for name in expected.get("keep_fields", {})
        },
    }
    return {name: value for name, value in ours.items() if name in expected}


def test_records_equal_the_typed_truth(case):
    truth, parsed = case
    records = {(record.key, record.line): record for record in parsed.records}
    for expected in truth["cases"]:
        ours = answers(records[expected["key"], expected["line"]], expected)
        assert ours == {name: expected[name] for name in ours}


def test_it_counts_and_reports(case):
    truth, parsed = case
    stored = [record for record in parsed.records if not record.refused]
    assert len(stored) == truth.get("entries", len(stored))
    assert parsed.commented_out == truth.get("commented_out", parsed.commented_out)
    told = {problem.line for problem in parsed.problems}
    assert told.issuperset(truth.get("report_lines", []))
    assert not {record.key for record in stored} & set(truth.get("must_not_import", []))
