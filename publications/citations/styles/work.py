"""A CSL item as the styles ask for it."""

from functools import cached_property

from publications.citations.styles.people import Person
from publications.citations.styles.words import plain

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SEASONS = "Spring", "Summer", "Fall", "Winter"


class Work:
    """`work["page"]` is the text of a variable, "" where there is none."""

    def __init__(self, item: dict):
        self.item = item
        self.type = item["type"]

    def __getitem__(self, variable: str) -> str:
        return plain(str(self.item.get(variable) or ""))

    @property
    def title(self) -> str:
        return self["title"]

    def people(self, role: str) -> list[Person]:
        return [Person.read(name) for name in self.item.get(role, ())]

    @property
    def et_al(self) -> bool:
        return bool(self.item.get("custom", {}).get("et_al"))

    @property
    def is_english(self) -> bool:
        """Only English titles change their case."""
        return self["language"].lower()[:2] in ("", "en")

    @property
    def short_container(self) -> str:
        return self["container-title-short"] or self["container-title"]

    @property
    def address(self) -> str:
        return self.doi or self["URL"]

    @property
    def doi(self) -> str:
        return f"https://doi.org/{self['DOI']}" if self["DOI"] else ""

    @property
    def accessed(self) -> list[int]:
        """[year, month, day] of the last look at the address; [] where no day is told."""
        parts = (self.item.get("accessed") or {}).get("date-parts") or [[]]
        return parts[0] if len(parts[0]) == 3 else []

    # --- When ---------------------------------------------------------------------------------

    @cached_property
    def _issued(self) -> dict:
        return self.item.get("issued") or {}

    @cached_property
    def _parts(self) -> list[list[int]]:
        return self._issued.get("date-parts", [])

    @property
    def is_about(self) -> bool:
        return bool(self._issued.get("circa"))

    @property
    def year(self) -> str:
        """ "1843", "1840–1841", or the words of a date that says no year."""
        years = dict.fromkeys(str(parts[0]) for parts in self._parts)
        return "–".join(years) or self._issued.get("literal", "")

    @property
    def month(self) -> str:
        """The month or season; "" for a range, which says its years only."""
        parts = self._parts[0] if len(self._parts) == 1 else []
        if len(parts) > 1:
            return MONTHS[parts[1] - 1]
        season = self._issued.get("season")
        return SEASONS[season - 1] if season in (1, 2, 3, 4) else ""

    @property
    def day(self) -> int:
        parts = self._parts[0] if len(self._parts) == 1 else []
        return parts[2] if len(parts) > 2 else 0

    @property
    def month_and_day(self) -> str:
        return f"{self.month} {self.day}" if self.day else self.month
