"""Requests that nobody clicked together: answered, never with an error or with another's data."""

from contextlib import suppress
from datetime import datetime

from django.contrib.admin.utils import get_deleted_objects
from django.contrib.admin.widgets import AutocompleteSelect, AutocompleteSelectMultiple
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.db.models import JSONField
from django.db.models.constants import LOOKUP_SEP
from django.forms import BaseInlineFormSet, ModelMultipleChoiceField
from django.http import Http404, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from profiles import access
from profiles.identifiers import is_valid_pk

# In a message: a button of the form that stands beside the messages; see admin/base_site.html.
POST_BUTTON = '<button form="answer" formaction="{}" name="{}" value="1">{}</button>'
PATTERNS = {"regex", "iregex"}


class HardenedMixin:
    """For a ModelAdmin. Django converts these kinds of input late and unguarded, and tells of rows
    that are another's.
    """

    def get_object(self, request, object_id, from_field=None):
        """Another's row and no row at all are the same 404."""
        obj = super().get_object(request, object_id, from_field or None)  # or it may be ""
        if obj is None:
            raise Http404
        return obj

    def get_deleted_objects(self, objs, request):
        """The rows that go too are named only where `request.user` may read them."""
        deleted, counts, _missing, protected = get_deleted_objects(objs, request, self.admin_site)
        missing = {row for row in objs if not self.has_delete_permission(request, row)}
        if access.is_manager(request.user):
            return deleted, counts, missing, protected
        names = [str(row) for row in objs]
        summary = {self.opts.verbose_name_plural: len(objs)}
        return names, summary, missing, [_("an entry that others use")] if protected else []

    def changelist_view(self, request, extra_context=None):
        try:
            return super().changelist_view(request, extra_context)
        except (ValueError, OverflowError):
            # A lookup no database can hold, such as ?published_at__year=9999999. `e` is Django's
            # own word for a list asked for wrongly.
            if not request.GET or "e" in request.GET:
                raise
            return HttpResponseRedirect(f"{request.path}?e=1")

    def lookup_allowed(self, lookup, value, request):
        """Of an own column Django allows any: a pattern, which may be none or take for ever, and of
        JSON what not every database can be asked for.
        """
        name, *rest = lookup.split(LOOKUP_SEP)
        json = {field.name for field in self.opts.fields if isinstance(field, JSONField)}
        if name in json or not PATTERNS.isdisjoint(rest):
            return False
        return super().lookup_allowed(lookup, value, request)

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        """Django saves a row as a new one wherever that is asked for, not only with `save_as`."""
        if "_saveasnew" in request.POST and not self.save_as:
            request.POST = request.POST.copy()
            del request.POST["_saveasnew"]
        return super().changeform_view(request, object_id, form_url, extra_context)

    def response_action(self, request, queryset):
        """Ids that are none are dropped, and with them the rows they would never have named."""
        ids = request.POST.getlist("_selected_action")
        request.POST = request.POST.copy()
        request.POST.setlist("_selected_action", [pk for pk in ids if is_valid_pk(pk)])
        return super().response_action(request, queryset)

    def page_path(self, route, view, page):
        """An address beside Django's own, named as it names these: <app>_<model>_<page>."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_{page}"
        return path(route, self.admin_site.admin_view(view), name=name)

    def render_page(self, request, template, context, status=None):
        """A page of the admin beside Django's own."""
        context = self.admin_site.each_context(request) | {"opts": self.opts} | context
        return TemplateResponse(request, template, context, status=status)

    def get_changeform_initial_data(self, request):
        """What an address proposes for a form's boxes, as far as a column can hold it."""
        proposed = super().get_changeform_initial_data(request)
        held = {}
        for name, value in proposed.items():
            with suppress(FieldDoesNotExist, ValidationError, ValueError, OverflowError):
                field = self.opts.get_field(name)
                if field.many_to_many:
                    held[name] = value
                elif field.concrete:  # else it is of rows that lead here
                    held[name] = _shown(field.to_python(value))
        return held


def _shown(value):
    """A moment as a form shows it: in the site's own time zone, whichever the address names."""
    if not isinstance(value, datetime):
        return value
    return timezone.localtime(value) if timezone.is_aware(value) else timezone.make_aware(value)


def with_plain_line_breaks(data: QueryDict) -> QueryDict:
    """Browsers send a line break as two signs: in texts it is one, as imports write it.

    Else a first save would change every text of several lines.
    """
    data = data.copy()
    for name, values in data.lists():
        data.setlist(name, [value.replace("\r\n", "\n") for value in values])
    return data


def next_url(request, default: str) -> str:
    """Where a form that was sent from another page of this site leads back to, by its `next`."""
    url = request.POST.get("next", "")
    is_ours = url.startswith("/") and url_has_allowed_host_and_scheme(url, {request.get_host()})
    return url if is_ours else default


class BoundedInlineFormSet(BaseInlineFormSet):
    """Of an inline. Django makes as many forms as the sent count says, up to two thousand."""

    def total_form_count(self):
        """No more than rows that came, and one: a row that should have come is still missed.

        Where none may be added, none: of nothing but an id, Django would save one, empty.
        """
        count = super().total_form_count()
        if not self.is_bound:
            return count
        return min(count, self._last_sent + 2 if self.max_num else self.initial_form_count())

    @cached_property
    def empty_form(self):
        """Made once: Django makes it anew for each question of a page's template."""
        return super().empty_form

    @cached_property
    def _last_sent(self):
        start = f"{self.prefix}-"
        names = (name for name in self.data if name.startswith(start))
        places = (name.removeprefix(start).partition("-")[0] for name in names)
        # Django's own limit has four digits.
        numbers = (int(place) for place in places if place.isdecimal() and len(place) < 5)
        return max(numbers, default=-1)


class SafeMultipleChoiceField(ModelMultipleChoiceField):
    """Django asks the database for any number that was sent."""

    def _check_values(self, value):
        for key in value:
            if not is_valid_pk(str(key)):
                message = self.error_messages["invalid_pk_value"]
                raise ValidationError(message, code="invalid_pk_value", params={"pk": key})
        return super()._check_values(value)


class ValidKeysMixin:
    """For a type-ahead box, which names the rows that were sent by asking for all of them."""

    def optgroups(self, name, value, attr=None):
        return super().optgroups(name, [key for key in value if is_valid_pk(str(key))], attr)


class SafeSelect(ValidKeysMixin, AutocompleteSelect):
    pass


class SafeSelectMultiple(ValidKeysMixin, AutocompleteSelectMultiple):
    pass
