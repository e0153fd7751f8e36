"""Whether a text shows a picture of the Markdown editor: it is public while a public text does.

The texts themselves are asked, at each request: so a moment that comes, a withdrawal, a version
brought back, a text of a second language taken away need no list that could lag behind. A picture
is its record's. A text of another's record that names it makes nothing public: else whoever knows
the name of a picture that was taken back could put it on show again.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db.models import Model, Q, QuerySet

from profiles import access, languages
from profiles.items import KINDS
from profiles.models import Page, Picture, Researcher, Section
from website.search.documents import home_page_texts


def _of_researchers(researchers: Collection[int]) -> Q:
    return Q(researcher__in=researchers)


@dataclass(frozen=True)
class Texts:
    """Rows of `model` whose `columns` a page renders as Markdown.

    `public()` are those that visitors read; `of(researchers)` those of some records, by keys.
    """

    model: type[Model]
    public: Callable[[], QuerySet]
    columns: tuple[str, ...]
    of: Callable[[Collection[int]], Q] = _of_researchers

    def that_show(self, stem: str, owners: Collection[int | None]) -> Q:
        """What belongs to nobody's record (None) may stand in anybody's text."""
        shown = self._names(stem)
        return shown if None in owners else shown & self.of(owners)

    def _names(self, stem):
        found = Q()
        for column in self.columns:
            found |= Q(**{f"{column}__contains": stem})
            for code in languages.second_languages():
                found |= Q(**{f"translations__{code}__{column}__icontains": stem})
        return found


def _items(model, *columns):
    def public():
        return model.objects.public().filter(researcher__in=Researcher.objects.public())

    return Texts(model, public, columns)


def _own_texts():
    return home_page_texts().public().filter(researcher__in=Researcher.objects.public())


def _with_biography():
    hidden = Section.objects.public().filter(kind=Section.Kind.BIOGRAPHY, is_shown=False)
    return Researcher.objects.public().exclude(pk__in=hidden.values("researcher"))


def _person(public, *columns):
    return Texts(Researcher, public, columns, lambda researchers: Q(pk__in=researchers))


_news, *_others = [
    _items(kind.model, *kind.markdown, *kind.inline_markdown)
    for kind in KINDS.values()
    if kind.markdown
]
# Where pictures stand most comes first. Apps above add theirs.
kinds: list[Texts] = [
    _items(Page, "body"),
    _news,
    Texts(Section, _own_texts, ("body",)),
    _person(_with_biography, "biography"),
    *_others,
    _person(lambda: Researcher.objects.public(), "interests", "headline", "portrait_caption"),
]


def show(name: str) -> bool:
    """Whether a public text shows the picture stored as `name`; at most a query for each kind."""
    return _some_show(name, lambda kind: kind.public())


def show_to(name: str, editor) -> bool:
    """Whether a text does that `editor` may read in the admin, such as that of a shared paper."""
    return _some_show(name, lambda kind: access.visible(kind.model._default_manager.all(), editor))


def places(name: str) -> list[Model]:
    """The rows in whose texts the picture stands, drafts included: for who edits its record."""
    found = _among(name, lambda kind: kind.model._default_manager.all())
    return list(dict.fromkeys(row for rows in found for row in rows))


def _some_show(name, rows_of):
    return any(rows.exists() for rows in _among(name, rows_of))


def _among(name, rows_of):
    """Of each kind, those rows that show it."""
    owners = set(Picture.objects.filter(image=name).values_list("researcher", flat=True))
    stem = name.rpartition(".")[0]
    for kind in kinds if owners else ():
        yield rows_of(kind).filter(kind.that_show(stem, owners))
