"""A reference that a person reads: who, what, where, when, and how to find it."""

import re

from django.utils.translation import gettext as _

from publications import entry_types
from publications.latex import plain_title
from publications.models import Authorship, Publication, Status

NAMED_AT_MOST = 20
# A range of pages: its parts, its dash (a hyphen may belong to a page: "A-1–A-10"), its open end.
PARTS = re.compile(r"\s*(?:[,;&]|\band\b)\s*")
DASH = re.compile(r"\s*(?:[–—−]|--+)\s*")
HYPHEN = re.compile(r"\s*[-‐‑]\s*")
LABEL = re.compile(r"pp?\.\s*")
OPEN = re.compile(r"\s*(?:\+|ff\.?|\bf\.)$")
WITH_INSTITUTION = {"thesis", "phdthesis", "mastersthesis", "report", "techreport", "patent"}


def reference(paper: Publication) -> str:
    """ "Ada Lovelace and Luigi Menabrea. Sketch of … Scientific Memoirs 3, 666–731, 1843. https://…"

    One line of plain text, formulas in plain signs.
    """
    where_and_when = filter(None, [container_line(paper), str(paper.date or "")])
    most_lasting_url = paper.doi_url or paper.arxiv_url or paper.url
    parts = (
        names(paper),
        plain_title(paper.title),
        plain_title(", ".join(where_and_when)),
        most_lasting_url,
        _("Retracted") if paper.status == Status.RETRACTED else "",
    )
    return " ".join(_sentence(part) for part in parts if part).rstrip()


def names(paper: Publication) -> str:
    """The authors as printed, else the editors; at most twenty."""
    printed = _names(paper, Authorship.Role.AUTHOR)
    editors = [] if printed else _names(paper, Authorship.Role.EDITOR)
    text = join(printed or editors, et_al=paper.et_al)
    return _("%(names)s (eds.)") % {"names": text} if editors else text


def join(people: list[str], *, et_al: bool = False) -> str:
    """ "A, B and C", or "A, B, et al." when the list is cut short."""
    if et_al or len(people) > NAMED_AT_MOST:
        return ", ".join([*people[:NAMED_AT_MOST], _("et al.")]) if people else ""
    if len(people) < 2:
        return "".join(people)
    return _("%(names)s and %(last)s") % {"names": ", ".join(people[:-1]), "last": people[-1]}


def container_line(paper: Publication) -> str:
    """ "Nature 171(4356), 737–738" or "Ph.D. thesis, Universität Göttingen"; "" when unknown."""
    kind = entry_types.known(paper.entry_type)
    volume = f"{paper.volume}({paper.issue})" if paper.issue else paper.volume
    parts = [" ".join(filter(None, [container(paper), volume])), paper.pages]
    if kind in WITH_INSTITUTION:
        # No container says what it is: a thesis, a report, a patent, with its number.
        named = filter(None, [str(entry_types.label(kind)), paper.number])
        parts = [" ".join(named), parts[0], paper.publisher, paper.pages]
    elif kind == "book":
        parts.insert(1, paper.publisher)
    return ", ".join(filter(None, parts))


def container(paper: Publication) -> str:
    """Where it appeared, for a reader: a volume without a name is known by its series."""
    return printed_in(paper) or paper.series


def printed_in(paper: Publication) -> str:
    """The journal, book or proceedings: as printed, else the venue's name; "" for neither."""
    return paper.container_title or (paper.venue.name if paper.venue else "")


def first_and_last_page(pages: str) -> tuple[str, str]:
    """ "379–423, 623–656" -> ("379", "656"); "737–8" -> ("737", "738"); "e1", "100+" -> (…, "").

    Of several parts the first page of the first and the last page of the last. The last is ""
    where it is not said, or where the end says something else ("Article 5, 12 pages").
    """
    parts = [part for part in PARTS.split(LABEL.sub("", pages.strip(), count=1)) if part]
    if not parts:
        return "", ""
    first, last = _ends(parts[0])[0], _ends(parts[-1])[1]
    is_alone = len(parts) == 1 and last == parts[0]
    return first, "" if is_alone or " " in last else last


def _ends(part):
    """Where one part of a range begins and ends; "" for an end that is left open."""
    start, *rest = DASH.split(part, maxsplit=1)
    if not rest and len(pieces := HYPHEN.split(part)) > 1:
        middle = len(pieces) // 2
        start, rest = "-".join(pieces[:middle]), ["-".join(pieces[middle:])]
    first, last = OPEN.sub("", start), rest[0] if rest else start
    if OPEN.search(last):
        return first, ""
    if first.isdecimal() and last.isdecimal() and len(last) < len(first):
        last = first[: -len(last)] + last  # "737–8"
    return first, last


def _names(paper, role):
    return [a.name for a in paper.authorships.all() if a.role == role and a.name]


def _sentence(text):
    """Closed by a full stop, unless it ends in one, asks, calls out, or is a URL."""
    closed = text.endswith((".", "?", "!", "。", "?", "!")) or "://" in text[:9]
    return text if closed else f"{text}."
