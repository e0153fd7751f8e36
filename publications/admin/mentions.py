"""Papers on the forms of news and projects, which live upstream and know nothing of papers."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.admin.base import GuardedTabularInline
from profiles.admin.forged import RowsSent
from profiles.models import NewsItem, Project
from publications import mentions
from publications.models import NewsMention, ProjectPaper, Publication


class PaperInline(GuardedTabularInline):
    fields = ["publication"]
    autocomplete_fields = ["publication"]

    def get_queryset(self, request):
        """A mentioned paper may have become a colleague's draft since: then it is not named."""
        papers = access.pickable(Publication.objects.all(), request.user)
        return super().get_queryset(request).filter(publication__in=papers.values("pk"))


class MentionFormSet(RowsSent):
    """Saved with the news: what its text refers to needs no choosing."""

    def save_existing(self, form, obj, commit=True):
        form.instance.by_hand = True
        return super().save_existing(form, obj, commit)

    def save(self, commit=True):
        saved = super().save(commit)
        if commit:
            mentions.follow(self.instance)
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
