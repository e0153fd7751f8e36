"""Two records of one paper: chosen in the list, seen side by side, then made one."""

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import Revision
from history.recording import save_baseline, save_revision
from profiles import access
from publications.admin.side_by_side import rows, told
from publications.matching.duplicates import possible_duplicates
from publications.merging import PublicationMerge, leads_best, mark_not_duplicates, refusal
from publications.models import Publication

AT_MOST = 6
GROUPS_SHOWN = 100
LIST = "admin:publications_publication_changelist"


class MergeForm(forms.Form):
    """Which record leads, and which of the others are another printed form of the work."""

    # What the page showed when the choice was made: nothing is merged unseen.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data, papers, lead):
        super().__init__(data)
        self.papers = papers
        choices = [(str(paper.pk), str(paper)) for paper in papers]
        self.fields["lead"] = forms.ChoiceField(choices=choices, initial=str(lead.pk))
        self.fields["versions"] = forms.MultipleChoiceField(choices=choices, required=False)

    @property
    def lead(self) -> Publication:
        pk = self.cleaned_data["lead"]
        return next(paper for paper in self.papers if str(paper.pk) == pk)

    def join(self) -> PublicationMerge:
        others = [paper for paper in self.papers if paper != self.lead]
        versions = [int(pk) for pk in self.cleaned_data["versions"]]
        return PublicationMerge(self.lead, others, versions)


def stamp(join: PublicationMerge) -> str:
    """Changes with the choice, and with every edit of the papers."""
    forms = [f"{part.paper.pk}{'v' if part.is_version else ''}" for part in join.parts]
    times = [f"{paper.updated_at:%Y%m%d%H%M%S%f}" for paper in join.papers]
    return "-".join([str(join.lead.pk), *forms, *times])


class MergeMixin:
    """Adds merge/ and duplicates/ to the admin of papers."""

    change_list_template = "admin/publications/publication/change_list.html"

    def get_urls(self):
        view = self.admin_site.admin_view
        return [
            path("merge/", view(self.merge_view), name="publications_publication_merge"),
            path(
                "duplicates/",
                view(self.duplicates_view),
                name="publications_publication_duplicates",
            ),
            *super().get_urls(),
        ]

    # --- One of several -----------------------------------------------------------------------

    @admin.action(description=_("Merge: these are one paper"), permissions=["change"])
    def merge(self, request, queryset):
        ids = [str(pk) for pk in queryset.order_by("pk").values_list("pk", flat=True)]
        if not 2 <= len(ids) <= AT_MOST:
            text = gettext("Choose the two records of the paper, or up to %(most)s.")
            messages.warning(request, text % {"most": AT_MOST})
            return None
        address = reverse("admin:publications_publication_merge")
        return HttpResponseRedirect(f"{address}?ids={','.join(ids)}")

    def merge_view(self, request):
        papers = self._chosen(request)
        if why := refusal(papers, request.user):
            messages.error(request, why)
            return HttpResponseRedirect(reverse(LIST))
        join, seen = self._join(request, papers)
        if request.method == "POST" and "merge" in request.POST:
            if seen == stamp(join):
                return self._merged(request, join)
            messages.warning(
                request, gettext("The choice, or a paper, has changed: this is what happens now.")
            )
        return TemplateResponse(
            request, "admin/publications/publication/merge.html", self._page(request, join)
        )

    def _chosen(self, request):
        ids = [pk for pk in request.GET.get("ids", "").split(",") if self._is_id(pk)]
        found = Publication.objects.filter(pk__in=ids).order_by("pk")
        papers = list(access.editable(found, request.user).select_related("venue", "owner"))
        if not 2 <= len(papers) <= AT_MOST:
            raise Http404
        return papers

    def _join(self, request, papers):
        """What the form says; before it was sent, what is likely."""
        lead = leads_best(papers)
        others = [paper for paper in papers if paper != lead]
        if request.method != "POST":
            return PublicationMerge(lead, others), ""
        form = MergeForm(request.POST, papers, lead)
        if not form.is_valid():
            raise PermissionDenied
        return form.join(), form.cleaned_data["seen"]

    def _page(self, request, join):
        columns = sorted(join.papers, key=lambda paper: paper.pk)
        versions = {part.paper.pk for part in join.parts if part.is_version}
        return self.admin_site.each_context(request) | {
            "title": gettext("Merge records of one paper"),
            "opts": self.opts,
            "join": join,
            "columns": [(p, p == join.lead, p.pk in versions) for p in columns],
            "rows": rows(columns, request.user),
            "told": told(join),
            "seen": stamp(join),
        }

    @transaction.atomic
    def _merged(self, request, join):
        kept = gettext("Merged with %(others)s") % {"others": history(join)}
        save_baseline(join.lead)
        for part in join.parts:
            save_revision(part.paper, request.user, Revision.Action.MERGED)
        paper = join.write()
        save_revision(paper, request.user, Revision.Action.MERGED)
        self.log_change(request, paper, kept)
        text = gettext("Merged. “%(paper)s” is one record now; the old addresses lead to it.")
        messages.success(request, text % {"paper": paper})
        return HttpResponseRedirect(
            reverse("admin:publications_publication_change", args=[paper.pk])
        )

    # --- What may be one ----------------------------------------------------------------------

    def duplicates_view(self, request):
        if not self.has_view_permission(request):
            raise PermissionDenied
        own = access.editable(Publication.objects.all(), request.user)
        groups = possible_duplicates(own)
        if request.method == "POST":
            return self._apart(request, groups)
        papers = own.select_related("venue", "owner").in_bulk(
            [pk for group in groups[:GROUPS_SHOWN] for pk in group]
        )
        shown = [[papers[pk] for pk in group] for group in groups[:GROUPS_SHOWN]]
        context = self.admin_site.each_context(request) | {
            "title": gettext("Possible duplicates"),
            "opts": self.opts,
            "groups": [(g, ",".join(str(p.pk) for p in g)) for g in shown],
            "more": len(groups) - len(shown),
            "most": AT_MOST,
        }
        return TemplateResponse(request, "admin/publications/publication/duplicates.html", context)

    def _apart(self, request, groups):
        """Only a group that is there, of papers that one may edit."""
        asked = request.POST.get("apart", "")
        for group in groups:
            if asked == ",".join(map(str, group)):
                mark_not_duplicates(group)
                messages.success(request, gettext("Noted: they are not the same paper."))
        return HttpResponseRedirect(request.path)


def history(join: PublicationMerge) -> str:
    """For the record's history: what was merged, and what has no other place any more."""
    return "; ".join(
        f"{part.paper} ({part.paper.get_absolute_url()})"
        + "".join(f", {d.name}: {d.value}" for d in part.differences)
        for part in join.parts
    )
