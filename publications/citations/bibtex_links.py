"""Links and awards as BibTeX fields: al-folio's names, numbered from the second of a kind on."""

import re
from collections.abc import Collection, Iterator

from django.conf import settings

from publications.latex import from_text

# Field -> the kind of link it holds; the first of a kind is what we write.
LINKS = {
    "pdf": "pdf",
    "html": "publisher",
    "preprint": "preprint",
    "code": "code",
    "data": "data",
    "slides": "slides",
    "poster": "poster",
    "video": "video",
    "website": "website",
    "demo": "demo",
    "blog": "blog",
    "supp": "supplement",
    "link": "other",
}
FIELDS = {kind: name for name, kind in reversed(LINKS.items())}
AWARD = re.compile(r"award(?:_name)?\d*")
BRACES = str.maketrans(
    {"{": "{\\textbraceleft}", "}": "{\\textbraceright}", "\\": "\\textbackslash "}
)
# The label that a plain `link` is read with.
PLAIN_LABELS = {"other": "Link"}


def link_fields(links: list[list[str]], taken: Collection[str]) -> Iterator[tuple[str, str]]:
    """A field for each row of (kind, label, url); `taken` are names that are used already."""
    names = set(taken)
    for kind, label, url in links:
        name, number, where = FIELDS[kind], 2, address(url)
        while name in names:
            name, number = f"{FIELDS[kind]}{number}", number + 1
        if where:
            names.add(name)
            is_plain = label == PLAIN_LABELS.get(kind, "")
            yield name, where if is_plain else f"\\href{{{where}}}{{{from_text(label)}}}"


def address(url: str) -> str:
    """The raw field value; a path of this site as a whole address, or nothing at all."""
    if url.startswith("/"):
        url = f"{settings.ORIGIN}{url}" if settings.ORIGIN else ""
    return url.translate(BRACES)


def award_fields(awards: list[list[str]]) -> Iterator[tuple[str, str]]:
    """al-folio's `award_name`, and the address of the award as its `award`."""
    for index, (name, url) in enumerate(awards, start=1):
        number = index if index > 1 else ""
        yield f"award_name{number}", from_text(name)
        yield f"award{number}", address(url)
