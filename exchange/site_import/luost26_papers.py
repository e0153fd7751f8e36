"""Papers of luost26/academic-homepage: _publications/<year>/*.md, front matter alone."""

import re
from contextlib import suppress
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from exchange.site_import.columns import is_true, words
from exchange.site_import.markdown import to_words
from exchange.site_import.papers import PaperTable, paper_of, year
from exchange.site_import.printed_references import key_of
from exchange.site_import.records import Place, SiteRecord
from exchange.site_import.tables import THEMES
from exchange.site_import.theme import DEMO, is_demo
from profiles.dates import PartialDate
from publications.models import Coauthor
from publications.names import Name, parse_names
from publications.printed.venue import badge_year, type_of

AUTHORS = "_data/authors.yml"
# "[ASPLOS 2025 (CCF-A) | First Author] ACM International Conference on …"
PRINTED = re.compile(r"\[(?P<badge>[^\[\]]+)\]\s*(?P<name>.*)", re.S)
IN_BRACKETS = re.compile(r"\s*\((?P<words>[^()]*)\)")
RANK = re.compile(r"(?P<scheme>CCF|CORE|THU-CPL|CAAI|SCI|JCR)[\s:-]*(?P<level>[A-Z]\*?|Q[1-4])")
ROLE = re.compile(r"(?P<role>(?:co-?\s*)?[\w-]+)(?:[\s-]+author)", re.I)
STATUSES = THEMES["luost26"]["statuses"]
NOTHING_ELSE = re.compile(r"\W*(?:(?:under|review|submitted|in|submission|preprint)\b\W*)+", re.I)
PRESENTATIONS = re.compile(r"\b(oral|spotlight|poster|demo|keynote)\b", re.I)
AWARDED = re.compile(
    r"\b(?:award|best|distinguished|outstanding|honou?rable|prize|nominat\w+)\b", re.I
)
JOURNALS = re.compile(
    r"VLDB Endowment|\b(?:PVLDB|PACM|Journal|Transactions|Letters|Magazine|Annals|Bulletin)\b"
    r"|^(?:Nature|Science|Cell|PNAS|The Lancet|eLife|PLOS|npj|BMC|NEJM|IEEE Access|ACS)\b"
    r"|^(?:\w+ )?(?:Communications|Reports|Reviews|Genomics)\b"
)
# Keys that some sites have beside the theme's, and that are fields of BibTeX.
FURTHER = ("tldr", "keywords", "award", "doi", "volume", "number", "pages", "publisher")
ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@dataclass
class Venue:
    """What a line about a paper says of where it appeared; `fields` of its entry say the rest."""

    name: str = ""
    badge: str = ""
    role: str = ""
    fields: dict[str, str] = field(default_factory=dict)


def venue_of(text: str) -> Venue:
    """ "[ICLR 2025 (Spotlight 5.1%) | Second Author] International Conference on …" in words."""
    venue = Venue(text.strip(" .,"))
    if match := PRINTED.fullmatch(text.strip()):
        venue.name = match["name"].strip(" .,")
        for part in match["badge"].split("|"):
            words = IN_BRACKETS.sub("", part).strip()
            for inner in IN_BRACKETS.findall(part):
                _remark(venue, inner)
            if words and not (venue.badge or ROLE.fullmatch(words) or _status(words)):
                venue.badge = words
            else:
                _remark(venue, words)
    elif status := _status(venue.name):
        venue.fields["pubstate"] = status
        venue.name = "" if NOTHING_ELSE.fullmatch(venue.name) else venue.name
    return venue


def _remark(venue, words):
    """A rank, how it was presented, an award, a status; else a note."""
    words, said = words.strip(" ,;|"), venue.fields
    if rank := RANK.fullmatch(words):
        said["rank"] = f"{rank['scheme']}-{rank['level']}"
    elif ROLE.fullmatch(words):
        venue.role = words
    elif status := _status(words):
        said["pubstate"] = status
    elif AWARDED.search(words):
        said["award_name2" if "award_name" in said else "award_name"] = words
    else:
        if match := PRESENTATIONS.search(words):
            said["presentation"] = match[1].lower()
        if not match or words.casefold() != said["presentation"]:
            said["note"] = "; ".join(filter(None, [said.get("note"), words]))


def _status(words):
    return next((name for name, pattern in STATUSES.items() if re.search(pattern, words, re.I)), "")


def fields_of(venue: Venue) -> tuple[str, dict[str, str]]:
    """The entry type, and the fields that say the venue."""
    fields, entry_type = {"abbr": venue.badge, **venue.fields}, "misc"
    if venue.name:
        is_article = JOURNALS.search(venue.name)
        entry_type, name = ("article", "journal") if is_article else type_of(venue.name)
        fields[name] = venue.name
    elif venue.badge:
        entry_type, fields["booktitle"] = "inproceedings", badge_year(venue.badge)[0]
    return entry_type, fields


def roles_of(names: list[Name], place: int) -> set[str]:
    """The roles that a name at a place (from 0) has by the list: {"first", "co-first"}."""
    roles = {ORDER[place]} if place < len(ORDER) else set()
    if place == len(names) - 1 and place:
        roles.add("last")
    equal = ["*" in name.marks for name in names]
    if all(equal[: place + 1]) and sum(equal) > 1:
        roles |= {"co-first", "cofirst", "first"}
    return roles


def keep_rank(site: SiteRecord, venue: Venue, place: Place) -> None:
    """A rank is the venue's."""
    if venue.badge and "rank" in venue.fields:
        scheme, _sign, level = venue.fields["rank"].rpartition("-")
        site.venue_ranks.setdefault(badge_year(venue.badge)[0], (scheme, level, place))


# --- A site's files ------------------------------------------------------------------------------


def read(theme) -> None:
    """`theme` is a luost26.Luost26. Adds the papers and the sites of their authors."""
    printed, keys = set(), set()
    for document in theme.own_documents("publications"):
        if "Your Name" in document.front.list("authors"):
            theme.tree.leave_out(document.path, DEMO)
        elif reference := paper_of(theme, document, TABLE):
            if reference.key in keys:  # files of two years may have one name
                path = document.path.removeprefix("_publications/")
                reference.key = key_of(path.rpartition(".")[0])
            keys.add(reference.key)
            names = parse_names(reference.fields.get("author", ""))[0]
            printed.update(name.display for name in names)
            venue = _venue(document)
            keep_rank(theme.record, venue, document.place("pub"))
            _check_role(theme, document, venue, names)
            theme.attach(reference, document)
            if cover := theme.file(document.front.text("cover"), document.place("cover")):
                reference.files.append(("cover", cover))
            theme.leave_looks(document)
            theme.printed.add(reference, is_file=True)
    _coauthors(theme, theme.own_data(AUTHORS), printed)


def _coauthors(theme, people, printed):
    """Where co-authors have their own sites, but for samples and for names on no paper."""
    for key in people:
        person, line = people.mapping(key), people.lines[key]
        name, url = person.text("name") or key, person.text("url")
        person.text("bold")
        if is_demo(key) or is_demo(url):
            theme.tree.leave_out(AUTHORS, DEMO, line=line)
        elif name in theme.self_names:
            theme.tree.leave_out(AUTHORS, _("these are the pages of that name"), line=line)
        elif url and name in printed:
            values = {"names": name, "url": url}
            theme.add(Coauthor, f"{AUTHORS}#{key}", Place(AUTHORS, line), values, name)
        elif url:
            theme.tree.leave_out(AUTHORS, _("no paper of the site prints this name"), line=line)


def _venue(document):
    """`pub`, and what the theme prints around it."""
    before, name, after, last, badge = (
        to_words(document.front.text(key)).strip()
        for key in ("pub_pre", "pub", "pub_post", "pub_last", "pub_ab")
    )
    status = _status(before)
    if before and not status and before.casefold().rstrip(":") != "in":
        name = f"{before} {name}"
    venue = venue_of(name)
    venue.fields |= {"pubstate": status} if status else {}
    venue.badge = venue.badge or badge
    _remark(venue, after.strip(" ,."))
    _remark(venue, last.strip(" ,."))
    return venue


def _date(_theme, document, key):
    """Year and month of `pub_date`; the day of `date` orders the list, and is none."""
    document.front.get("date")
    with suppress(ValidationError):
        return PartialDate.parse(to_words(document.front.text(key))).edtf
    return ""


def _year(theme, document, keys):
    """Where `pub_date` is none."""
    return "" if _date(theme, document, "pub_date") else year(theme, document, keys)


def _abstract(theme, document, key):
    return theme.html(document.front.text(key), document.place(key))


def _joined(_theme, document, key):
    return ", ".join(map(to_words, document.front.texts(key)))


def _note(theme, document, key):
    """Its own, behind what the venue says."""
    said = [_venue(document).fields.get("note"), _joined(theme, document, key)]
    return "; ".join(filter(None, said))


TABLE = PaperTable(
    {
        "title": (words, "title"),
        "date": (_date, "pub_date"),
        "year": (_year, "pub_date date"),
        "abstract": (_abstract, "abstract"),
        "selected": (is_true, "selected"),
        **{name: (_joined, name) for name in FURTHER},
        "note": (_note, "note"),
    },
    venue=lambda _theme, document: fields_of(_venue(document)),
)


def _check_role(theme, document, venue, names):
    """A role that the source states is computed here from the list of authors."""
    if not venue.role:
        return
    own = [at for at, name in enumerate(names) if name.display in theme.self_names]
    stated = ROLE.fullmatch(venue.role)["role"].lower().replace(" ", "-")
    if stated not in (roles_of(names, own[-1]) if own else ()):
        reason = _("the list of authors says another role, which pages here show")
        theme.tree.not_understood(document.place("pub"), venue.role, reason)
