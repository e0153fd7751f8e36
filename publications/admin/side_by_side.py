"""Records beside each other, row by row, and in words what becomes of what differs."""

from dataclasses import dataclass

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from profiles import access, preview_links
from profiles.models import Researcher
from publications.fields import display, label
from publications.merging import COMPARED, Kept, PublicationMerge
from publications.models import NewsMention, ProjectPaper, Publication

LONG = 160
AUTHORS_SHOWN = 12


@dataclass
class Row:
    label: str
    # One cell for each record: (text, picture's address).
    cells: list[tuple[str, str]]

    @property
    def differs(self) -> bool:
        return len({cell for cell in self.cells if any(cell)}) > 1


def rows(papers: list[Publication], user) -> list[Row]:
    """What at least one of the records says, in the order of the form."""
    made = [
        _row(_("title"), papers, lambda p: p.title),
        _row(_("authors"), papers, _authors),
        _row(_("on the site"), papers, _state),
        _row(_("whose"), papers, lambda p: _whose(p, user)),
        *(_row(label(name), papers, lambda p, n=name: _cell(p, n)) for name in _columns()),
        _row(_("other versions"), papers, lambda p: _joined(p.versions.all())),
        _row(_("links"), papers, lambda p: _joined(row.name for row in p.links.all())),
        _row(_("awards"), papers, lambda p: _joined(p.awards.all())),
        _row(_("topics"), papers, lambda p: _joined(p.topics.all())),
        _row(_("further BibTeX fields"), papers, lambda p: _joined(n for n, _v in p.fields)),
        _row(_("imported from"), papers, _sources),
        _row(_("news and projects"), papers, lambda p: _mentions(p, user)),
        Row(
            _("cover"),
            [("", preview_links.file_url(p.cover.url) if p.cover else "") for p in papers],
        ),
    ]
    return [row for row in made if any(any(cell) for cell in row.cells)]


def _columns():
    return [name for name in COMPARED if name not in ("title", "cover")]


def _row(heading, papers, read):
    return Row(heading, [(str(read(paper)), "") for paper in papers])


def _cell(paper, name):
    return Truncator(display(name, getattr(paper, name))).chars(LONG)


def _joined(items):
    return ", ".join(str(item) for item in items)


def _authors(paper):
    names = [row.name for row in paper.authorships.all() if row.role != "listed" and row.name]
    more = len(names) - AUTHORS_SHOWN
    listed = ", ".join(names[:AUTHORS_SHOWN])
    rest = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more}
    return f"{listed} {rest}" if more > 0 else listed


def _state(paper):
    return {"draft": _("Draft"), "scheduled": _("Scheduled"), "published": _("Published")}[
        paper.state
    ]


def _whose(paper, user):
    """Members that `user` may know of: who brought it, and who is linked."""
    known = access.pickable(Researcher.objects.all(), user)
    people = known.filter(pk__in=paper.authorships.exclude(researcher=None).values("researcher"))
    brought = known.filter(pk=paper.owner_id).first()
    texts = [_("brought by %(name)s") % {"name": brought}] if brought else []
    return "; ".join([*texts, _joined(people)] if people else texts)


def _sources(paper):
    return _joined(
        dict.fromkeys(source.file or source.citation_key for source in paper.sources.all())
    )


def _mentions(paper, user):
    news = access.visible(NewsMention.objects.filter(publication=paper), user).count()
    projects = access.visible(ProjectPaper.objects.filter(publication=paper), user).count()
    texts = []
    if news:
        texts.append(
            ngettext("%(count)s news item", "%(count)s news items", news) % {"count": news}
        )
    if projects:
        text = ngettext("%(count)s project", "%(count)s projects", projects)
        texts.append(text % {"count": projects})
    return ", ".join(texts)


# --- In words -------------------------------------------------------------------------------------


def told(join: PublicationMerge) -> list[tuple]:
    """(record, what it fills, [(where its other words go, [(label, value)])]) for each."""
    return [(part, _labels(part.fills), _by_place(part)) for part in join.parts]


def _labels(names):
    return ", ".join(label(name) for name in names)


def _by_place(part):
    places = {}
    for difference in part.differences:
        value = Truncator(difference.value).chars(LONG)
        row = (label(difference.name), value)
        places.setdefault(difference.kept, []).append(row)
    return [(place_in_words(kept), places[kept]) for kept in Kept if kept in places]


def place_in_words(kept: Kept) -> str:
    return {
        Kept.VERSION: _("Kept as another version of the paper:"),
        Kept.LINK: _("Kept as a further link:"),
        Kept.ENTRY: _("Stays in the BibTeX entry that it was imported from:"),
        Kept.NEW_ENTRY: _("Kept in a BibTeX entry that is made of this record:"),
        Kept.HISTORY: _("Only the record’s history keeps it, since a paper has one:"),
    }[kept]
