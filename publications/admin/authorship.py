"""Each researcher's own choices of papers and their order; co-authors elsewhere."""

from django import forms
from django.contrib import admin, messages
from django.utils.translation import gettext_lazy as _

from history.recording import track_changes
from profiles import access, markup
from profiles.admin import people
from profiles.admin.base import ScopedAdmin
from profiles.admin.edit_conflicts import sent_ids
from profiles.admin.forms import fieldset
from profiles.admin.ordering import OrderedRow, OrderPages
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher
from publications import claims
from publications.listing import BY_CHOICE
from publications.models import Authorship, Coauthor


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
        return ["-pk"] if is_manager and people.are_many(request.user) else self.ordering

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
        people = Researcher.objects.filter(pk__in=rows.values("researcher")) if ids else ()
        return claims.track_selected(people, request.user)

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
