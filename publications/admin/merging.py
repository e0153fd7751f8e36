"""Records of one paper, or of one venue: chosen in the list, seen side by side, then made one.

And the inverse: an entry that a paper was imported from, made a paper of its own.
"""

from collections import defaultdict
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from history.models import Revision
from history.snapshots import save_revision, track_changes
from profiles import access, addresses
from profiles.folding import in_sentence
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher
from publications.fields import COLUMNS, display, label
from publications.importer.entry_merge import LISTS
from publications.importer.report import field_display, field_label
from publications.importer.writer import PlanOutdated
from publications.matching.paper_index import last_part, possible_duplicates
from publications.merging import (
    COMPARED,
    Kept,
    PublicationMerge,
    VenueMerge,
    leads_best,
    mark_not_duplicates,
    possible_leads,
    refusal,
)
from publications.merging.split import Split, splittable
from publications.models import NewsMention, ProjectPaper, Publication, Source, Venue

AT_MOST = 6
GROUPS_SHOWN = 100
# Of a larger group, no more papers are shown, and it is not told apart at once: each pair is a row.
PAPERS_SHOWN = 50
PLACES = {
    Kept.VERSION: _("Kept as another version of the paper:"),
    Kept.LINK: _("Kept as a further link:"),
    Kept.ENTRY: _("Stays in the BibTeX entry that it was imported from:"),
    Kept.NEW_ENTRY: _("Kept in a BibTeX entry that is made of this one:"),
    Kept.HISTORY: _("Only the history keeps it, since a paper has one:"),
}
LONG = 160
AUTHORS_SHOWN = 12


class MergePage:
    """merge/?ids= of a ModelAdmin. What was not shown is not merged: a stamp goes with the form."""

    def __init__(self, model_admin):
        self.admin, self.opts = model_admin, model_admin.opts
        self.place = f"admin:publications_{self.opts.model_name}"

    def choose(self, request, queryset):
        """The action of the list: leads to the page."""
        ids = [str(pk) for pk in queryset.order_by("pk").values_list("pk", flat=True)]
        if not 2 <= len(ids) <= AT_MOST:
            messages.warning(request, self.how_many % {"most": AT_MOST})
            return None
        return HttpResponseRedirect(f"{reverse(f'{self.place}_merge')}?ids={','.join(ids)}")

    def view(self, request):
        ids = [pk for pk in request.GET.get("ids", "").split(",") if is_valid_pk(pk)]
        records = self.records(request.user, ids)
        if not 2 <= len(records) <= AT_MOST:
            raise Http404
        if why := self.refusal(records, request.user):
            messages.error(request, why)
            return HttpResponseRedirect(reverse(f"{self.place}_changelist"))
        merge, seen = self.read(request, records)
        if request.method == "POST" and "merge" in request.POST:
            if seen == self.stamp(merge):
                return self._write(request, merge)
            messages.warning(request, self.has_changed)
        context = {
            "title": self.title,
            "merge": merge,
            "seen": self.stamp(merge),
            **self.context(request, merge, records),
        }
        template = f"admin/publications/{self.opts.model_name}/merge.html"
        return self.admin.render_page(request, template, context)

    @transaction.atomic
    def _write(self, request, merge):
        text = gettext("Merged with %(others)s") % {"others": self.history(merge)}
        with track_changes(request.user, merge.lead, action=Revision.Action.MERGED):
            for other in merge.others:
                save_revision(other, request.user, Revision.Action.MERGED)
            kept = merge.write(request.user)
        self.admin.log_change(request, kept, text)
        text = self.done % dict.fromkeys(("paper", "venue"), in_sentence(kept))
        if merge.batch and access.can_edit(merge.batch, request.user):
            link = undo_link(merge.batch.pk, gettext("Undo the merge"))
            text = format_html("{} {}", text, link)
        messages.success(request, text)
        return HttpResponseRedirect(reverse(f"{self.place}_change", args=[kept.pk]))


def undo_link(batch: int, words: str):
    """A link, for a message, to the page that takes a merge or a split back."""
    url = reverse("admin:publications_importbatch_undo", args=[batch])
    return format_html('<a href="{}">{}</a>', url, words)


# --- Papers ---------------------------------------------------------------------------------------


class MergeForm(forms.Form):
    """Which record leads, and which of the others are another printed form of the work."""

    # What the page showed when the choice was made: nothing is merged unseen.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data, papers, leads):
        super().__init__(data)
        self.papers = papers
        choices = [(str(paper.pk), str(paper)) for paper in papers]
        self.fields["lead"] = forms.ChoiceField(choices=[(str(p.pk), str(p)) for p in leads])
        self.fields["versions"] = forms.MultipleChoiceField(choices=choices, required=False)

    @property
    def lead(self) -> Publication:
        pk = self.cleaned_data["lead"]
        return next(paper for paper in self.papers if str(paper.pk) == pk)

    def merge(self) -> PublicationMerge:
        others = [paper for paper in self.papers if paper != self.lead]
        versions = [int(pk) for pk in self.cleaned_data["versions"]]
        return PublicationMerge(self.lead, others, versions)


class PaperMergePage(MergePage):
    refusal = staticmethod(refusal)

    title = _("Merge duplicates of a paper")
    how_many = _("Choose the two duplicates of the paper, or up to %(most)s.")
    has_changed = _("The choice, or a paper, has changed: this is what happens now.")
    done = _("Merged. “%(paper)s” is one paper now; the old addresses lead to it.")

    def records(self, user, ids):
        papers = access.editable(Publication.objects.filter(pk__in=ids).order_by("pk"), user)
        return list(papers.select_related("venue", "owner"))

    def read(self, request, papers):
        """What the form says; before it was sent, what is likely."""
        leads = possible_leads(papers, request.user)
        if request.method != "POST":
            lead = leads_best(leads)
            return PublicationMerge(lead, [paper for paper in papers if paper != lead]), ""
        form = MergeForm(request.POST, papers, leads)
        if not form.is_valid():
            raise PermissionDenied
        return form.merge(), form.cleaned_data["seen"]

    def stamp(self, merge):
        """Changes with the choice, and with every edit of the papers."""
        forms = [f"{part.paper.pk}{'v' if part.is_version else ''}" for part in merge.parts]
        times = [f"{paper.updated_at:%Y%m%d%H%M%S%f}" for paper in merge.papers]
        return "-".join([str(merge.lead.pk), *forms, *times])

    def context(self, request, merge, papers):
        versions = {part.paper.pk for part in merge.parts if part.is_version}
        leads = possible_leads(papers, request.user)
        return {
            "columns": [(p, p == merge.lead, p.pk in versions, p in leads) for p in papers],
            "has_versions": True,
            "rows": comparison_rows(papers, request.user),
            "fates": fates(merge),
        }

    def history(self, merge):
        """What was merged, and what has no other place any more."""
        return "; ".join(
            f"{part.paper} ({part.paper.get_absolute_url()})"
            + "".join(f", {d.name}: {d.value}" for d in part.differences)
            for part in merge.parts
        )


def duplicates_view(model_admin, request):
    """Papers that look like one: each group leads to its merge, or is noted as no duplicates.

    Of many papers, those that came last are compared with all; "?before=" goes on with older ones.
    """
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    editable = access.editable(Publication.objects.all(), request.user)
    if is_valid_pk(before := request.GET.get("before", "")):
        editable = editable.filter(pk__lt=before)
    since = last_part(editable)
    groups = possible_duplicates(editable, since)
    if request.method == "POST":
        # Only a group that is there, of papers that one may edit.
        for group in groups:
            if request.POST.get("apart", "") == _ids(group) and len(group) <= PAPERS_SHOWN:
                mark_not_duplicates(group)
                messages.success(request, gettext("Noted: they are not the same paper."))
        return HttpResponseRedirect(request.get_full_path())
    shown = groups[:GROUPS_SHOWN]
    few = [pk for group in shown for pk in group[:PAPERS_SHOWN]]
    papers = editable.select_related("venue", "owner").in_bulk(few)
    context = {
        "title": gettext("Possible duplicates"),
        "groups": [
            ([papers[pk] for pk in group[:PAPERS_SHOWN]], _ids(group), len(group) - PAPERS_SHOWN)
            for group in shown
        ],
        "more": len(groups) - len(shown),
        "most": AT_MOST,
        "older": f"?before={since}" if since else "",
    }
    template = "admin/publications/publication/duplicates.html"
    return model_admin.render_page(request, template, context)


def _ids(group):
    return ",".join(map(str, group))


@dataclass
class ComparedField:
    label: str
    # One cell for each record: (text, picture's address).
    cells: list[tuple[str, str]]

    @property
    def differs(self) -> bool:
        return len({cell for cell in self.cells if any(cell)}) > 1


def comparison_rows(papers: list[Publication], user) -> list[ComparedField]:
    """What at least one of the records says, in the order of the form."""
    made = [
        _row(gettext("title"), papers, lambda p: p.title),
        _row(gettext("authors"), papers, _authors),
        _row(gettext("on the site"), papers, _state),
        _row(gettext("whose"), papers, lambda p: _members(p, user)),
        *(_column_row(name, papers) for name in COMPARED if name not in ("title", "cover")),
        _row(gettext("other versions"), papers, lambda p: _joined(p.versions.all())),
        _row(gettext("links"), papers, lambda p: _joined(row.name for row in p.links.all())),
        _row(gettext("awards"), papers, lambda p: _joined(p.awards.all())),
        _row(gettext("topics"), papers, lambda p: _joined(p.topics.all())),
        _row(gettext("further BibTeX fields"), papers, lambda p: _joined(n for n, _v in p.fields)),
        _row(gettext("imported from"), papers, _sources),
        _row(gettext("news and projects"), papers, lambda p: _mentions(p, user)),
        ComparedField(
            gettext("cover"),
            [("", addresses.file_url(p.cover.url) if p.cover else "") for p in papers],
        ),
    ]
    return [row for row in made if any(any(cell) for cell in row.cells)]


def _row(heading, papers, read):
    return ComparedField(heading, [(str(read(paper)), "") for paper in papers])


def _column_row(name, papers):
    texts = [display(name, getattr(paper, name)) for paper in papers]
    return ComparedField(label(name), [(Truncator(text).chars(LONG), "") for text in texts])


def _joined(items):
    return ", ".join(str(item) for item in items)


def _authors(paper):
    names = [row.name for row in paper.authorships.all() if row.role != "listed" and row.name]
    more = len(names) - AUTHORS_SHOWN
    listed = ", ".join(names[:AUTHORS_SHOWN])
    rest = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more}
    return f"{listed} {rest}" if more > 0 else listed


def _state(paper):
    words = {"draft": gettext("Draft"), "scheduled": gettext("Scheduled")}
    return words.get(paper.state) or gettext("Published")


def _members(paper, user):
    """Members that `user` may know of: who brought it, and who is linked."""
    known = access.pickable(Researcher.objects.all(), user)
    people = known.filter(pk__in=paper.authorships.exclude(researcher=None).values("researcher"))
    brought = known.filter(pk=paper.owner_id).first()
    texts = [gettext("added by %(name)s") % {"name": brought}] if brought else []
    return "; ".join([*texts, _joined(people)] if people else texts)


def _sources(paper):
    return _joined(
        dict.fromkeys(source.file or source.citation_key for source in paper.sources.all())
    )


def _mentions(paper, user):
    news = access.visible(NewsMention.objects.filter(publication=paper), user).count()
    projects = access.visible(ProjectPaper.objects.filter(publication=paper), user).count()
    texts = [
        (ngettext("%(count)s news item", "%(count)s news items", news), news),
        (ngettext("%(count)s project", "%(count)s projects", projects), projects),
    ]
    return ", ".join(text % {"count": count} for text, count in texts if count)


# --- In words -------------------------------------------------------------------------------------


def fates(merge: PublicationMerge) -> list[tuple]:
    """(record, what it fills, [(where its other words go, [(label, value)])]) for each."""
    rows = []
    for part in merge.parts:
        places = defaultdict(list)
        for difference in part.differences:
            value = Truncator(difference.value).chars(LONG)
            places[difference.kept].append((label(difference.name), value))
        fills = ", ".join(label(name) for name in part.fills)
        words = [(PLACES[kept], places[kept]) for kept in Kept if kept in places]
        rows.append((part, fills, words))
    return rows


# --- One paper into two ---------------------------------------------------------------------------


def split_view(model_admin, request, paper, source):
    """What becomes of the two, and the button that does it."""
    rows = Source.objects.filter(publication=paper, publication__in=splittable(request.user))
    source = get_object_or_404(rows.select_related("publication__owner"), pk=source)
    paper = source.publication
    place = reverse("admin:publications_publication_change", args=[paper.pk])
    try:
        split = Split(source)
    except ValueError:
        messages.info(request, gettext("It is the only entry of this paper."))
        return HttpResponseRedirect(place)
    seen = paper.updated_at.isoformat()
    if request.method == "POST":
        try:
            if request.POST.get("seen") != seen:
                raise PlanOutdated
            return _write_split(model_admin, request, split)
        except PlanOutdated:
            messages.warning(request, gettext("The paper was changed meanwhile. Try again."))
            return HttpResponseRedirect(request.path)
    values = split.own.columns | {"authors": split.own.printed}
    parts = [(name, values[name]) for name in ("title", "authors", *COLUMNS) if values.get(name)]
    parts += [(name, row) for name in LISTS for row in getattr(split.own, name)]
    parts += split.own.fields
    context = {
        "title": gettext("Make this entry a paper of its own?"),
        "paper": paper,
        "source": source,
        "seen": seen,
        "own": list(dict.fromkeys((field_label(n), field_display(n, value)) for n, value in parts)),
        "changes": [
            (field_label(c.field), field_display(c.field, c.mine), field_display(c.field, c.theirs))
            for c in split.changes
        ],
    }
    return model_admin.render_page(request, "admin/publications/publication/split.html", context)


def _write_split(model_admin, request, split):
    with track_changes(request.user, split.publication):
        report = split.write(request.user)
        new = Publication.objects.get(slug=split.own.slug)
        text = gettext("Made a paper of its own: %(entry)s") % {"entry": split.source}
        model_admin.log_change(request, split.publication, text)
        model_admin.log_addition(request, new, text)
    text = gettext("“{paper}” is a paper of its own now. {undo}")
    undo = undo_link(report.batch, gettext("Join them again"))
    messages.success(request, format_html(text, paper=in_sentence(new), undo=undo))
    return HttpResponseRedirect(reverse("admin:publications_publication_change", args=[new.pk]))


# --- Venues: by managers --------------------------------------------------------------------------


class VenueMergePage(MergePage):
    title = _("Merge duplicates of a venue")
    how_many = _("Choose the two duplicates of the venue, or up to %(most)s.")
    has_changed = _("The choice, or a venue, has changed: this is what happens now.")
    done = _("Merged. “%(venue)s” is one venue now; imports know it by all its names.")

    def records(self, user, ids):
        if not access.is_manager(user):
            raise PermissionDenied
        rows = Venue.objects.filter(pk__in=ids).order_by("pk")
        return list(rows.prefetch_related("aliases", "ranks"))

    def refusal(self, venues, user):
        return ""

    def read(self, request, venues):
        """The venue of most papers leads, until the form says otherwise."""
        lead = max(venues, key=lambda venue: (venue.publications.count(), -venue.pk))
        if request.method == "POST":
            lead = next((v for v in venues if str(v.pk) == request.POST.get("lead")), None)
            if lead is None:
                raise PermissionDenied
        return VenueMerge(lead, [v for v in venues if v != lead]), request.POST.get("seen", "")

    def stamp(self, merge):
        """Changes with the choice, and with every edit of the venues."""
        return str(
            [
                [venue.pk, venue.name, venue.short_name, venue.url]
                + [alias.name for alias in venue.aliases.all()]
                + [str(rank) for rank in venue.ranks.all()]
                for venue in merge.venues
            ]
        )

    def context(self, request, merge, venues):
        rows = [
            _row(gettext("Full name"), venues, lambda v: v.name),
            _row(gettext("Short name"), venues, lambda v: v.short_name),
            _row(gettext("Other forms of the name"), venues, lambda v: _joined(v.aliases.all())),
            _row(gettext("Ranks"), venues, lambda v: _joined(v.ranks.all())),
            _row(gettext("Link"), venues, lambda v: v.url),
            _row(gettext("Papers"), venues, lambda v: v.publications.count()),
        ]
        return {"columns": [(v, v == merge.lead, False, True) for v in venues], "rows": rows}

    def history(self, merge):
        """What was merged, and what no box holds any more."""
        lost = [f"{conflict.field}: {conflict.theirs}" for conflict in merge.conflicts]
        return "; ".join([*map(str, merge.others), *lost])
