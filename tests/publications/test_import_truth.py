"""Real files against truth typed by hand, read back through the import's report and CSL-JSON."""

import json

import pytest

from publications import entry_types
from tests.publications.importing import run_command
from tests.publications.test_bibtex_truth import FILES
from tests.publications.test_command_export_publications import export

pytestmark = pytest.mark.django_db


@pytest.fixture(params=FILES)
def case(request, shared, alice):
    """What is true of a file, what its import told, and the papers as CSL-JSON, by their ids."""
    truth = json.loads((shared / f"bibtex/expected/{request.param}.json").read_text())
    path = shared / "bibtex" / FILES[request.param]
    _code, report, _message = run_command(path, researcher=alice.slug)
    items = json.loads(export(researcher=alice.slug, format="csl-json"))
    return truth, report, {item["id"]: item for item in items}


def at(report, key, line):
    return next(r for r in report["records"] if (r["key"], r["line"]) == (key, line))


def paper_of(report, key):
    return {r["publication"] for r in report["records"] if r["key"] == key}


def form_of(item, expected):
    """The printed form that bears the key: the item itself, or one of its versions."""
    versions = {v["citation-key"]: v for v in item["custom"].get("versions", ())}
    if item["citation-key"] == expected["key"]:
        return item | {
            "entry_type": item["custom"]["entry_type"],
            "arxiv": item["custom"].get("arxiv"),
        }
    return item | versions[expected["key"]]


def person(name):
    if "literal" in name:
        return ["", name["literal"]]
    family = f"{name.get('non-dropping-particle', '')} {name['family']}".strip()
    return [name.get("given", ""), family]


def kept(item, name):
    """A field without a column; else the variable that its column is."""
    return item["custom"].get("fields", {}).get(name) or item.get(name)


def answers(item, expected):
    """What the export makes of each thing that the truth tells of an entry."""
    form, custom = form_of(item, expected), item["custom"]
    date = form.get("issued", {}).get("date-parts", [[None]])[0]
    links = [link["url"] for link in custom.get("links", ())]
    authors = [person(name) for name in item.get("author", ())]
    return {
        "type": form["entry_type"],
        "year": date[0],
        "month": date[1] if len(date) > 1 else None,
        "title": form["title"],
        "authors": authors[: expected.get("authors_are_first")],
        "editors": [person(name) for name in item.get("editor", ())],
        "and_others": custom.get("et_al", False),
        "marks": custom.get("marks", {}),
        "venue": form.get("container-title"),
        "doi": form.get("DOI"),
        "arxiv": form.get("arxiv"),
        "url": form.get("URL"),
        "urls": [form.get("URL"), *links],
        "pages": item.get("page"),
        "publisher": item.get("publisher"),
        "award": "; ".join(custom.get("awards", ())),
        "keep_fields": {name: kept(item, name) for name in expected.get("keep_fields", ())},
    }


# What the truth tells beside: where a case is, and remarks for people.
REMARKS = {"key", "line", "trap", "note", "recovered", "authors_are_first"}
# What only the BibTeX export holds: values as they stood in the file.
RAW = {"venue_raw", "raw_journal"}


def test_import_equals_the_typed_truth(case):
    truth, report, items = case
    for expected in truth["cases"]:
        told = at(report, expected["key"], expected["line"])
        ours = answers(items[told["publication"]], expected)
        asked = {name for name in expected if name not in REMARKS | RAW}
        assert {name: ours[name] for name in asked} == {name: expected[name] for name in asked}
        assert items[told["publication"]]["type"] == entry_types.csl_type(
            items[told["publication"]]["custom"]["entry_type"]
        )


def test_raw_values_come_back_as_they_stood(case):
    truth, _report, _items = case
    text = export()
    for expected in truth["cases"]:
        for name in RAW & expected.keys():
            assert f"  journal = {{{expected[name]}}}" in text


def test_it_counts(case):
    truth, report, items = case
    assert report["entries"] - report["refused"] == truth.get(
        "entries", report["entries"] - report["refused"]
    )
    assert report["refused"] == truth.get("malformed", report["refused"])
    assert len(items) == report["created"]
    assert not {r["key"] for r in report["records"]} & set(truth.get("must_not_import", ()))


def test_it_reports(case):
    truth, report, _items = case
    lines = {problem["line"] for problem in report["problems"] if problem["severity"] != "info"}
    assert lines.issuperset(truth.get("report_lines", ()))
    if commented := truth.get("commented_out"):
        said = [p["reason"] for p in report["problems"] if p["severity"] == "info"]
        assert any(reason.startswith(f"{commented} entr") for reason in said)
    told = [(p["key"], p["reason"].lower()) for p in report["problems"]]
    warnings = truth.get("warnings", {})
    for where in [
        *warnings.get("duplicate_field", ()),
        *warnings.get("duplicate_field_entries", ()),
    ]:
        key, field = where.split(":")
        assert any(key == k and field in reason for k, reason in told), where
    for key in warnings.get("duplicate_key", ()):
        assert any(key == k and "key" in reason for k, reason in told), key


def test_same_works_are_one_and_others_are_not(case):
    truth, report, _items = case
    for one, other in truth.get("same_work", ()):
        assert paper_of(report, one) == paper_of(report, other)
        assert len(paper_of(report, one)) == 1
    for one, other in truth.get("not_same_work", ()):
        assert not paper_of(report, one) & paper_of(report, other)
    for pair in truth.get("duplicates", ()):
        together = set().union(*(paper_of(report, key) for key in pair))
        doubts = [p for p in report["problems"] if p["key"] in pair]
        assert len(together) == 1 or any("duplicate" in p["reason"] for p in doubts)
