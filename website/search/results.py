"""What the results page shows: how much of each kind was found, and the best of it."""

from dataclasses import dataclass
from functools import cached_property

from django.core.paginator import Page, Paginator
from django.utils.safestring import SafeString

from profiles.markup import plain_text
from website.search import marking, query, words
from website.search.kinds import Kind, kinds

IN_OVERVIEW, PER_PAGE = 5, 20
# Nobody reads further, and a common word must not keep the server busy.
COUNTED_AT_MOST = 1_000


@dataclass(frozen=True)
class Hit:
    # What the kind's template shows: the row itself, or what the kind makes of it.
    row: object
    # A piece of its text with what was sought in it marked, or "".
    quote: SafeString


@dataclass
class Found:
    """What of one kind was found."""

    kind: Kind
    query: str
    is_chosen: bool = False

    @cached_property
    def rows(self):
        return query.find(self.kind, self.query)

    @cached_property
    def count(self) -> int:
        """Up to COUNTED_AT_MOST."""
        return self.rows.order_by().values("pk")[:COUNTED_AT_MOST].count()

    @property
    def is_counted_short(self) -> bool:
        return self.count == COUNTED_AT_MOST

    @property
    def has_more(self) -> bool:
        return self.count > IN_OVERVIEW

    def best(self) -> list[Hit]:
        return self.hits(self.rows[:IN_OVERVIEW])

    def page(self, number: str) -> Page:
        paginator = Paginator(self.rows[: self.count], PER_PAGE)
        paginator.count = self.count
        return paginator.get_page(number)

    def hits(self, rows) -> list[Hit]:
        rows = list(rows)
        sought, texts = words.terms(self.query), self.kind.texts([row.pk for row in rows])
        quotes = [marking.quote(map(plain_text, texts[row.pk].body), sought) for row in rows]
        return [Hit(*pair) for pair in zip(self.kind.present(rows), quotes, strict=True)]


def search(typed: str, chosen: str = "") -> list[Found]:
    """What was found, of each kind of which there is something; of a chosen kind, even nothing."""
    if not words.terms(typed):
        return []
    everything = [Found(kind, typed, kind.name == chosen) for kind in kinds()]
    return [found for found in everything if found.count or found.is_chosen]
