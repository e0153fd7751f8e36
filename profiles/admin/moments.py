"""Draft, public now, public from a moment: how a form asks since when something is public."""

from datetime import datetime, time

from django import forms
from django.contrib.admin.widgets import AdminDateWidget, AdminTimeWidget
from django.core.exceptions import ValidationError
from django.forms.utils import from_current_timezone, to_current_timezone
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

DRAFT, PUBLIC, LATER = "draft", "public", "from"
CHOICES = [(DRAFT, _("Draft")), (PUBLIC, _("Public now")), (LATER, _("Public from …"))]
# The boxes keep the names that Django gives to a date and its time: <field>_0 and <field>_1.
STATE, DATE, TIME = "state", "0", "1"


class MomentWidget(forms.MultiWidget):
    """A choice in words; the date beside it counts with its last answer, and is hidden without."""

    template_name = "admin/widgets/moment.html"
    # Of a row that is being added: what it says becomes so with saving.
    is_new = False
    supports_microseconds = False

    class Media:
        js = ["js/admin-moment.js"]

    def __init__(self, attrs=None):
        choice = forms.Select(attrs={"class": "moment-state"}, choices=CHOICES)
        day = AdminDateWidget({"aria-label": _("Date:")})
        hour = AdminTimeWidget({"aria-label": _("Time:")})
        super().__init__({STATE: choice, DATE: day, TIME: hour}, attrs)

    def decompress(self, value):
        if value is None:
            return [DRAFT, None, None]
        state = PUBLIC if value <= timezone.now() else LATER
        local = to_current_timezone(value)
        return [state, local.date(), local.time()]

    def get_context(self, name, value, attrs):
        """What is public already says since when."""
        context = super().get_context(name, value, attrs)
        if not self.is_new and isinstance(value, datetime) and value <= timezone.now():
            since = date_format(timezone.localtime(value), "DATETIME_FORMAT")
            _group, options, _index = context["widget"]["subwidgets"][0]["optgroups"][1]
            options[0]["label"] = _("Public since %(moment)s") % {"moment": since}
        return context

    def id_for_label(self, id_):
        return f"{id_}_0" if id_ else id_


class MomentField(forms.MultiValueField):
    """Cleans to a moment, or to None for a draft.

    A form that has no choice in it (an older one, a script) is read by its boxes alone.
    """

    widget = MomentWidget

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
        moment = _moment(day, hour)
        if state == PUBLIC:
            now = timezone.now().replace(microsecond=0)
            return moment if moment and moment <= now else now
        if day is None and (state or hour):
            raise ValidationError(_("Say from which day on it is public."))
        return moment


def _moment(day, hour):
    """Without an hour, the day's beginning."""
    return day and from_current_timezone(datetime.combine(day, hour or time()))
