"""Papers on the forms of news and projects, which live upstream and know nothing of papers."""

from profiles import access
from profiles.admin.base import GuardedTabularInline
from profiles.admin.pages import NewsItemAdmin
from profiles.admin.work import ProjectAdmin
from publications.models import NewsMention, ProjectPaper, Publication


class PaperInline(GuardedTabularInline):
    fields = ["publication"]
    autocomplete_fields = ["publication"]

    def get_queryset(self, request):
        """A mentioned paper may have become a colleague's draft since: then it is not named."""
        papers = access.pickable(Publication.objects.all(), request.user)
        return super().get_queryset(request).filter(publication__in=papers.values("pk"))


class NewsMentionInline(PaperInline):
    model = NewsMention


class ProjectPaperInline(PaperInline):
    model = ProjectPaper


NewsItemAdmin.inlines = [*NewsItemAdmin.inlines, NewsMentionInline]
ProjectAdmin.inlines = [*ProjectAdmin.inlines, ProjectPaperInline]
