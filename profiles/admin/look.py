"""Choosing how one's pages look, with one's own page beside the choices, dressed accordingly."""

from csp.decorators import csp_update
from django.contrib import admin
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles import preview_links
from profiles.themes import Layout, Theme

FIELDSET = (
    _("Colours and layout"),
    {"fields": [("theme", "layout"), "look_preview"], "classes": ["collapse", "look"]},
)


class LookMixin:
    """Adds the choice to a researcher's form, with the preview of the home page below it."""

    class Media:
        css = {"all": ["css/admin-look.css"]}
        js = ["js/admin-look.js"]

    @method_decorator(csp_update({"frame-src": ["'self'"]}))
    def change_view(self, request, object_id, form_url="", extra_context=None):
        return super().change_view(request, object_id, form_url, extra_context)

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        if db_field.name in ("theme", "layout"):
            choices = Theme if db_field.name == "theme" else Layout
            kwargs |= {"widget": admin.widgets.AdminRadioSelect, "choices": choices.choices}
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def get_readonly_fields(self, request, obj=None):
        return [*super().get_readonly_fields(request, obj), "look_preview"]

    @admin.display(description=_("your page"))
    def look_preview(self, researcher):
        """The framed page's links open in a window of their own: public pages refuse frames."""
        if researcher is None or researcher.pk is None:
            return gettext("Save once to see it here.")
        return format_html(
            '<iframe class="look-preview" src="{}" title="{}" loading="lazy"></iframe>',
            f"{preview_links.page_url(researcher.get_absolute_url())}?framed=1",
            gettext("Your page as it would look"),
        )
