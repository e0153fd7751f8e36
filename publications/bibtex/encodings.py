"""Bytes to text: byte order marks, declared encodings, and what is no text at all."""

import codecs
import itertools
import re
import unicodedata
from functools import cache
from typing import NamedTuple

import chardet

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


# --- Detection: which encoding bytes are in that are not UTF-8, and whether that is sure ---------
# chardet says how well the letters of each reading go together. That alone is wrong too often for
# a file of a few names, so nothing is sure before every other plausible reading of the same words
# lost against it: it has signs where letters belong, no language has all of its letters, or
# chardet finds it much less likely.

USUAL_LATIN = "cp1252 cp1250 cp1254 iso-8859-2 iso-8859-15".split()
RARE_LATIN = "cp1257 mac-roman mac-latin2 mac-turkish cp850 cp852 cp857".split()
USUAL = "cp1251 cp1253 cp1256 iso-8859-7 koi8-r koi8-u".split()
RARE = "cp1255 cp874 iso-8859-5 iso-8859-6 mac-cyrillic mac-greek cp737 cp866".split()
HANDICAP = 0.7
UNUSUAL = 4
# Of each encoding of two bytes a sign: where its common characters are, and their last lead byte.
COMMON = {
    "big5hkscs": ("big5", 0xC6),
    "cp932": ("euc-jp", 0xCF),
    "euc_jis_2004": ("euc-jp", 0xCF),
    "cp949": ("euc-kr", 0xC8),
    "gb18030": ("gb2312", 0xD7),
}
CANDIDATES = [*USUAL_LATIN, *USUAL, *COMMON, *RARE_LATIN, *RARE]
LATIN = {*USUAL_LATIN, *RARE_LATIN}
# Of machines and systems long gone.
OBSOLETE = {*RARE_LATIN, *RARE} - {"cp1255", "cp1257", "cp874"}
ALPHABETS = tuple(
    map(
        frozenset,
        (
            "äöüß àâçéèêëîïôœùûü áéíñóúü áâãàçéêíóôõú àèéìòù éëïöü åäöé æøåé áðéíóúýþæö"
            " àçèéíïòóúü áðíóúýæø âêîôûáéëï áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž ąćęłńóśźż"
            " áéíóöőúüű čćđšž ăâîşţ çğıöşü ąčęėįšųūž āčēģīķļņšūž äõöüšž"
        ).split(),
    )
)
# Words end at ASCII signs that are no second byte of a character in any of them.
WORD = re.compile(rb"[^\x00-\x2f:-?]*[\x80-\xff][^\x00-\x2f:-?]*")
LONGEST, MOST = 4_000, 2_000
CONTROLS_OF_LATIN = re.compile("[\x80-\x84\x86-\x9f\ue000-\uf8ff]")
LETTERS = re.compile(r"[^\W\d_]+")
KANA = re.compile("[\u3041-\u30fa]")
HAN_OR_HANGUL = re.compile("[\u3400-\u9fff\uac00-\ud7af]")
EAST_ASIAN_RUN = re.compile("[\u3041-\u30fa\u3400-\u9fff\uac00-\ud7af]+")
# Signs that stand beside letters in sound texts.
QUIET = frozenset(
    "“”‘’«»„‚‹›¿¡–—…·‐‑、。「」『』・，：；（）《》〈〉－～！？\u3000\xa0\xad\u200c\u200d"
)
# Before a small letter they were a capital: a Greek one with an accent, a Cyrillic one of the Mac.
GLUED = tuple("’–—•")
AFTER_LETTERS = frozenset("²³¹™®ªº°")
BEFORE_LETTERS = frozenset("#±×©°")
FAR_EASTERN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"}
NEUTRAL = {"MICRO", "FEMININE", "MASCULINE", "MODIFIER", "FULLWIDTH"}
# How much of the words may look odd in a true reading beyond the soundest one.
TOLERATED = 0.1
# What chardet has to say of a reading at least: where it says less, it knows nothing like it.
KNOWN, KNOWN_WELL, CERTAIN = 0.003, 0.05, 0.3
# Bytes of a name alone.
FEW = 14


class DecodedWords(NamedTuple):
    """The words as some encodings, which agree on all of them, read them."""

    encodings: list[str]
    words: list[str]
    is_odd: list[bool]
    is_of_one_language: list[bool]

    @property
    def oddness(self) -> float:
        return sum(self.is_odd) / len(self.is_odd)


def detect(data: bytes) -> tuple[list[str], bool]:
    """Encodings that may be meant, the likeliest first, no two of which read the bytes alike, and
    whether the first one is sure. Of ASCII alone, or where nothing fits, there are none.
    """
    words = list(dict.fromkeys(map(_bare, WORD.findall(data))))
    readings = _plausible(words)
    if not readings:
        return [], False
    judged = _judged(words)
    likeliness = _likeliness(judged, [name for one in readings for name in one.encodings])
    readings.sort(key=likeliness, reverse=True)
    for at, reading in enumerate(readings):
        others = readings[:at] + readings[at + 1 :]
        if _is_known(reading, likeliness, judged) and all(
            _beats(reading, other, judged) for other in others
        ):
            return [one.encodings[0] for one in (reading, *others)], True
    names = [reading.encodings[0] for reading in readings]
    if names[0] in LATIN:  # Of these, what Windows wrote in the West is what most files are in.
        names.sort(key=lambda name: name != "cp1252")
    return names, False


def _is_known(reading, likeliness, judged):
    """Whether there is enough of it, and chardet has met anything like it."""
    if reading.encodings[0] in USUAL_LATIN:
        return likeliness(reading) >= KNOWN
    if OBSOLETE.issuperset(reading.encodings) and len(judged) < 3:
        return False
    return sum(map(len, judged)) >= FEW and likeliness(reading) >= KNOWN_WELL


def _bare(word):
    """Without the braces of BibTeX around it: they are not part of what is written."""
    word = word.lstrip(b"{[|\\")
    return word.removesuffix(b"}") if word[-2:-1].isascii() else word


def _judged(words):
    return [word for word in words if len(word) <= LONGEST][:MOST] or words[:1]


def _plausible(words):
    """All readings without what no text has; those that are much odder than the best are out."""
    whole, readings = b"\n".join(words), {}
    for name in CANDIDATES if words else ():
        try:
            text = whole.decode(name)
        except UnicodeDecodeError:
            continue
        if CONTROLS_OF_LATIN.search(text):
            continue
        read = [word.decode(name) for word in _judged(words)]
        is_odd = [_is_odd(word, name) for word in read]
        known = _of_one_language(read) if name in LATIN else [False] * len(read)
        reading = DecodedWords([name], read, is_odd, known)
        if same := readings.get(text):
            # Japanese in kana alone is the same in GB 18030, where it is odd.
            reading = min(reading, same, key=lambda one: one.oddness)
            reading = reading._replace(encodings=[*same.encodings, name])
        readings[text] = reading
    least = min((reading.oddness for reading in readings.values()), default=0)
    return [one for one in readings.values() if one.oddness <= least + TOLERATED]


def _beats(reading, other, judged):
    """Whether, of the words that the two read differently, the first reading is surely right."""
    pairs = enumerate(zip(reading.words, other.words, strict=True))
    differing = [at for at, (one, another) in pairs if one != another]
    if not differing:
        return False
    count = len(differing)
    odd, others_odd = (sum(one.is_odd[at] for at in differing) for one in (reading, other))
    if others_odd >= 0.7 * count and odd <= TOLERATED * count:
        return True
    likeliness = _likeliness([judged[at] for at in differing], reading.encodings + other.encodings)
    mine, theirs = likeliness(reading), likeliness(other)
    names = {reading.encodings[0], other.encodings[0]}
    if names <= LATIN:
        known, others_known = reading.is_of_one_language, other.is_of_one_language
        for_it = sum(known[at] > others_known[at] for at in differing)
        against = sum(known[at] < others_known[at] for at in differing)
        if for_it >= max(2, 4 * against):
            # Files of Spanish names and Catalan titles look Slovak, word by word.
            return mine >= (1.2 if "cp1252" in other.encodings else 0.95) * theirs
        if against > for_it:
            return False
    if odd > others_odd + TOLERATED * count:
        return False
    if names <= COMMON.keys() and mine < CERTAIN:
        return False  # Names alone may be Chinese, Japanese or Korean.
    weight = _weight(reading, other)
    if count == 1 and weight > 1 and reading.encodings[0] not in COMMON:
        return False
    return mine >= KNOWN and mine >= (1 + weight / count) * theirs


def _weight(reading, other):
    """How much more likely it has to be for one word; the more words there are, the less."""
    if OBSOLETE.issuperset(other.encodings) and {"cp1252", "cp1250"} & set(reading.encodings):
        return 0.5
    is_western = "cp1252" in reading.encodings and other.encodings[0] in LATIN
    return 2 if is_western else UNUSUAL


def _likeliness(words, encodings):
    """Reading -> what chardet makes of the words in it, from 0 to 1."""
    found = chardet.detect_all(
        b" ".join(words),
        ignore_threshold=True,
        compat_names=False,
        include_encodings=encodings,
        no_match_encoding=encodings[0],
    )
    known = {_codec(one["encoding"]): one["confidence"] for one in found if one["encoding"]}

    def of(reading):
        weights = ((known.get(_codec(name), 0), name) for name in reading.encodings)
        return max(value * (HANDICAP if name in RARE_LATIN else 1) for value, name in weights)

    return of


@cache
def _codec(name):
    return codecs.lookup(name).name


# --- Whether a reading is one that somebody may have written ----------------------------------


def _of_one_language(words):
    """Of each word, whether the language that has the letters of most of them has all of its."""
    # Compatibility forms such as the ligature “ﬁ” are no letters of their own.
    lower = (unicodedata.normalize("NFKC", word.lower()) for word in words)
    written = [{char for char in word if char > "\x7f" and char.isalpha()} for word in lower]
    best = max(ALPHABETS, key=lambda alphabet: sum(letters <= alphabet for letters in written))
    return [letters <= best for letters in written]


def _is_odd(word, name):
    """Whether hardly any text has such a word: of two scripts, with a capital within, with signs
    where letters belong; for Chinese, Japanese and Korean, of rare characters.
    """
    if word[:1] in GLUED and word[1:2] > "\x7f" and word[1:2].islower():
        return True
    letters = (run for run in LETTERS.findall(word) if not run.isascii())
    if any(map(_is_odd_run, letters)) or any(_is_odd_sign(word, at) for at in range(len(word))):
        return True
    return name in COMMON and _is_odd_east_asian(word, name)


def _is_odd_run(letters):
    scripts = {_script(char) for char in letters} - {""}
    if len(scripts) > 1 and not scripts <= {"LATIN", "CJK"} and not scripts <= {"LATIN", "HANGUL"}:
        return True
    pairs = itertools.pairwise(letters)
    if any(a.islower() and b.isupper() and not (a + b).isascii() for a, b in pairs):
        return True
    if scripts == {"LATIN"} and len(letters) > 2 and not any(map(str.isascii, letters)):
        return True
    rest = letters[1:]
    is_inverted = len(rest) > 1 and letters[0].islower() and rest.isupper()
    begins_twice = letters[:2].isupper() and not letters[:2].isascii() and not rest.isupper()
    return is_inverted or (len(rest) > 1 and begins_twice)


def _is_odd_sign(word, at):
    char = word[at]
    if char < "\x80" or char.isalpha() or char in QUIET:
        return False
    before, after, category = word[at - 1 : at], word[at + 1 : at + 2], unicodedata.category(char)
    if category in ("Mn", "Mc", "Nd"):
        return (before + after).isascii() and (before + after).isalpha()
    is_after, is_before = before.isalpha(), after.isalpha()
    if (is_after and char not in AFTER_LETTERS) or (is_before and char not in BEFORE_LETTERS):
        return True
    return category in ("Cc", "Cf", "Cn", "Co", "Cs", "So", "Sk") and char not in "©®°™"


def _is_odd_east_asian(word, name):
    runs = EAST_ASIAN_RUN.findall(word)
    # Bytes of two European letters make one character, alone among Latin letters.
    is_european = (
        any(map(str.isalpha, filter(str.isascii, word))) and max(map(len, runs), default=2) < 2
    )
    is_half_width = any("\uff61" <= char <= "\uff9f" for char in word)
    has_kana = name not in ("cp932", "euc_jis_2004") and KANA.search(word)
    if is_european or is_half_width or has_kana:
        return True
    codec, last = COMMON[name]
    chars = HAN_OR_HANGUL.findall(word)
    known = (char.encode(codec, "ignore") for char in chars)
    return 4 * sum(len(code) != 2 or code[0] > last for code in known) > len(chars)


@cache
def _script(char):
    """The first word of its name: "LATIN", "CYRILLIC"; "" for what is of no script."""
    script = unicodedata.name(char, "?").split()[0]
    return "CJK" if script in FAR_EASTERN else "" if script in NEUTRAL else script
