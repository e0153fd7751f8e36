"""One row of a researcher's record -> one entry of the CV, in the order a reader expects."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from profiles import languages
from profiles.dates import format_range
from profiles.models import Section

Kind = Section.Kind


@dataclass(frozen=True)
class Entry:
    """`title` and `details` are one line each and may hold inline Markdown; `body` is blocks."""

    title: str
    when: str = ""
    url: str = ""
    details: tuple[str, ...] = ()
    body: str = ""
    links: tuple[tuple[str, str], ...] = ()


def joined(*parts: str, by: str | None = None) -> str:
    """Separated as the language does, unless `by` says how."""
    by = languages.comma() if by is None else by
    return by.join(part for part in parts if part)


def labelled(label: str, text: str) -> str:
    return f"{label}{_blank_behind(label)}{text}" if text else ""


def _blank_behind(label):
    """A Chinese colon brings its own."""
    return "" if label.endswith("：") else " "


def details(*lines: str) -> tuple[str, ...]:
    return tuple(line for line in lines if line)


def organisation(row) -> str:
    name = row.translated("organisation")
    short = row.organisation_abbreviation
    return place(row.translated("department"), f"{name} ({short})" if short else name)


def place(department: str, organisation: str) -> str:
    if languages.large_first():
        return joined(organisation, department, by=" ")
    return joined(department, organisation)


def period(row) -> str:
    return format_range(row.start, row.end, short=True)


def periods(dates) -> str:
    ranges = [format_range(start, end, short=True) for start, end in dates]
    return languages.list_comma().join(ranges)


def education(row) -> Entry:
    return Entry(
        joined(row.translated("degree"), row.translated("field_of_study")),
        period(row),
        row.organisation_url,
        details(
            joined(organisation(row), row.translated("place")),
            labelled(_("Advisor:"), row.translated("advisor")),
            labelled(_("Thesis:"), row.translated("thesis")),
            labelled(_("Grade:"), row.translated("grade")),
        ),
        row.translated("description"),
    )


def experience(row) -> Entry:
    return Entry(
        row.translated("role") or str(row.get_kind_display()).capitalize(),
        period(row),
        row.organisation_url,
        details(
            joined(organisation(row), row.translated("place")),
            labelled(_("Mentor:"), row.translated("mentor")),
        ),
        row.translated("description"),
    )


def award(row) -> Entry:
    name = row.translated("name")
    short = f"({row.abbreviation})" if row.abbreviation else ""
    alternate = "" if row.alternate_name == name else row.alternate_name
    others = row.translated("co_recipients")
    shared = _("shared with %(names)s") % {"names": others} if others else ""
    return Entry(
        joined(name, short, alternate, by=" "),
        periods(row.dates),
        row.url,
        details(joined(row.translated("awarder"), shared)),
        row.translated("note"),
    )


def grant(row) -> Entry:
    return Entry(
        row.translated("title"),
        period(row),
        row.url,
        details(joined(row.translated("funder"), row.number, row.translated("role"), row.amount)),
        row.translated("description"),
    )


def project(row) -> Entry:
    return Entry(
        row.translated("title"),
        period(row),
        details=details(row.translated("role")),
        body=row.translated("description"),
        links=tuple(row.shown_links),
    )


def talk(row) -> Entry:
    where = joined(row.translated("event"), row.translated("place"))
    return Entry(
        row.translated("title"),
        row.date.short() if row.date else "",
        row.event_url,
        details(joined(str(row.get_kind_display()).capitalize(), where)),
        row.translated("description"),
        tuple(row.shown_links),
    )


def teaching(row) -> Entry:
    return Entry(
        joined(row.code, row.translated("title"), by=" "),
        periods(row.dates),
        row.url,
        details(joined(row.translated("role"), organisation(row), row.translated("place"))),
        row.translated("description"),
    )


def student(row) -> Entry:
    level = str(row.get_level_display()).capitalize()
    return Entry(
        row.translated("name"),
        period(row),
        row.url,
        details(
            joined(level, row.translated("role")),
            row.translated("topic"),
            labelled(_("Now:"), row.translated("now")),
        ),
    )


def service(row) -> Entry:
    role = row.translated("role") or str(row.get_kind_display()).capitalize()
    return Entry(
        joined(role, row.translated("body")),
        periods(row.dates),
        row.url,
        body=row.translated("description"),
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
