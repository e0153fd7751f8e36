"""Pages of a ModelAdmin beside those that Django makes; and the choice of whose rows they show."""

from django import forms
from django.contrib import admin

from profiles import access
from profiles.admin.hardening import SafeSelect
from profiles.models import Researcher, Section


class ExtraPages:
    """A group of them, which a ModelAdmin names in its `pages`; the ModelAdmin is its `admin`."""

    def __init__(self, model_admin):
        self.admin, self.model, self.opts = model_admin, model_admin.model, model_admin.opts

    def get_urls(self) -> list:
        raise NotImplementedError

    def path(self, route, view, page):
        return self.admin.page_path(route, view, page)


# --- Choosing a person: from a list or, where the site has many, from what one types -------------

# A list of more is no help, and most of the page.
MANY = 100


def are_many(user) -> bool:
    """Whether the site has more people than a list should name; asked once a request."""
    return access.cached(user, "many", Researcher.objects.order_by()[MANY : MANY + 1].exists)


def type_ahead(field) -> SafeSelect:
    """The box for a relation to a researcher."""
    return SafeSelect(field, admin.site)


class ChoiceForm(forms.Form):
    """Whose page is shown: sent as a GET, "researcher" is a key."""

    researcher = forms.ModelChoiceField(queryset=None, empty_label=None)

    def __init__(self, user, records, chosen):
        super().__init__(initial={"researcher": chosen}, auto_id="choose-%s")
        field = self.fields["researcher"]
        if access.is_manager(user) and are_many(user):
            field.widget = type_ahead(Section._meta.get_field("researcher"))
            field.widget.is_required = True
        field.queryset = records


def choice(user, records, chosen) -> ChoiceForm | None:
    """None where `records`, those of `user`, are no choice."""
    is_one = access.has_several_records(user) and records[1:2]
    return ChoiceForm(user, records, chosen) if is_one else None
