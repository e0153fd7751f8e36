"""Bytes to text: byte order marks, declared encodings, and what is no text at all."""

import codecs
import re

from publications.bibtex.detection import WORD, detect
from publications.bibtex.record import BibtexDecodeError, ParsedFile, UnsureEncodingError

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# JabRef writes "% Encoding: X", Emacs "-*- coding: X -*-".
DECLARED = re.compile(rb"(?:^%*[ \t]*Encoding:|-\*-.*?coding:)[ \t]*([\w.-]+)", re.M | re.I)
XML_DECLARED = re.compile(rb"\s*<\?xml\b[^<>]{0,80}?\bencoding=[\"']([\w.-]+)")
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
# What no other encoding has: the sign with which ISO 2022 begins Japanese and Korean letters.
SHIFTED = b"\x1b$"
SHIFTED_ENCODINGS = ("iso2022_jp_2", "iso2022_kr")
# Fields whose text says at a glance whether it is read rightly.
TELLING = re.compile(r"^\s*(?:author|editor|title|booktitle)\s*=\s*", re.I)
AROUND = re.compile(r"^\s*@\w+\s*\{[^,{}]*,|\w+\s*=\s*(?=[{\"])|[{}\"]|,\s*$")
ENDS_OF_LINES = re.compile(rb"[\r\n]+")
OFFERED = 4
SAMPLES, SAMPLE_LENGTH = 3, 60
CONTROLS = re.compile(r"[\x01-\x08\x0e-\x19\x1b\x1c-\x1f]")
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
MAGIC = (b"%PDF-", b"PK\x03\x04", b"\x7fELF", b"\x1f\x8b", b"\xd0\xcf\x11\xe0", *PICTURES)
EXAMINED = 65536


def read_text(data: bytes | str, encoding: str | None, into: ParsedFile) -> str:
    """The text of a .bib file, newlines as `\\n`, without NUL; how it was found goes to `into`.

    Order of belief: `encoding` as given by the caller, byte order mark, UTF-8, the coding the
    file declares, what its letters surely are, with a warning. Raises BibtexDecodeError, and
    UnsureEncodingError where several encodings fit.
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
    if SHIFTED in head and (name := _first_that_fits(data, SHIFTED_ENCODINGS)):
        into.encoding = name
        return data.decode(name)
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
        is_utf8 = codecs.lookup(encoding).name.startswith("utf")
        others = b"" if is_utf8 else _what_is_not_utf8(data)
        text = _decode_mixed(data, encoding) if others else data.decode(encoding)
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
    if xml := XML_DECLARED.match(data[:EXAMINED]):
        return xml[1].decode("ascii").lower()
    declared = DECLARED.search(b"\n".join(data.split(b"\n", 2)[:2]))
    name = END_OF_LINE.sub("", declared[1].decode("ascii", "replace")) if declared else ""
    return name.lower().replace("latin-", "latin")


def _first_that_fits(data, names):
    for name in names:
        try:
            data.decode(name)
        except UnicodeDecodeError:
            continue
        return name
    return ""


def _guess(data: bytes, into: ParsedFile, first_line: int) -> str:
    """`first_line` is the first that is not UTF-8."""
    others = _what_is_not_utf8(data)
    encodings, is_sure = detect(others or data)
    if not is_sure:
        raise _unsure(others or data, encodings)
    name = encodings[0]
    if others:
        # Entries of two files, pasted together.
        reason = "The file mixes UTF-8 with another encoding; from here on, what is not UTF-8 was"
        into.tell("warning", first_line, "", f"{reason} read as {name}. Check accented letters.")
        return _decode_mixed(data, name)
    into.encoding = name
    line = data.count(b"\n", 0, WORD.search(data).start()) + 1
    reason = f"The file is not UTF-8; it was read as {name}. Check accented letters, or "
    into.tell("warning", line, "", reason + "name the right encoding.")
    return data.decode(name)


def _what_is_not_utf8(data):
    """Of a file that is UTF-8 in part, the words that are not; b"" of any other."""
    words = WORD.findall(data)
    others = [word for word in words if not _is_utf8(word)]
    # One such word may be an É and a » by chance, a quarter of all is none.
    return b"\n".join(others) if (len(words) - len(others)) * 4 >= len(words) else b""


def _is_utf8(word):
    try:
        return bool(word.decode())
    except UnicodeDecodeError:
        return False


def _decode_mixed(data, name):
    """What is UTF-8 as that, the other words as `name`."""
    in_utf8 = WORD.sub(lambda w: w[0] if _is_utf8(w[0]) else w[0].decode(name).encode(), data)
    return in_utf8.decode()


def _unsure(data, encodings):
    # Latin-1 gives every byte a sign: a last resort where nothing reads well.
    encodings = encodings[:OFFERED] or ["latin-1"]
    readings = list(zip(encodings, _samples(data, encodings), strict=True))
    shown = ", ".join(f"{name} reads “{sample}”" for name, sample in readings[:3])
    reason = "It is not UTF-8, and which encoding it is in is not sure: "
    return UnsureEncodingError(f"{reason}{shown}. Name the right one.", readings)


def _samples(data, encodings):
    """For each encoding, some names and titles in which it differs from the others."""
    lines = [line for line in dict.fromkeys(ENDS_OF_LINES.split(data)) if not line.isascii()]
    read = [[line.decode(name, "replace") for name in encodings] for line in lines]
    read.sort(key=lambda texts: (len(set(texts)) < len(texts), not TELLING.match(texts[0])))
    samples = zip(*([_excerpt(text) for text in texts] for texts in read[:SAMPLES]), strict=True)
    return [" · ".join(dict.fromkeys(excerpts)) for excerpts in samples]


def _excerpt(line):
    """The text of a line without BibTeX around it, from shortly before its first such letter."""
    text = AROUND.sub("", line).strip()
    first = next((at for at, char in enumerate(text) if not char.isascii()), 0)
    start = text.rfind(" ", 0, max(first - SAMPLE_LENGTH // 3, 0)) + 1
    return text[start : start + SAMPLE_LENGTH].strip()
