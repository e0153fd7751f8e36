"""The new papers of a plan as a dry run tells them: title, links to people, where they show."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from profiles.models import Researcher
from publications.importer.planner import Plan

PUBLIC, UNLISTED, DRAFT, NOBODYS = "public", "unlisted", "draft", "lab"


@dataclass(slots=True)
class NewPaper:
    """`linked`, `pages` and `asked` hold slugs: whose paper it is, on whose pages visitors see it,
    and who is asked whether it is theirs. `shown`: "public", "draft", "unlisted" (stored, and on no
    page), or "lab" (in the list of all papers, on nobody's page).
    """

    file: str
    line: int
    key: str
    publication: str
    title: str
    shown: str
    linked: list[str] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __str__(self):
        linked = f"linked to {', '.join(self.linked)}" if self.linked else "linked to nobody here"
        where = {
            PUBLIC: f"public on the page of {', '.join(self.pages)}",
            NOBODYS: "public among all papers, on nobody's page",
            UNLISTED: "stored, not listed",
            DRAFT: "a draft, on no page",
        }[self.shown]
        asked = f"; asked: {', '.join(self.asked)}" if self.asked else ""
        place = f"{self.file}:{self.line}:{self.key and ' '}{self.key}"
        return f"{place} new: “{self.title or 'without a title'}”; {linked}; {where}{asked}"


def new_papers(plan: Plan) -> Iterator[NewPaper]:
    """One for each entry that makes a paper, in the files' order."""
    handles, pks = {}, set()
    for paper in plan.papers.values():
        if paper.is_new:
            handles[paper.slug] = paper.pk
            pks.update({paper.owner} - {None}, *map(_people, paper.authors))
    people = Researcher.objects.filter(pk__in=pks)
    slugs = dict(people.values_list("pk", "slug"))
    public = set(people.public().values_list("pk", flat=True))
    for step in plan.steps:
        if step.action == "created" and step.publication in handles:
            paper = plan.papers.peek(handles[step.publication])
            place = step.file, step.line, step.key, step.publication
            new = NewPaper(*place, paper.columns.get("title", ""), _shown(paper, public))
            rows = [row for row in paper.authors if row.researcher]
            new.linked = [slugs[row.researcher] for row in rows]
            if new.shown == PUBLIC:
                seen = (row.researcher for row in rows if not row.is_hidden)
                new.pages = [slugs[pk] for pk in seen if pk in public]
            new.asked = sorted({slugs[pk] for row in paper.authors for pk in _asked(row)})
            yield new


def _shown(paper, public):
    """As `visibility.public_papers` has it of what is stored."""
    if paper.is_draft:
        return DRAFT
    linked = [row for row in paper.authors if row.researcher]
    if any(row.researcher in public and not row.is_hidden for row in linked):
        return PUBLIC
    is_withheld = any(row.is_listed and row.is_hidden for row in paper.authors)
    is_open = not linked and (paper.owner is None or paper.owner in public)
    return NOBODYS if is_open and not is_withheld else UNLISTED


def _people(row):
    return {row.researcher, *row.suggestions} - {None}


def _asked(row):
    return [pk for pk, state in row.suggestions.items() if state == "pending"]
