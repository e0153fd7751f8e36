"""Whatever happens to a file: no crash, nothing lost, and the entry after the damage is whole."""

from hypothesis import given, settings
from hypothesis import strategies as st

from publications import bibtex
from publications.bibtex.encodings import read_text
from tests.publications import mutations
from tests.publications.test_bibtex_tiling import parts, signs

quick = settings(derandomize=True, deadline=None, max_examples=150)


def last(text):
    return next(r for r in bibtex.parse(text).records if r.key == "last")


@quick
@given(mutations.files())
def test_it_loses_nothing(text):
    whole = read_text(text, None, bibtex.ParsedFile())
    assert signs(*parts(bibtex.parse(text))) == signs(whole)


@quick
@given(mutations.damaged_entries())
def test_the_entry_after_the_damage_keeps_its_line_and_its_fields(text):
    before = text.rstrip("\n") + "\n\n"
    record = last(before + mutations.LAST)
    assert record.line == before.count("\n") + 1
    assert record.fields == last(mutations.LAST).fields


@quick
@given(mutations.files(), st.sampled_from(["\r\n", "\r"]))
def test_line_ends_do_not_count(text, end):
    plain, other = bibtex.parse(text), bibtex.parse(text.replace("\n", end))
    assert [(r.line, r.raw) for r in other.records] == [(r.line, r.raw) for r in plain.records]
    assert other.problems == plain.problems


@quick
@given(mutations.files(), mutations.files(), st.sampled_from(["utf-8", "cp1252", "utf-16"]))
def test_two_files_in_one_are_read_without_a_crash(one, other, encoding):
    data = one.encode() + other.encode(encoding, "replace")
    try:
        text, name = read_text(data, None, bibtex.ParsedFile()), None
    except bibtex.UnsureEncodingError as error:
        name = error.readings[0][0]
        text = read_text(data, name, bibtex.ParsedFile())
    assert signs(*parts(bibtex.parse(data, encoding=name))) == signs(text)
