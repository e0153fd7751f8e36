"""News drafted from a paper: that it was accepted, appeared, won an award."""

from django.utils.translation import gettext as _

from profiles import access
from profiles.admin.news_drafts import drafts
from profiles.markup.references import Reference
from profiles.models import Researcher
from publications import references
from publications.models import Publication, Status


def about_paper(user, pk: int) -> tuple[Researcher, str] | None:
    paper = Publication.objects.filter(pk=pk).select_related("venue").first()
    person = paper and _whose(paper, user)
    if not person:
        return None
    where = " ".join(filter(None, [_venue(paper), str(paper.year or "")]))
    values = {"paper": reference(paper, person), "where": where}
    sentences = [_sentence(paper.status, where) % values]
    if award := paper.awards.last():
        sentences.append(_("It received the %(award)s.") % {"award": award.name})
    return person, " ".join(sentences)


def _whose(paper, user):
    """Of the user's records, the one that brought it; else one that it is linked to."""
    records = access.records_of(user)
    own = records.filter(pk=paper.owner_id).first()
    return own or records.filter(authorships__publication=paper).order_by("pk").first()


def _venue(paper):
    return (paper.venue and paper.venue.short_name) or paper.container_title


def _sentence(status, where):
    if status == Status.PREPRINT or not where:
        return _("%(paper)s is out.")
    if status == Status.PUBLISHED:
        return _("%(paper)s was published in %(where)s.")
    return _("%(paper)s was accepted to %(where)s.")


def reference(paper: Publication, person: Researcher) -> str:
    """`[[Short name]]` or `[@key]`, whichever means this paper alone; else by its address."""
    papers = references.of(person, drafts=True)
    for name, is_key in ((paper.short_name, False), (paper.citation_key, True)):
        typed = f"[@{name}]" if is_key else f"[[{name}]]"
        plain = name and not any(sign in name for sign in "[]`\\\n")
        if plain and papers.find(Reference(name, is_key, typed)) == [paper]:
            return typed
    return f"[@{paper.slug}]"


drafts["paper"] = about_paper
