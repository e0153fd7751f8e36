"""Choosing how one's pages look, with one's own page beside the choices, dressed accordingly."""

from csp.decorators import csp_replace, csp_update
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_sameorigin

from profiles import menu
from profiles.look import Layout, Theme
from profiles.models import Researcher
from profiles.views import HomeView

FIELDSET = (
    _("Colours and layout"),
    {"fields": [("theme", "layout"), "look_preview"], "classes": ["look"]},
)


class Preview(HomeView):
    """The home page as visitors see it, or will once it is public; nothing is saved."""

    template_name = "admin/profiles/researcher/preview.html"

    def languages(self):
        """None to switch to: this address has one."""
        return set()

    def shown(self):
        return menu.knowing(Researcher.objects.filter(pk=self.kwargs["pk"]))

    def get_context_data(self, **kwargs):
        person, asked = self.researcher, self.request.GET
        person.theme = asked.get("theme", person.theme)
        person.layout = asked.get("layout", person.layout)
        return super().get_context_data(**kwargs)


class LookMixin:
    """Adds the choice to a researcher's form, and <id>/preview/ to its admin."""

    class Media:
        css = {"all": ["css/admin-look.css"]}
        js = ["js/admin-look.js"]

    def get_urls(self):
        view = self.admin_site.admin_view(self.preview_view)
        preview = path("<path:object_id>/preview/", view, name="profiles_researcher_preview")
        return [preview, *super().get_urls()]

    @method_decorator([xframe_options_sameorigin, csp_replace({"frame-ancestors": ["'self'"]})])
    def preview_view(self, request, object_id):
        researcher = self.get_object(request, unquote(object_id))
        if not self.has_view_permission(request, researcher):
            raise PermissionDenied
        return Preview.as_view()(request, pk=researcher.pk, slug=researcher.slug)

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
            reverse("admin:profiles_researcher_preview", args=[researcher.pk]),
            gettext("Your page as it would look"),
        )
