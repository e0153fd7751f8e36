"""Bytes to text: byte order marks, declared encodings, and what is no text at all."""

import codecs
import re

from publications.bibtex.record import BibtexDecodeError, ParsedFile

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# JabRef writes "% Encoding: X", Emacs "-*- coding: X -*-".
DECLARED = re.compile(rb"(?:^%*[ \t]*Encoding:|-\*-.*?coding:)[ \t]*([\w.-]+)", re.M | re.I)
# BibDesk says it in words, below its own header.
BIBDESK = re.compile(rb"^%% Saved with string encoding ([^\n]{0,80}?)[ \t\r]{0,4}$", re.M)
BIBDESK_NAMES = {
    b"Western (Mac OS Roman)": "mac-roman",
    b"Western (ISO Latin 1)": "latin-1",
    b"Western (ISO Latin 9)": "iso-8859-15",
    b"Western (Windows Latin 1)": "cp1252",
    b"Central European (ISO Latin 2)": "iso-8859-2",
    b"Central European (Windows Latin 2)": "cp1250",
    b"Chinese (GB 18030)": "gb18030",
    b"Japanese (EUC)": "euc-jp",
}
END_OF_LINE = re.compile("-(?:unix|dos|mac)$")
HIGH_BYTES = re.compile(rb"[\x80-\xff]+")
UTF8_SIGNS = re.compile(
    rb"(?:[\xc3-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+\Z"
)
GB2312_PAIRS = re.compile(rb"(?:[\xa1-\xf7][\xa1-\xfe])+\Z")
CONTROLS = re.compile(r"[\x01-\x08\x0e-\x19\x1b\x1c-\x1f]")
MAGIC = (b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"\x7fELF", b"\x1f\x8b", b"\xd0\xcf\x11\xe0")
EXAMINED = 65536


def read_text(data: bytes | str, encoding: str | None, into: ParsedFile) -> str:
    """The text of a .bib file, newlines as `\\n`, without NUL; how it was found goes to `into`.

    Order of belief: `encoding` as given by the caller, byte order mark, UTF-8, the coding the
    file declares, pairs of GB 2312, cp1252 with a warning. Raises BibtexDecodeError.
    """
    text = data if isinstance(data, str) else _decode(bytes(data), encoding, into)
    text = text.removeprefix("\ufeff").replace("\0", "")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    head = text[:EXAMINED]
    if len(CONTROLS.findall(head)) > max(3, len(head) // 20):
        raise BibtexDecodeError("This is not a text file: it is full of control characters.")
    return text


def _decode(data: bytes, encoding: str | None, into: ParsedFile) -> str:
    if data.startswith(MAGIC):
        raise BibtexDecodeError("This is not a text file but a PDF, an archive or a picture.")
    if encoding:
        into.encoding = encoding
        return _decode_strictly(data, encoding)
    for mark, name in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            into.encoding = name
            return data[len(mark) :].decode(name, "replace")
    head = data[:EXAMINED]
    if len(head) >= 4 and head.count(0) * 3 >= len(head):
        # UTF-16 of mostly Latin text has a NUL in every second byte.
        is_little = head[1::2].count(0) > head[::2].count(0)
        into.encoding = "utf-16-le" if is_little else "utf-16-be"
        return data.decode(into.encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        first_line = data.count(b"\n", 0, error.start) + 1
    if name := _declared_encoding(data):
        try:
            text = data.decode(name)
        except (LookupError, UnicodeError):
            into.tell("warning", 1, "", f"The file says it is {name}, but it is not.")
        else:
            into.encoding = name
            return text
    return _guess(data, into, first_line)


def _decode_strictly(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except LookupError:
        raise BibtexDecodeError(f"There is no encoding called “{encoding}”.") from None
    except UnicodeError as error:
        line = data.count(b"\n", 0, getattr(error, "start", 0)) + 1
        raise BibtexDecodeError(f"Line {line} is not {encoding}; try another encoding.") from None
    if not isinstance(text, str):
        raise BibtexDecodeError(f"“{encoding}” is not an encoding of text.")
    return text


def _declared_encoding(data: bytes) -> str:
    if bibdesk := BIBDESK.search(data[:EXAMINED]):
        return BIBDESK_NAMES.get(bibdesk[1], "")
    declared = DECLARED.search(b"\n".join(data.split(b"\n", 2)[:2]))
    name = END_OF_LINE.sub("", declared[1].decode("ascii", "replace")) if declared else ""
    return name.lower().replace("latin-", "latin")


def _guess(data: bytes, into: ParsedFile, first_line: int) -> str:
    """`first_line` is the first that is not UTF-8."""
    runs = HIGH_BYTES.findall(data)
    is_chinese = all(map(GB2312_PAIRS.match, runs))
    # One such pair may be an É and a », a quarter of all is no chance.
    if not is_chinese and sum(map(bool, map(UTF8_SIGNS.match, runs))) * 4 >= len(runs):
        # Entries of two files, pasted together.
        reason = "The file mixes UTF-8 with another encoding; from here on, what is not UTF-8 was"
        into.tell("warning", first_line, "", f"{reason} read as cp1252. Check accented letters.")
        return data.decode("utf-8", "cp1252")
    into.encoding = "gb18030" if is_chinese else "cp1252"
    line = data.count(b"\n", 0, HIGH_BYTES.search(data).start()) + 1
    reason = f"The file is not UTF-8; it was read as {into.encoding}. Check accented letters, or "
    into.tell("warning", line, "", reason + "name the right encoding.")
    try:
        return data.decode(into.encoding)
    except UnicodeDecodeError:
        into.encoding = "latin-1"
        return data.decode("latin-1")


def _read_byte_as_cp1252(error: UnicodeDecodeError) -> tuple[str, int]:
    bad = error.object[error.start : error.start + 1]
    try:
        return bad.decode("cp1252"), error.start + 1
    except UnicodeDecodeError:
        return bad.decode("latin-1"), error.start + 1


codecs.register_error("cp1252", _read_byte_as_cp1252)
