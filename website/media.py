"""Uploaded files, given out one by one: only of a known kind, and only while something shows them.

The names are random and made by the server, so a path of any other shape is refused unread.

A picture of the Markdown editor is public while a public text of its record shows it. The texts
themselves are asked, at each request: so a moment that comes, a withdrawal, an undone edit need no
list that could lag behind. Another's text that names it makes nothing public: else whoever knows
the name of a picture that was taken back could put it on show again.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import chain

from django.db.models import Model, Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.views import View

from profiles import access
from profiles.items import KINDS
from profiles.models import (
    Affiliation,
    Education,
    Experience,
    LabNewsItem,
    Page,
    Picture,
    Project,
    ProjectLink,
    Redirect,
    Researcher,
    ResearcherLink,
    Section,
    SiteSettings,
    TalkLink,
    Teaching,
)
from profiles.site import second_languages
from publications.models import Publication, PublicationLink, public_papers
from uploads.documents import answer, unchanged
from uploads.images import file_columns
from website.search.documents import about_public_researchers, home_page_texts

SHAPE = re.compile(r"(?P<folder>[a-z]+)/(?P<name>[a-z0-9]+(?:-\d+x\d+)?)(?:-\d+)?\.(?P<ext>[a-z]+)")


def stored_name(path: str) -> str | None:
    """The stored name behind a path, which may be a smaller rendition; None for any other path."""
    match = SHAPE.fullmatch(path)
    return "{folder}/{name}.{ext}".format(**match.groupdict()) if match else None


def may_show(path: str) -> bool:
    """Whether something public shows the file at `path`."""
    name = stored_name(path)
    public_rows = VISIBILITY_CHECKS.get(name.partition("/")[0]) if name else None
    return bool(public_rows) and any(rows.exists() for rows in public_rows(name))


def may_read(path: str, editor) -> bool:
    """Whether `editor` may read, in the admin, a row that holds the file or text that shows it."""
    name = stored_name(path)
    if not name:
        return False
    holders = (model._default_manager.filter(**{column: name}) for model, column in file_columns())
    every = chain(holders, _rows_that_show(name, with_drafts=True))
    return any(access.visible(rows, editor).exists() for rows in every)


def rows_showing(name: str) -> list[Model]:
    """In whose texts the picture is, drafts included: for who edits its record."""
    of_each_kind = _rows_that_show(name, with_drafts=True)
    return list(dict.fromkeys(row for rows in of_each_kind for row in rows))


class MediaView(View):
    http_method_names = ["get", "head"]
    # Set by website.previews alone: whose drafts' files are shown, too. The address without it
    # answers everybody alike.
    editor = None

    def get(self, request, path):
        if not (may_show(path) or (self.editor and may_read(path, self.editor))):
            raise Http404
        return unchanged(request, path) or answer(path)


# --- Texts that show pictures ---------------------------------------------------------------------


def _with_biography():
    hidden = Section.objects.public().filter(kind=Section.Kind.BIOGRAPHY, is_shown=False)
    return Researcher.objects.public().exclude(pk__in=hidden.values("researcher"))


@dataclass(frozen=True)
class PageTexts:
    """Rows of `model` whose `columns` a page renders as Markdown; `public()` which visitors read.

    Without it, those are the public rows of public researchers.
    """

    model: type[Model]
    columns: tuple[str, ...]
    public: Callable[[], QuerySet] | None = None


_news, *_others = [
    PageTexts(kind.model, (*kind.markdown, *kind.inline_markdown))
    for kind in KINDS.values()
    if kind.markdown
]
# Where pictures stand most comes first.
TEXTS = [
    PageTexts(Page, ("body",)),
    _news,
    PageTexts(Section, ("body",), lambda: about_public_researchers(home_page_texts())),
    PageTexts(Researcher, ("biography",), _with_biography),
    *_others,
    PageTexts(Researcher, ("interests", "headline", "portrait_caption"), Researcher.objects.public),
    PageTexts(Publication, ("abstract", "note", "tldr"), public_papers),
    PageTexts(SiteSettings, ("welcome", "footer"), SiteSettings.objects.all),
    PageTexts(LabNewsItem, ("body",), LabNewsItem.objects.public),
]


def _rows_that_show(name, with_drafts=False) -> Iterator[QuerySet]:
    """Of each kind of text, the rows that show the picture stored as `name`.

    A picture that is on nobody's record may stand in anybody's text.
    """
    owners = set(Picture.objects.filter(image=name).values_list("researcher", flat=True))
    stem, codes = name.rpartition(".")[0], second_languages() if owners else ()
    for texts in TEXTS if owners else ():
        shown = Q()
        for column in texts.columns:
            shown |= Q(**{f"{column}__contains": stem})
            for code in codes:
                shown |= Q(**{f"translations__{code}__{column}__icontains": stem})
        if None not in owners:
            shown &= access.owned_by(texts.model, owners)
        if with_drafts:
            rows = texts.model._default_manager.all()
        else:
            rows = texts.public() if texts.public else about_public_researchers(texts.model.objects)
        yield rows.filter(shown)


# --- What shows the files of each folder ----------------------------------------------------------


def _links(name):
    """Of a public researcher; or of a public talk or project of one."""
    public = Researcher.objects.public()
    for model in (ResearcherLink, Redirect):
        yield model.objects.filter(file=name, researcher__in=public)
    for model, parent in ((TalkLink, "talk"), (ProjectLink, "project")):
        shown = {
            f"{parent}__published_at__lte": timezone.now(),
            f"{parent}__researcher__in": public,
        }
        yield model.objects.filter(file=name, **shown)


def _logos(name):
    for model in (Education, Experience, Teaching):
        yield about_public_researchers(model.objects).filter(organisation_logo=name)
    public = Researcher.objects.public()
    yield Affiliation.objects.filter(organisation_logo=name, researcher__in=public)


# Folder -> public rows that show the file stored under a name; at most a query for each kind.
VISIBILITY_CHECKS: dict[str, Callable[[str], Collection[QuerySet] | Iterator[QuerySet]]] = {
    "portraits": lambda name: [Researcher.objects.public().filter(portrait=name)],
    "logos": _logos,
    "projects": lambda name: [about_public_researchers(Project.objects).filter(cover=name)],
    "covers": lambda name: [public_papers().filter(cover=name)],
    "documents": lambda name: [
        PublicationLink.objects.filter(file=name, publication__in=public_papers())
    ],
    "files": _links,
    "pictures": _rows_that_show,
    "site": lambda name: [SiteSettings.objects.filter(Q(logo=name) | Q(picture=name))],
}
