"""One entry of a CV, and how its lines are put together in the language of the page."""

from dataclasses import dataclass

from profiles import languages
from profiles.dates import format_range


class LocalizedText(str):
    """A text that knows its language, where that is not the page's: ("Physik", "de")."""

    language: str

    def __new__(cls, text: str, language: str = ""):
        text = super().__new__(cls, text)
        text.language = language
        return text


def localized(row, field: str) -> LocalizedText:
    """A text of the row in the page's language, or marked with its own."""
    return LocalizedText(row.translated(field), languages.differing(row, field))


def choice_label(label: str) -> LocalizedText:
    """A word of the interface, which is in the page's language."""
    return LocalizedText(str(label).capitalize())


@dataclass(frozen=True)
class CVEntry:
    """`title` and `details` are one line each and may hold inline Markdown; `body` is blocks."""

    title: str
    when: str = ""
    url: str = ""
    details: tuple[str, ...] = ()
    body: str = ""
    links: tuple[tuple[str, str], ...] = ()
    # Its row, the id of that on the page, and the picture of its organisation.
    row: object = None
    anchor: str = ""
    logo: object = None


def joined(*parts: str, by: str | None = None) -> LocalizedText:
    """Separated as the language does, unless `by` says how. In one language if its parts are;
    numbers, signs and names are in none.
    """
    kept = [part for part in parts if part]
    spoken = {part.language for part in kept if isinstance(part, LocalizedText)}
    language = spoken.pop() if len(spoken) == 1 else ""
    by = languages.comma(language) if by is None else by
    return LocalizedText(by.join(kept), language)


def labelled(label: str, text: str) -> str:
    """ "Advisor: Ada"; a Chinese colon brings its own blank. "" without a text."""
    return f"{label}{'' if label.endswith('：') else ' '}{text}" if text else ""


def lines(*texts: str) -> tuple[str, ...]:
    """Return the texts that are not empty."""
    return tuple(filter(None, texts))


def organisation(row) -> str:
    """Department, organisation and its abbreviation, in the order of the language."""
    short = f"({row.organisation_abbreviation})" if row.organisation_abbreviation else ""
    return place(
        localized(row, "department"), joined(localized(row, "organisation"), short, by=" ")
    )


def place(department: str, organisation: str) -> str:
    """Department and organisation, the larger first where the language has it so."""
    if languages.large_first() and not getattr(organisation, "language", ""):
        return joined(organisation, department, by=" ")
    return joined(department, organisation)


def period(row) -> str:
    """ "2020 – present" of a row with a start and an end."""
    return format_range(row.start, row.end, short=True)


def periods(dates) -> str:
    """Write several dates and ranges in one line."""
    ranges = [format_range(start, end, short=True) for start, end in dates]
    return languages.list_comma().join(ranges)


def links(row) -> tuple[tuple[str, str], ...]:
    """(label, address) of the links of a row."""
    return tuple((link.label, link.href) for link in row.links.all())
