"""Joining, closing, quoting; the case of titles; ranges of pages; ordinals."""

import re

ITALIC = "\ue000", "\ue001"
ENDS = (".", "?", "!", "。", "?", "!", "…")
# Lower in a title unless they begin or end it: CSL 1.0.2, "Title Case Conversion".
SMALL = {
    *("a", "an", "and", "as", "at", "but", "by", "down", "for", "from", "in", "into", "nor", "of"),
    *("on", "onto", "or", "over", "so", "the", "till", "to", "up", "via", "with", "without"),
}
WORD = re.compile(r"[^\s–—/-]+")
MATHS = re.compile(r"(\$[^$]*\$)")
PAGES = re.compile(r"([A-Za-z]*)(\d+)\s*[–—-]+\s*(\1|)(\d+)")
NUMBERED = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)?\.?(?: ed(?:ition|\.)?)?", re.I)


def italic(text: str) -> str:
    return f"{ITALIC[0]}{text}{ITALIC[1]}" if text else ""


def plain(text: str) -> str:
    return text.replace(ITALIC[0], "").replace(ITALIC[1], "")


def joined(delimiter: str, *parts: str) -> str:
    return delimiter.join(part for part in parts if part)


def closed(text: str, sign: str = ".") -> str:
    """`text` with `sign` behind it, unless it closes with a stronger one."""
    return text if not text or plain(text).rstrip("”").endswith(ENDS) else text + sign


def quoted(text: str, sign: str = ".") -> str:
    """In quotation marks, the sign that follows within them, as in America."""
    if not text:
        return ""
    ends = sign if sign == "." or text.endswith(("?", "!")) else ""
    return f"“{closed(text, sign) if ends else text + sign}”"


def sentences(*parts: str) -> str:
    return " ".join(closed(part) for part in parts if part)


def bracketed(text: str, signs: str = "()") -> str:
    return f"{signs[0]}{text}{signs[1]}" if text else ""


def prefixed(words: str, text: str) -> str:
    """ "vol. 3"; "" where there is no number to name."""
    return f"{words} {text}" if text else ""


def title_case(text: str) -> str:
    """As CSL has it: words that bear a capital stay as they are, so does maths."""
    parts = MATHS.split(text)
    last = len(parts) - 1
    return "".join(
        part if place % 2 else _cased(part, is_first=not place, is_last=place == last)
        for place, part in enumerate(parts)
    )


def _cased(text, *, is_first, is_last):
    words = list(WORD.finditer(text))
    begin = words[0].start() if words and is_first else -1
    end = words[-1].end() if words and is_last else -1

    def cased(word):
        after_stop = (
            text[max(0, word.start() - 2) : word.start()].rstrip().endswith((":", "?", "!"))
        )
        edge = after_stop or word.start() == begin or word.end() == end
        return _cased_word(word[0], edge=edge)

    return WORD.sub(cased, text)


def _cased_word(word, *, edge):
    letters = word.strip("“”‘’\"'(),.;:?!")
    if letters.lower() in SMALL and not edge and letters[:1] + letters[1:].lower() == letters:
        return word.lower()
    is_symbol = len(letters) == 1 and not letters.isascii()
    if not letters or is_symbol or not letters.islower() or not letters[0].isalpha():
        return word
    place = word.index(letters[0])
    return word[:place] + word[place].upper() + word[place + 1 :]


def short_pages(pages: str) -> str:
    """ "235–257" -> "235–57", as the Chicago Manual says (9.63 of its 18th edition)."""
    return PAGES.sub(lambda m: f"{m[1]}{m[2]}–{_shortened(m[2], m[4])}", pages)


def _shortened(first, last):
    if len(first) != len(last) or int(first) < 100 or int(first) % 100 == 0:
        return last
    differs = next((i for i, (a, b) in enumerate(zip(first, last, strict=True)) if a != b), 0)
    keep = 1 if 0 < int(first) % 100 < 10 else 2
    return last[min(differs, len(last) - keep) :]


def ordinal(edition: str) -> str:
    """ "3" or "Third" -> "3rd"; "" for what counts nothing ("Revised")."""
    number = _number(edition)
    if not number:
        return ""
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _number(edition):
    word = edition.lower().removesuffix(" edition").removesuffix(" ed.")
    if word in NUMBERED:
        return NUMBERED.index(word) + 1
    match = ORDINAL.fullmatch(edition)
    return int(match[1]) if match else 0


def numbered_edition(edition: str) -> str:
    """ "3rd ed."; words that count nothing as they are."""
    return prefixed(ordinal(edition), "ed.") if ordinal(edition) else edition


def page_label(pages: str) -> str:
    """ "pp. 3–9", "p. 3"."""
    several = re.search(r"\d\s*[–—,&-]", pages)
    return prefixed("pp." if several else "p.", pages)
