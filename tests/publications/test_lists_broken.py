"""Broken and hostile lists: the sound references are taken, the others listed by line."""

import json

import pytest

from publications import importer, reference_lists
from publications.bibtex import BibtexDecodeError
from publications.importer import mapping
from tests.cpu import cpu
from tests.publications.lists import CSL, NBIB, RIS, SAME, XML, reading

ITEM = '  {"type": "book",\n   "title": "%s"}'


def told(text):
    """(line, title or None where refused) of each, and the errors."""
    data = text if isinstance(text, bytes) else text.encode()
    parsed = reference_lists.parse(data)
    found = [(r.line, None if r.refused else r.text("title")) for r in parsed.records]
    errors = {(p.line, p.reason) for p in parsed.problems if p.severity == "error"}
    assert {line for line, title in found if title is None} <= {line for line, _why in errors}
    return found, errors


def listed(*items):
    return "[\n" + ",\n".join(items) + "\n]\n"


def test_json_a_broken_item_costs_no_other():
    broken = '  {"type": "book"\n   "title": "Torn"}'
    found, errors = told(listed(ITEM % "Kelp", broken, ITEM % "Moss"))
    assert found == [(2, "Kelp"), (4, None), (6, "Moss")]
    assert "on its line 2" in min(errors)[1]


def test_json_an_item_that_never_closes_costs_no_other():
    open_item = '  {"type": "book",\n   "author": [{"family": "Lind"}],\n   "title": "Torn"'
    found, errors = told(listed(ITEM % "Kelp", open_item, ITEM % "Moss"))
    assert found == [(2, "Kelp"), (4, None), (7, "Moss")]
    assert "never closed" in min(errors)[1]


def test_json_a_brace_too_many_costs_nothing():
    found, _errors = told(listed(ITEM % "Kelp" + "}", ITEM % "Moss"))
    assert [title for _line, title in found] == ["Kelp", "Moss"]


def test_json_cut_off_in_the_middle():
    found, _errors = told(listed(ITEM % "Kelp", ITEM % "Moss")[:-12])
    assert found == [(2, "Kelp"), (4, None)]


def test_json_on_one_line_is_counted():
    text = json.dumps([{"type": "book", "title": title} for title in ("Kelp", "Moss")])
    parsed = reference_lists.parse(text.encode())
    assert [record.line for record in parsed.records] == [1, 2]
    assert "count the references" in parsed.problems[0].reason


def test_json_of_something_else_among_references():
    found, errors = told(listed(ITEM % "Kelp", '  {"colour": "green"}'))
    assert found == [(2, "Kelp"), (4, None)]
    assert "neither CSL-JSON nor" in min(errors)[1]


def test_xml_a_broken_record_costs_no_other():
    torn = "\n<record><titles><title>Torn</titles></record>\n<record><titles><title>Open"
    found, errors = told(XML.replace("\n</records>", torn + "\n</records>"))
    assert [title for _line, title in found] == ["Tides & Ledgers: a study of kelp", None, None]
    reasons = [reason for _line, reason in sorted(errors)]
    assert "mismatched tag" in reasons[0]
    assert "not closed" in reasons[1]


def test_ris_lines_without_a_beginning_are_refused():
    found, errors = told("AU  - Lind, Ada\nTI  - Lost\nER  - \n\n" + RIS.partition("\n\n")[2])
    assert found[0] == (1, None)
    assert "TY" in min(errors)[1]
    assert len(found) == 2


@pytest.mark.parametrize("name", ["ris", "nbib", "enw", "isi"])
def test_a_reference_that_says_nothing_is_refused(name):
    empty = {"ris": "TY  - JOUR\nER  - \n", "nbib": "\nPMID- \n"}
    empty |= {"enw": "%0 Book\n\n", "isi": "PT J\nER\n\n"}
    found, errors = told(SAME[name] + empty[name])
    assert [title is None for _line, title in found] == [False, True]
    assert "neither a title nor an author" in min(errors)[1]


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_cut_anywhere_nothing_is_raised(text):
    for at in range(0, len(text), 61):
        for part in (text[:at], text[at:]):
            try:
                records = reference_lists.parse(part.encode()).records
            except BibtexDecodeError:
                continue
            for record in records:
                mapping.read(record)


@pytest.mark.parametrize("junk", [None, 7, 1.5, True, "x", [], {}, [None], [[]], {"a": [1]}, [{}]])
@pytest.mark.parametrize("name", ["csl", "crossref", "openalex", "orcid"])
def test_any_value_in_any_place_raises_nothing(name, junk):
    def places(value):
        if isinstance(value, dict | list):
            for key in value if isinstance(value, dict) else range(len(value)):
                yield value, key
                yield from places(value[key])

    for number in range(sum(1 for _place in places(json.loads(SAME[name])))):
        changed = json.loads(SAME[name])
        value, key = list(places(changed))[number]
        value[key] = junk
        try:
            records = reference_lists.parse(json.dumps(changed).encode()).records
        except BibtexDecodeError:
            continue
        for record in records:
            mapping.read(record)


def test_entities_of_a_file_are_never_seen():
    bomb = '<!DOCTYPE xml [<!ENTITY a "kelp"><!ENTITY b "&a;&a;&a;&a;">'
    bomb += '<!ENTITY file SYSTEM "file:///etc/passwd">]>'
    for entity in ("&b;", "&file;"):
        text = XML.replace("<xml>", bomb + "<xml>", 1).replace("Kelp keeps", entity)
        found, errors = told(text)
        assert [title for _line, title in found] == [None]
        assert "undefined entity" in min(errors)[1]


def test_nesting_without_end_is_refused():
    deep = listed(ITEM % "Kelp", '  {"type": "book", "a": ' + "[" * 200_000 + "]" * 200_000 + "}")
    found, errors = told(deep)
    assert found == [(2, "Kelp"), (4, None)]
    assert "nested too deeply" in min(errors)[1]
    nested = "<record>" + "<a>" * 100_000 + "</a>" * 100_000 + "</record></records>"
    assert told(XML.replace("</records>", nested))[0][1][1] is None


def test_a_number_without_end_is_refused():
    _found, errors = told(
        listed(ITEM % "Kelp", '  {"type": "book", "volume": ' + "9" * 9_999 + "}")
    )
    assert "a number in this that is too long" in min(errors)[1]


def test_signs_that_no_database_takes_are_left_out():
    values = reading('[{"type": "book", "title": "Ke\\u0000l\\ud800p", "volume": "1\\u0007"}]')
    assert (values["title"], values["volume"]) == ("Kelp", "1")


def test_tags_and_commands_of_latex_are_text():
    title = "<script>alert(1)</script> \\input{x} 50% & {DNA} #1 a_b"
    values = reading(json.dumps([{"type": "book", "title": title}]))
    assert values["title"] == "alert(1) \\input{x} 50% & {DNA} #1 a_b"


@pytest.mark.django_db
def test_no_address_but_a_web_page_s_becomes_a_link():
    item = {"type": "book", "title": "Kelp", "URL": "javascript:alert(1)"}
    item["custom"] = {"entry_type": "book", "links": [{"kind": "pdf", "url": "javascript:1"}]}
    values = reading(json.dumps([item]))
    assert "url" not in values
    assert "links" not in values


def test_long_files_take_time_by_their_length():
    for text in (RIS.partition("\n\n")[2], NBIB, CSL.strip(" \n[]") + "\n"):
        allowed = 30 * cpu(reference_lists.parse, (text * 60).encode())
        assert cpu(reference_lists.parse, (text * 480).encode(), below=allowed) < allowed


def test_brackets_without_end_take_no_square_of_time():
    for sign in ("[", "{", '{"a":', '"', "[{", "\n  {", "\n  {[", '\n{"items":'):
        data = ('[{"type": "book", "title": "Kelp"},' + sign * 20_000).encode()
        assert cpu(reference_lists.parse, data, below=10) < 10


@pytest.mark.parametrize("sign", ["<record>", "<h1>", "<sup>", "A.", "TY  - X\n", "&amp;", "a;"])
def test_signs_without_end_take_no_square_of_time(sign):
    many = sign * 5_000
    for text in (
        f"<xml><record><ref-type/>{many}",
        json.dumps([{"type": "book", "title": many, "abstract": many, "author": [many]}]),
        f"TY  - BOOK\nTI  - Kelp\nAU  - {many}\nAB  - {many}\nER  -\n",
    ):
        assert cpu(reference_lists.parse, text.encode(), below=10) < 10


@pytest.mark.parametrize("name", ["ris", "enw", "isi"])
def test_other_encodings_are_found_out(name):
    text = SAME[name].replace("Ada B.", "Žofie Dvořáková").replace("Moss", "Čížková")
    data = text.encode("cp1250")
    title = reference_lists.parse(data, encoding="cp1250").records[0]
    assert "Dvořáková" in title.get("author")
    assert "Dvořáková" in reference_lists.parse(text.encode("utf-16")).records[0].get("author")


def test_xml_says_its_encoding():
    text = XML.replace("UTF-8", "ISO-8859-1").replace("Ada B.", "Åse")
    assert "Åse" in reference_lists.parse(text.encode("latin-1")).records[0].get("author")


@pytest.mark.django_db
def test_half_a_file_is_imported_and_the_rest_told():
    text = listed(ITEM % "Kelp", '  {"type": "book"', ITEM % "Moss")
    report = importer.run([("k.json", reference_lists.parse(text.encode()))], by_operator=True)
    assert (report.counts["created"], report.counts["refused"]) == (2, 1)
