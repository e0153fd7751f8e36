"""Who may make two records one, by profiles.access; and what may not be brought into view so."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from profiles import access
from publications import claims
from publications.models import Publication


def refusal(papers: Iterable[Publication], user) -> str:
    """Why `user` may not join these papers; '' where they may.

    They edit each of them. Beside a public paper, a draft becomes public: that takes the right to
    publish, and a draft that colleagues are linked to, or brought, waits for its own publication.
    """
    papers = list(papers)
    own = Publication.objects.filter(pk__in=[paper.pk for paper in papers])
    if access.editable(own, user).count() != len(papers):
        return _("You may merge only papers that you may edit.")
    drafts = [paper for paper in papers if not paper.is_public]
    if not drafts or len(drafts) == len(papers) or access.is_manager(user):
        return ""
    if access.publishable(own, user).count() != len(papers):
        return _("One of them is public already: only who may publish may merge it with a draft.")
    records = access.records_of(user)
    for paper in drafts:
        if claims.is_shared(paper, records):
            text = _("“%(title)s” is a draft that is not yours alone. Publish it first.")
            return text % {"title": paper}
    return ""
