"""Draft, scheduled, published: how the admin asks for it, shows it, filters by it, changes it."""

from datetime import datetime, time

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms.utils import from_current_timezone, to_current_timezone
from django.http import HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from profiles import access, addresses
from profiles.admin.extra_pages import ExtraPages
from profiles.admin.forms import DayAndHour, validate_moment
from profiles.admin.hardening import POST_BUTTON, next_url
from profiles.folding import in_sentence
from profiles.models import Publishable, Researcher
from profiles.site import origin

DRAFT, PUBLIC, LATER = "draft", "public", "from"
CHOICES = [(DRAFT, _("Draft")), (PUBLIC, _("Published")), (LATER, _("Scheduled"))]
# The boxes keep the names that Django gives to a date and its time: <field>_0 and <field>_1.
STATE, DATE, TIME = "state", "0", "1"
# The buttons beside "Save": what each answers to the question of the state.
BUTTONS = {"_publish": PUBLIC, "_unpublish": DRAFT}


class PublishAtWidget(forms.MultiWidget):
    """A choice in words; the date beside it counts with its last answer, and is hidden without."""

    template_name = "admin/widgets/moment.html"
    # Of a row that is being added: what it says becomes so with saving.
    is_new = False
    supports_microseconds = False

    def __init__(self, attrs=None):
        choice = forms.Select(attrs={"class": "moment-state"}, choices=CHOICES)
        day, hour = DayAndHour().widgets
        super().__init__({STATE: choice, DATE: day, TIME: hour}, attrs)

    def decompress(self, value):
        if value is None:
            return [DRAFT, None, None]
        state = PUBLIC if value <= timezone.now() else LATER
        local = to_current_timezone(value)
        return [state, local.date(), local.time()]

    def get_context(self, name, value, attrs):
        """Say of what is public already since when."""
        context = super().get_context(name, value, attrs)
        if not self.is_new and isinstance(value, datetime) and value <= timezone.now():
            since = date_format(timezone.localtime(value), "DATETIME_FORMAT")
            _group, options, _index = context["widget"]["subwidgets"][0]["optgroups"][1]
            options[0]["label"] = _("Published since %(moment)s") % {"moment": since}
        return context

    def id_for_label(self, id_):
        return f"{id_}_0" if id_ else id_


class PublishAtField(forms.MultiValueField):
    """Cleans to a moment, or to None for a draft.

    A form that has no choice in it (an older one, a script) is read by its boxes alone.
    """

    widget = PublishAtWidget
    default_validators = [validate_moment]

    def __init__(self, **kwargs):
        fields = (
            forms.ChoiceField(choices=CHOICES, required=False),
            forms.DateField(error_messages={"invalid": _("Enter a valid date.")}, required=False),
            forms.TimeField(error_messages={"invalid": _("Enter a valid time.")}, required=False),
        )
        # What Django asks for beside a column whose default is a function: one hidden box, which
        # these three are not.
        kwargs["show_hidden_initial"] = False
        super().__init__(fields, require_all_fields=False, **kwargs)

    def clean(self, value):
        """The boxes do not count in a draft, whatever stands in them."""
        state, *_boxes = value or [""]
        return None if state == DRAFT else super().clean(value)

    def compress(self, values):
        state, day, hour = values or ("", None, None)
        # Without an hour, the day's beginning.
        moment = day and from_current_timezone(datetime.combine(day, hour or time()))
        if state == PUBLIC:
            now = timezone.now().replace(microsecond=0)
            return moment if moment and moment <= now else now
        if day is None and (state or hour):
            raise ValidationError(_("Say from which day on it is public."))
        return moment


class StateFilter(admin.SimpleListFilter):
    title = _("status")
    parameter_name = "state"

    def lookups(self, request, model_admin):
        return [
            ("draft", _("Drafts")),
            ("scheduled", _("Scheduled")),
            ("published", _("Published")),
        ]

    def queryset(self, request, queryset):
        now = timezone.now()
        conditions = {
            "draft": {"published_at": None},
            "scheduled": {"published_at__gt": now},
            "published": {"published_at__lte": now},
        }
        return queryset.filter(**conditions.get(self.value(), {}))


# An address as a link; without JavaScript its button is not there.
ADDRESS = (
    '<a href="{url}" id="{id}">{url}</a> '
    '<button type="button" data-copy="{id}" data-copied="{copied}" hidden>{copy}</button>'
)


def pressed(sent) -> str | None:
    """The state that one of BUTTONS stands for, if the form was sent with it."""
    return next((state for name, state in BUTTONS.items() if name in sent), None)


# --- What a ModelAdmin asks where its rows have a state ------------------------------------------

# How the form asks for `published_at`.
FORM_FIELD = {
    "form_class": PublishAtField,
    "widget": PublishAtWidget,
    "label": _("Status"),
    "help_text": _(
        "Its editors alone see a draft. Everybody sees what is published, and what is scheduled "
        "from that moment on."
    ),
    # Else a copy of what stood there goes with the form, in one box, to compare with.
    "show_hidden_initial": False,
}


def press_button(request) -> None:
    """ "Publish" and "Unpublish" save the form, with their answer instead of the box's."""
    if state := pressed(request.POST):
        request.POST = request.POST.copy()
        request.POST[f"published_at_{STATE}"] = state


def may_be_asked(user, row: Publishable | None) -> bool:
    """Whether the form of `row`, or of a new one, asks for its state."""
    if row is not None:
        return access.can_publish(row, user)
    return access.is_manager(user) or access.publishes(user)


def hold_back(row: Publishable, owner_field: str | None, user) -> None:
    """One who writes for several records may not be allowed to publish a new row of this one."""
    owner = owner_of(row, owner_field)
    if owner and not access.may_publish(user, owner):
        row.published_at = None


def fill_context(context: dict, row: Publishable | None) -> None:
    """What the buttons of a form say of its state, and where its preview is."""
    form = context["adminform"].form
    if "published_at" in form.fields:
        stands = form["published_at"].value()
        is_draft = not stands or stands[0] == DRAFT if form.is_bound else stands is None
        context["publish_state"] = row.state if row else "draft" if is_draft else "new"
    if row is not None:
        shown = row if hasattr(row, "get_absolute_url") else row.researcher
        context["preview_url"] = addresses.page_url(shown.get_absolute_url(), row)


def owner_of(row: Publishable, owner_field: str | None) -> Researcher | None:
    """Whose row it is, by the column that says so."""
    return getattr(row, owner_field, None) if owner_field else None


def is_public(row: Publishable, owner_field: str | None) -> bool:
    """Return whether visitors see the row."""
    if visitors_read := access.visitors_read.get(type(row)):
        return visitors_read().filter(pk=row.pk).exists()
    owner = owner_of(row, owner_field)
    return row.is_public and (owner is None or owner.is_public)


def row_link(row, url: str) -> str:
    """The row in a message: a link, and in quotation marks where it is no person's name."""
    text = '<a href="{}">{}</a>' if isinstance(row, Researcher) else '<q><a href="{}">{}</a></q>'
    return format_html(text, url, in_sentence(row))


def saved(
    request, row: Publishable, owner_field: str | None, change_url: str, state_url: str
) -> str:
    """A message: its state, its address where it is public, and what can be done about it."""
    parts, button = {"row": row_link(row, change_url)}, ""
    if is_public(row, owner_field):
        url = origin(request) + (getattr(row, "public_url", "") or row.get_absolute_url())
        words = {"copy": _("Copy"), "copied": _("Copied")}
        parts["address"] = format_html(ADDRESS, url=url, id=f"address-{row.pk}", **words)
        if isinstance(row, Researcher) and row.owner_id == request.user.pk:
            return format_html(_("Saved. Your page is public: {address}"), **parts)
        return format_html(_("{row} is saved and is public: {address}"), **parts)
    if row.is_public:  # and what it stands on is not
        owner = owner_of(row, owner_field)
        if owner is None or owner.is_public:
            return format_html(_("{row} is saved."), **parts)
        if access.can_publish(owner, request.user):
            state_url = reverse("admin:profiles_researcher_state", args=[owner.pk])
            button = format_html(POST_BUTTON, state_url, "_publish", _("Publish the page"))
        text = _("{row} is saved. Visitors see it once the page is public. {button}")
        return format_html(text, button=button, **parts)
    if access.can_publish(row, request.user):
        button = format_html(POST_BUTTON, state_url, "_publish", _("Publish now"))
    if row.state == "draft":
        return format_html(_("{row} is saved as a draft. {button}"), button=button, **parts)
    parts["moment"] = date_format(timezone.localtime(row.published_at), "DATETIME_FORMAT")
    text = _("{row} is saved. Visitors see it from {moment} on. {button}")
    return format_html(text, button=button, **parts)


# --- From outside the form ------------------------------------------------------------------------


class StatePage(ExtraPages):
    """<id>/state/ of a ModelAdmin: POST with `_publish`, `_unpublish`, or `_schedule` and the boxes
    of a day and an hour; then back to `next`.
    """

    def get_urls(self):
        return [self.path("<path:object_id>/state/", self.view, "state")]

    def view(self, request, object_id):
        row = self.admin.get_object(request, unquote(object_id))
        if not access.can_publish(row, request.user):
            raise PermissionDenied
        rows, state = self.admin.get_queryset(request).filter(pk=row.pk), pressed(request.POST)
        if state:
            (self.admin.publish if state == PUBLIC else self.admin.withdraw)(request, rows)
        elif "_schedule" in request.POST:
            self._schedule(request, rows)
        return HttpResponseRedirect(next_url(request, self.admin.row_url("change", row)))

    def _schedule(self, request, rows):
        """What is public stays so: a later day would withdraw it."""
        boxes = [request.POST.get(f"published_at_{part}", "") for part in (DATE, TIME)]
        try:
            moment = PublishAtField(required=False).clean([LATER, *boxes])
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        else:
            rows = access.publishable(rows, request.user).exclude(published_at__lte=timezone.now())
            self.admin.set_state(request, rows, moment)
