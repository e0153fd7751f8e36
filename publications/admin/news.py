"""Papers in the news: on the forms of news and projects, and in drafts of news."""

from django.contrib import admin
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.admin.forms import ScopedTabularInline
from profiles.admin.hardening import BoundedInlineFormSet
from profiles.admin.items import drafts
from profiles.markup.parser import Reference
from profiles.models import NewsItem, Project, Researcher
from publications import references
from publications.models import APPEARED, NewsMention, ProjectPaper, Publication, Status


class PaperInline(ScopedTabularInline):
    fields = ["publication"]
    autocomplete_fields = ["publication"]

    def get_queryset(self, request):
        """A mentioned paper may have become a colleague's draft since: then it is not named."""
        papers = access.pickable(Publication.objects.all(), request.user)
        mentioned = Exists(papers.filter(pk=OuterRef("publication")))
        return super().get_queryset(request).filter(mentioned)


class MentionFormSet(BoundedInlineFormSet):
    """Saved with the news: what its text refers to needs no choosing."""

    def save_existing(self, form, obj, commit=True):
        form.instance.by_hand = True
        return super().save_existing(form, obj, commit)

    def save(self, commit=True):
        saved = super().save(commit)
        if commit:
            references.update_mentions(self.instance)
        return saved


class NewsMentionInline(PaperInline):
    model = NewsMention
    formset = MentionFormSet
    verbose_name_plural = _("papers in the news: those that the text links to come by themselves")


class ProjectPaperInline(PaperInline):
    model = ProjectPaper


for model, inline in ((NewsItem, NewsMentionInline), (Project, ProjectPaperInline)):
    model_admin = admin.site.get_model_admin(model)
    model_admin.inlines = [*model_admin.inlines, inline]


def about_paper(user, pk: int) -> tuple[Researcher, str] | None:
    """Whose page may tell of a paper, and a draft of it; None where `user` may not."""
    paper = Publication.objects.filter(pk=pk).select_related("venue").first()
    if paper is None:
        return None
    # Of the user's records, the one that brought it; else one that it is linked to.
    records = access.records_of(user)
    person = records.filter(pk=paper.owner_id).first()
    person = person or records.filter(authorships__publication=paper).order_by("pk").first()
    if person is None:
        return None
    venue = (paper.venue and paper.venue.short_name) or paper.container_title
    where = " ".join(filter(None, [venue, str(paper.year or "")]))
    values = {"paper": reference(paper, person), "where": where}
    sentence = _("%(paper)s was accepted to %(where)s.")
    if paper.status == Status.PREPRINT or not where:
        sentence = _("%(paper)s is out.")
    elif paper.status in APPEARED:
        sentence = _("%(paper)s was published in %(where)s.")
    sentences = [sentence % values]
    if award := paper.awards.last():
        sentences.append(_("It received the %(award)s.") % {"award": award.name})
    return person, " ".join(sentences)


def reference(paper: Publication, person: Researcher) -> str:
    """`[[Short name]]` or `[@key]`, whichever means this paper alone; else by its address."""
    papers = references.lookup(person, drafts=True)
    for name, is_key in ((paper.short_name, False), (paper.citation_key, True)):
        typed = f"[@{name}]" if is_key else f"[[{name}]]"
        plain = name and not any(sign in name for sign in "[]`\\\n")
        if plain and papers.find(Reference(name, is_key, typed)) == [paper]:
            return typed
    return f"[@{paper.slug}]"


drafts["paper"] = about_paper
