"""Each researcher's own choices of papers and their order; co-authors elsewhere; open questions."""

from itertools import groupby
from operator import itemgetter

from django import forms
from django.contrib import admin, messages
from django.db.models import BooleanField, ExpressionWrapper, Q, Value
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from history.snapshots import track_changes
from profiles import access, markup
from profiles.admin import extra_pages
from profiles.admin.base import ScopedAdmin
from profiles.admin.edit_conflicts import sent_ids
from profiles.admin.forms import fieldset
from profiles.admin.ordering import OrderedRow, OrderPages
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher
from publications import claims
from publications.claims import look_for_papers
from publications.listing import BY_CHOICE
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    Coauthor,
    Publication,
    is_public_paper,
)


class SelectedOrder(OrderPages):
    title = _("Selected publications")
    lead = _("Tick the papers for your home page; they appear there in this order.")
    tick = _("selected")
    chosen_label = _("On your home page")
    others_label = _("Your other papers")
    versions = claims.SELECTED

    def rows(self, researcher):
        rows = researcher.authorships.filter(is_hidden=False).select_related("publication__venue")
        rows = rows.order_by("-is_selected", *BY_CHOICE)
        choices = []
        for row in rows:
            paper = row.publication
            where = (paper.venue and paper.venue.short_name) or paper.container_title
            note = ", ".join(filter(None, [where, paper.year and str(paper.year)]))
            choices.append(OrderedRow(str(row.pk), str(paper), note, row.is_selected))
        return choices

    def keep(self, researcher, keys, on):
        claims.select(researcher, [int(key) for key in keys if key in on])

    def labels(self, researcher):
        rows = researcher.authorships.select_related("publication")
        return {str(row.pk): str(row.publication) for row in rows}

    def restore(self, researcher, state):
        """Exactly what was selected and hidden then; a paper that came since is neither."""
        hidden = researcher.authorships.filter(pk__in=state["hidden"])
        claims.choose(hidden, is_hidden=True, is_selected=False)
        shown = researcher.authorships.filter(is_hidden=True).exclude(pk__in=state["hidden"])
        claims.choose(shown, is_hidden=False)
        claims.select(researcher, [int(key) for key in state["order"]])


@admin.register(Authorship)
class OwnPapersAdmin(ScopedAdmin):
    """Which papers one's own page shows. Rows of co-authors on the same paper are theirs."""

    order_pages = SelectedOrder
    menu_group = "papers"
    menu_place = 51
    can_add = can_delete = False
    purpose = _("Your papers appear here once you add or import them.")
    list_display = ["paper", "year", "is_selected", "is_hidden", "researcher"]
    list_display_links = ["paper"]
    list_editable = ["is_selected", "is_hidden"]
    list_select_related = ["publication", "researcher"]
    list_filter = ["is_selected", "is_hidden"]
    search_fields = ["publication__title", "publication__short_name"]
    ordering = ["-is_selected", "selected_position", "-publication__date"]
    actions = ["disown"]
    fields = ["paper", "name", "is_selected", "selected_position", "is_hidden"]
    readonly_fields = ["paper", "name"]

    def get_queryset(self, request):
        """A choice is public at once: not for delegates who may not publish."""
        rows = super().get_queryset(request).exclude(researcher=None)
        if not access.is_manager(request.user):
            rows = rows.filter(researcher__in=access.publishing_records_of(request.user))
        return rows.select_related("publication", "researcher")

    def get_ordering(self, request):
        """The choices of many people together have no order but that of an index."""
        is_manager = access.is_manager(request.user)
        return ["-pk"] if is_manager and extra_pages.are_many(request.user) else self.ordering

    def save_model(self, request, obj, form, change):
        is_new = obj.is_selected and "is_selected" in form.changed_data
        if is_new and "selected_position" not in form.changed_data:
            obj.selected_position = claims.last_place(obj.researcher) + 1
        super().save_model(request, obj, form, change)
        claims.touch([obj.publication_id])

    def get_changelist_form(self, request, **kwargs):
        return super().get_changelist_form(request, form=ChoicesForm, **kwargs)

    def menu_name(self, request):
        return _("Selected publications")

    def menu_url(self, request):
        return self.order.url()

    # --- Earlier choices ------------------------------------------------------------------------

    def changelist_view(self, request, extra_context=None):
        title = {"title": _("Selected publications")}
        with self._track_selected(request, sent_ids(request.POST, "form")):
            return super().changelist_view(request, title | (extra_context or {}))

    def change_view(self, request, object_id, form_url="", extra_context=None):
        ids = [object_id] if request.method == "POST" and is_valid_pk(object_id) else []
        with self._track_selected(request, ids):
            return super().change_view(request, object_id, form_url, extra_context)

    def _track_selected(self, request, ids):
        rows = self.get_queryset(request).filter(pk__in=ids)
        extra_pages = Researcher.objects.filter(pk__in=rows.values("researcher")) if ids else ()
        return claims.track_selected(extra_pages, request.user)

    @admin.display(description=_("paper"), ordering="publication__title")
    def paper(self, row):
        return markup.render_maths(row.publication.title)

    @admin.display(description=_("year"), ordering="publication__date")
    def year(self, row):
        return row.publication.year or "–"

    @admin.display(description=_("name as printed"))
    def name(self, row):
        return row.name

    @admin.action(description=_("Not my paper: take it off my page"), permissions=["change"])
    def disown(self, request, queryset):
        for row in queryset:
            with (
                claims.track_selected([row.researcher], request.user),
                track_changes(request.user, row.publication),
            ):
                claims.disown(row)
        messages.success(request, _("Noted. The paper keeps the printed name, not the link."))


class ChoicesForm(forms.ModelForm):
    """A line of the list: each box says aloud to which paper it belongs."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for field in self.fields.values() if self.instance.pk else ():
            # What was chosen on another page meanwhile is not taken back by an old list.
            field.show_hidden_initial = True
            field.widget.attrs["aria-label"] = f"{self.instance.publication}: {field.label}"


@admin.register(Coauthor)
class CoauthorAdmin(ScopedAdmin):
    menu_group = "papers"
    menu_place = 53
    purpose = _(
        "Co-authors who have no page here: their names on your papers lead to their own sites."
    )
    list_display = ["__str__", "url", "researcher"]
    list_select_related = ["researcher"]
    search_fields = ["names", "url"]
    fieldsets = [
        fieldset(
            None,
            *("researcher", "names", "url"),
            description=_("People with pages here are linked already."),
        )
    ]


# --- Papers that may be somebody's ---------------------------------------------------------------

State = claims.State
# Of the papers that one question is about.
SHOWN = 5
# In the menu, at most.
COUNTED = 99
ANSWERED = _("Where the name, or the person, is linked already, nothing was changed.")
WAITING = (State.PENDING, State.FOUND, State.CLAIMED)


class AnswerFilter(admin.SimpleListFilter):
    """What waits is what one comes for; what was answered is a click away."""

    title = _("status")
    parameter_name = "answer"

    def lookups(self, request, model_admin):
        unnamed = ("unnamed", _("papers that do not name who imported them"))
        return [unnamed, ("no", _("answered “not me”")), ("all", _("all"))]

    def choices(self, changelist):
        first, *others = super().choices(changelist)
        yield {**first, "display": _("waiting")}
        yield from others

    def queryset(self, request, queryset):
        if self.value() == "all":
            return queryset
        if self.value() == "no":
            return queryset.filter(state=State.REFUSED)
        waiting = queryset.exclude(state=State.REFUSED)
        if self.value() == "unnamed":
            return waiting.filter(reason=claims.Reason.UNNAMED)
        return waiting.exclude(reason=claims.Reason.UNNAMED)  # one question for all of them


# Reason -> its words where the name is another's than the reader's: a manager's, a delegate's.
OF_ANOTHER = {
    claims.Reason.ORCID: _("The paper has their ORCID iD beside the name."),
    claims.Reason.EXACT: _("The name is theirs."),
    claims.Reason.MAYBE: _("The name may be theirs."),
    claims.Reason.NAMED: _("A colleague says that the name is theirs."),
    claims.Reason.FOUND: _("The name is one of those in their profile."),
    claims.Reason.FOUND_MAYBE: _("The name may be one of those in their profile."),
    claims.Reason.UNNAMED: _("They imported the paper, and it does not print their name."),
    claims.Reason.DENIED: _("Who brought the paper says that the name is not theirs."),
}


@admin.register(AuthorshipSuggestion)
class SuggestionAdmin(ScopedAdmin):
    menu_group = "papers"
    menu_place = 52
    # Deleting would forget the "not me" that the next import must remember.
    can_add = can_delete = False
    change_list_template = "admin/publications/authorshipsuggestion/change_list.html"
    list_display = ["paper", "name", "researcher", "why", "buttons"]
    list_display_links = None
    list_select_related = ["authorship__publication", "researcher"]
    list_filter = [AnswerFilter]
    search_fields = ["authorship__publication__title"]
    ordering = ["-id"]  # as they came, without sorting all of them
    actions = ["confirm", "refuse", "take_back"]
    fields = readonly_fields = ["paper", "name", "researcher", "state", "why", "created_at"]
    # --- Who may answer: publications.claims ---------------------------------------------------

    def get_queryset(self, request):
        """Each row knows what its looker is to it, for its buttons and its link."""
        user, rows = request.user, claims.answerable(request.user)
        papers = Publication.objects.all()
        return rows.select_related("authorship__publication", "researcher").annotate(
            by_manager=Value(access.is_manager(user), BooleanField()),
            is_own=_is("researcher", access.records_of(user)),
            is_me=_is("researcher", Researcher.objects.filter(owner=user)),
            speaks=_is("authorship__publication", access.publishable(papers, user)),
            opens=_is("authorship__publication", access.visible(papers, user)),
            is_shown=is_public_paper("authorship__publication"),
        )

    def has_view_permission(self, request, obj=None):
        if obj is None:
            return super().has_view_permission(request)
        return claims.answerable(request.user).filter(pk=obj.pk).exists()

    # --- The list ------------------------------------------------------------------------------

    def menu_name(self, request):
        name = self._called(request)
        # On every page of the admin; most often none waits for anybody, which is cheaply known.
        rows = AuthorshipSuggestion.objects.filter(state__in=WAITING)
        if not access.is_manager(request.user):
            to_answer = Q(researcher__in=access.records_of(request.user))
            rows = rows.filter(to_answer | Q(state=State.CLAIMED))
        if not rows.exists():
            return name
        waiting = claims.answerable(request.user).filter(state__in=WAITING).order_by()
        rows = list(waiting.values_list("reason", "researcher", "state")[: COUNTED + 1])
        if len(rows) > COUNTED:
            return f"{name} ({COUNTED}+)"
        questions = {person for why, person, _state in rows if why == claims.Reason.UNNAMED}
        to_answer = set()
        if not access.is_manager(request.user):  # a claim of one's own waits for others
            to_answer = set(access.records_of(request.user).values_list("pk", flat=True))
        names = [
            person
            for why, person, state in rows
            if why != claims.Reason.UNNAMED and not (state == State.CLAIMED and person in to_answer)
        ]
        count = len(questions) + len(names)
        return f"{name} ({count})" if count else name

    def _called(self, request):
        if access.is_manager(request.user):
            return gettext("papers that name people here")
        return AuthorshipSuggestion._meta.verbose_name_plural

    def changelist_view(self, request, extra_context=None):
        if "look" in request.POST:
            self._look(request)
            return HttpResponseRedirect(request.get_full_path())
        for name in ("list_unnamed", "refuse_unnamed"):
            if is_valid_pk(pk := request.POST.get(name, "")):
                self._answer_unnamed(request, pk, are_theirs=name == "list_unnamed")
                return HttpResponseRedirect(request.path)
        for name in ("confirm", "refuse", "take_back"):  # the button of one row
            pk = request.POST.get(f"row_{name}", "")
            if is_valid_pk(pk):
                rows = claims.answerable(request.user).filter(pk=pk)
                getattr(self, name)(request, rows)
                return HttpResponseRedirect(request.get_full_path())
        records = access.publishing_records_of(request.user)
        extra = {
            "title": capfirst(self._called(request)),
            "may_look": not access.is_manager(request.user) and records.exists(),
            "is_manager": access.is_manager(request.user),
            "unnamed": list(_unnamed(request.user)),
        }
        return super().changelist_view(request, extra | (extra_context or {}))

    def _answer_unnamed(self, request, pk, *, are_theirs):
        person = get_object_or_404(Researcher, pk=pk)
        count = claims.answer_unnamed(person, request.user, are_theirs=are_theirs)
        if count and are_theirs:
            text = ngettext(
                "%(count)s paper is on the page now.",
                "%(count)s papers are on the page now.",
                count,
            )
            messages.success(request, text % {"count": count})
        elif count:
            messages.success(request, _("Noted. No import will ask again."))
        else:
            messages.warning(request, ANSWERED)

    def _look(self, request):
        records = access.publishing_records_of(request.user)
        extra_pages = () if access.is_manager(request.user) else records
        count = sum(look_for_papers(person, by_manager=False) for person in extra_pages)
        text = ngettext(
            "%(count)s more paper here prints one of your names.",
            "%(count)s more papers here print one of your names.",
            count,
        )
        if not count:
            text = _(
                "No other paper here prints one of your names. If you publish under another form "
                "of your name, add it to your profile and look again."
            )
        messages.info(request, text % {"count": count})

    @admin.display(description=_("paper"), ordering="authorship__publication__title")
    def paper(self, row):
        paper = row.authorship.publication
        year = f" ({paper.year})" if paper.year else ""
        if row.is_shown:
            address = paper.get_absolute_url()
        elif row.opens:
            address = reverse("admin:publications_publication_change", args=[paper.pk])
        else:
            return f"{paper}{year}"
        return format_html('<a href="{}">{}</a>{}', address, paper, year)

    @admin.display(description=_("name as printed"))
    def name(self, row):
        return row.authorship.name or "–"

    @admin.display(description=_("why"))
    def why(self, row):
        if row.state == State.CLAIMED and row.is_own and not row.by_manager:
            return gettext("You said that this is your name.")
        if row.state == State.CLAIMED:
            return gettext("%(name)s says that this is their name.") % {"name": row.researcher}
        return row.why if row.is_me else OF_ANOTHER.get(row.reason, row.why)

    @admin.display(description=_("answer"))
    def buttons(self, row):
        if not (buttons := _buttons(row)):
            return gettext("Waits for who brought the paper.")
        shown = ((name, row.pk, style, label) for name, style, label in buttons)
        return format_html(
            '<span class="answers">{}</span>',
            format_html_join("", '<button name="row_{}" value="{}" class="{}">{}</button>', shown),
        )

    # --- The answers ---------------------------------------------------------------------------

    @admin.action(
        description=_("Yes, this is me: show the paper on my page"), permissions=["change"]
    )
    def confirm(self, request, queryset):
        answers = []
        for row in queryset:
            with track_changes(request.user, row.authorship.publication):
                answers.append(claims.accept(row, request.user))
        if linked := answers.count("linked"):
            text = ngettext(
                "%(count)s paper is on the page now.",
                "%(count)s papers are on the page now.",
                linked,
            )
            messages.success(request, text % {"count": linked})
        if claimed := answers.count("claimed"):
            text = ngettext(
                "Who brought the paper is asked to agree.",
                "Who brought these papers is asked to agree.",
                claimed,
            )
            messages.info(request, text)
        if "" in answers:
            messages.warning(request, ANSWERED)

    @admin.action(description=_("This is not me"), permissions=["change"])
    def refuse(self, request, queryset):
        done = [claims.decline(row, request.user) for row in queryset]
        if any(done):
            messages.success(request, _("Noted. No import will ask again."))
        else:
            messages.warning(request, ANSWERED)

    @admin.action(description=_("Take “not me” back: ask again"), permissions=["change"])
    def take_back(self, request, queryset):
        done = [claims.take_back(row, request.user) for row in queryset]
        if any(done):
            messages.success(request, _("The question is open again, under “waiting”."))


def _unnamed(user):
    """{"person", "is_me", "count", "titles"} of each researcher with papers of others' names."""
    rows = claims.unnamed(user).order_by("researcher", "pk")
    rows = rows.values_list("researcher", "authorship__publication__title")
    titles = {pk: [title for _pk, title in some] for pk, some in groupby(rows, itemgetter(0))}
    for person in Researcher.objects.filter(pk__in=titles):
        unnamed = titles[person.pk]
        is_me = person.owner_id == user.pk
        yield {"person": person, "is_me": is_me, "count": len(unnamed), "titles": unnamed[:SHOWN]}


def _is(path, rows):
    return ExpressionWrapper(Q(**{f"{path}__in": rows.order_by().values("pk")}), BooleanField())


def _buttons(row):
    """(action, style, label); none where only others can answer."""
    if row.state == State.REFUSED:
        may = row.by_manager or (row.is_own and row.reason != claims.Reason.DENIED)
        return [("take_back", "quiet", gettext("Ask again"))] if may else []
    if row.reason == claims.Reason.UNNAMED:
        no = gettext("Not mine") if row.is_me else gettext("Not theirs")
        return [("confirm", "default", gettext("List it")), ("refuse", "quiet", no)]
    is_mine = row.is_own and not row.by_manager
    if is_mine and row.state == State.CLAIMED and not row.speaks:
        return []
    if is_mine and row.is_me:
        labels = gettext("This is me"), gettext("Not me")
    else:
        labels = gettext("It is theirs"), gettext("Not theirs")
    return [("confirm", "default", labels[0]), ("refuse", "quiet", labels[1])]
