"""One row of a researcher's record -> one entry of the CV, in the order a reader expects."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from profiles import languages
from profiles.dates import format_range
from profiles.models import Section

Kind = Section.Kind


class Said(str):
    """A text that knows its language where that is not the page's: Said("Physics", "en")."""

    language: str

    def __new__(cls, text: str, language: str = ""):
        text = super().__new__(cls, text)
        text.language = language
        return text


def said(row, field: str) -> Said:
    return Said(row.translated(field), languages.differing(row, field))


def ours(words: str) -> Said:
    """A word of the interface, which is in the page's language."""
    return Said(str(words).capitalize())


@dataclass(frozen=True)
class Entry:
    """`title` and `details` are one line each and may hold inline Markdown; `body` is blocks."""

    title: str
    when: str = ""
    url: str = ""
    details: tuple[str, ...] = ()
    body: str = ""
    links: tuple[tuple[str, str], ...] = ()


def joined(*parts: str, by: str | None = None) -> Said:
    """Separated as the language does, unless `by` says how. In one language if its parts are;
    numbers, signs and names are in none.
    """
    kept = [part for part in parts if part]
    spoken = {part.language for part in kept if isinstance(part, Said)}
    language = spoken.pop() if len(spoken) == 1 else ""
    by = languages.comma(language) if by is None else by
    return Said(by.join(kept), language)


def labelled(label: str, text: str) -> str:
    return f"{label}{_blank_behind(label)}{text}" if text else ""


def _blank_behind(label):
    """A Chinese colon brings its own."""
    return "" if label.endswith("：") else " "


def details(*lines: str) -> tuple[str, ...]:
    return tuple(line for line in lines if line)


def organisation(row) -> str:
    short = f"({row.organisation_abbreviation})" if row.organisation_abbreviation else ""
    return place(said(row, "department"), joined(said(row, "organisation"), short, by=" "))


def place(department: str, organisation: str) -> str:
    if languages.large_first() and not getattr(organisation, "language", ""):
        return joined(organisation, department, by=" ")
    return joined(department, organisation)


def period(row) -> str:
    return format_range(row.start, row.end, short=True)


def periods(dates) -> str:
    ranges = [format_range(start, end, short=True) for start, end in dates]
    return languages.list_comma().join(ranges)


def education(row) -> Entry:
    return Entry(
        joined(said(row, "degree"), said(row, "field_of_study")),
        period(row),
        row.organisation_url,
        details(
            joined(organisation(row), said(row, "place")),
            labelled(_("Advisor:"), said(row, "advisor")),
            labelled(_("Thesis:"), said(row, "thesis")),
            labelled(_("Grade:"), said(row, "grade")),
        ),
        said(row, "description"),
    )


def experience(row) -> Entry:
    return Entry(
        said(row, "role") or ours(row.get_kind_display()),
        period(row),
        row.organisation_url,
        details(
            joined(organisation(row), said(row, "place")),
            labelled(_("Mentor:"), said(row, "mentor")),
        ),
        said(row, "description"),
    )


def award(row) -> Entry:
    name = said(row, "name")
    short = f"({row.abbreviation})" if row.abbreviation else ""
    alternate = "" if row.alternate_name == name else row.alternate_name
    others = said(row, "co_recipients")
    shared = _("shared with %(names)s") % {"names": others} if others else ""
    return Entry(
        joined(name, short, alternate, by=" "),
        periods(row.dates),
        row.url,
        details(joined(said(row, "awarder"), shared)),
        said(row, "note"),
    )


def grant(row) -> Entry:
    return Entry(
        said(row, "title"),
        period(row),
        row.url,
        details(joined(said(row, "funder"), row.number, said(row, "role"), row.amount)),
        said(row, "description"),
    )


def project(row) -> Entry:
    return Entry(
        said(row, "title"),
        period(row),
        details=details(said(row, "role")),
        body=said(row, "description"),
        links=tuple(row.shown_links),
    )


def talk(row) -> Entry:
    where = joined(said(row, "event"), said(row, "place"))
    return Entry(
        said(row, "title"),
        row.date.short() if row.date else "",
        row.event_url,
        details(joined(ours(row.get_kind_display()), where)),
        said(row, "description"),
        tuple(row.shown_links),
    )


def teaching(row) -> Entry:
    return Entry(
        joined(row.code, said(row, "title"), by=" "),
        periods(row.dates),
        row.url,
        details(joined(said(row, "role"), organisation(row), said(row, "place"))),
        said(row, "description"),
    )


def student(row) -> Entry:
    level = ours(row.get_level_display())
    return Entry(
        said(row, "name"),
        period(row),
        row.url,
        details(
            joined(level, said(row, "role")),
            said(row, "topic"),
            labelled(_("Now:"), said(row, "now")),
        ),
    )


def service(row) -> Entry:
    role = said(row, "role") or ours(row.get_kind_display())
    return Entry(
        joined(role, said(row, "body")),
        periods(row.dates),
        row.url,
        body=said(row, "description"),
    )


MAKERS = {
    Kind.EDUCATION: education,
    Kind.EXPERIENCE: experience,
    Kind.AWARDS: award,
    Kind.GRANTS: grant,
    Kind.PROJECTS: project,
    Kind.TALKS: talk,
    Kind.TEACHING: teaching,
    Kind.STUDENTS: student,
    Kind.SERVICE: service,
}
