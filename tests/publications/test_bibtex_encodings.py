"""Bytes to text."""

import codecs

import pytest

from publications import bibtex

TEXT = "@misc{k, title={Über Łódź}}"


def title(data, **kwargs):
    return bibtex.parse(data, **kwargs).records[0].get("title")


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        b"% Encoding: ISO8859_2\n" + TEXT.encode("iso-8859-2"),
        b"% -*- coding: latin-2-unix -*-\n" + TEXT.encode("iso-8859-2"),
        b"% Encoding: ISO8859_1\n" + TEXT.encode(),
        b"Encoding: Cp1250\n" + TEXT.encode("cp1250"),
        b"%% BibDesk\n\n%% Saved with string encoding Central European (ISO Latin 2) \n"
        + TEXT.encode("iso-8859-2"),
    ],
)
def test_bytes_are_read_in_their_encoding(data):
    assert title(data) == "Über Łódź"


def test_it_believes_what_it_is_told():
    assert title(TEXT.encode("cp1250"), encoding="cp1250") == "Über Łódź"


def test_it_reads_western_letters_with_a_warning():
    parsed = bibtex.parse("\n@misc{k, title={Über}}".encode("cp1252"))
    assert parsed.records[0].get("title") == "Über"
    assert (parsed.problems[0].line, parsed.problems[0].severity) == (2, "warning")


def test_it_reads_two_files_pasted_together():
    data = "@misc{k, title={Łódź}}\n".encode() + "@misc{l, title={Über}}".encode("cp1252")
    parsed = bibtex.parse(data)
    assert [record.get("title") for record in parsed.records] == ["Łódź", "Über"]
    assert (parsed.problems[0].line, parsed.problems[0].severity) == (2, "warning")


def test_a_rare_pair_of_western_letters_is_not_taken_for_utf8():
    text = "@misc{k, title={«CAFÉ» à Besançon, été, où, Éire, là, ça}}"
    assert title(text.encode("cp1252")) == text[16:-2]


def test_it_reads_undeclared_chinese():
    text = "一种检测方法及其在天文学中的应用"
    assert title(f"@misc{{k, title={{{text}}}}}".encode("gbk")) == text


def test_it_reads_japanese_of_seven_bits():
    text = "天文学における検出の方法"
    assert title(f"@misc{{k, title={{{text}}}}}".encode("iso-2022-jp")) == text


def test_of_two_files_pasted_together_the_named_encoding_reads_what_is_not_utf8():
    data = "@misc{k, title={Łódź}}\n".encode() + "@misc{l, title={Dvořák}}".encode("cp1250")
    parsed = bibtex.parse(data, encoding="cp1250")
    assert [record.get("title") for record in parsed.records] == ["Łódź", "Dvořák"]


@pytest.mark.parametrize(
    ("data", "encoding", "reason"),
    [
        (b"%PDF-1.7 \x00\x01", None, "not a text file"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", None, "not a text file"),
        (bytes(range(32)) * 20, None, "control characters"),
        (b"@misc{k,\ntitle={\xff}}", "utf-8", "Line 2 is not utf-8"),
        (b"@misc{k}", "klingon", "no encoding called"),
        (b"@misc{k}", "hex", "encoding"),
    ],
)
def test_it_refuses(data, encoding, reason):
    with pytest.raises(bibtex.BibtexDecodeError, match=reason):
        bibtex.parse(data, encoding=encoding)
