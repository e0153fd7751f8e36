"""One's own record: the first page a researcher opens."""

from csp.decorators import csp_update
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from profiles import access, addresses, signals
from profiles.addresses import held_at_root
from profiles.admin.activity import ActivityPages, changes_of_rights
from profiles.admin.base import PublishableAdmin, ScopedAdmin
from profiles.admin.forms import fieldset, without
from profiles.admin.researcher_form import (
    EMAIL_CHOICES,
    FOCUS,
    AdvisorInline,
    AffiliationInline,
    DelegationInline,
    FormerSlugInline,
    FormPage,
    FormPagesMixin,
    LinkInline,
    PositionInline,
    ResearcherForm,
)
from profiles.models import FormerSlug, Researcher
from profiles.site import second_languages, site_settings
from profiles.slugs import validate_slug
from profiles.themes import Layout, Theme


class ChangeSlugForm(forms.Form):
    slug = forms.SlugField(label=_("New address"), max_length=80, validators=[validate_slug])

    def __init__(self, *args, researcher, **kwargs):
        super().__init__(*args, **kwargs)
        self.researcher = researcher

    def clean_slug(self):
        """Free, or a former address of one's own. The refusal tells nothing of who has it."""
        slug = self.cleaned_data["slug"]
        former = FormerSlug.objects.filter(slug=slug).exclude(researcher=self.researcher)
        if former.exists() or Researcher.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is not free. Choose another."))
        return slug

    @transaction.atomic
    def save(self):
        researcher, slug = self.researcher, self.cleaned_data["slug"]
        FormerSlug.objects.filter(slug=slug).delete()
        FormerSlug.objects.create(slug=researcher.slug, researcher=researcher)
        researcher.slug = slug
        researcher.save(update_fields=["slug", "updated_at"])


# Registered above, with what it has of other apps: website.admin.
class ResearcherAdmin(FormPagesMixin, PublishableAdmin):
    form = ResearcherForm
    change_form_template = "admin/profiles/researcher/change_form.html"
    menu_group = "profile"
    menu_place = 0
    owner_field = None
    slug_from = "display_name"
    markdown = ["biography", "interests"]
    markdown_lines = ["headline"]
    markdown_words = ["portrait_caption"]
    autocomplete_fields = ["owner"]
    list_display = ["display_name", "slug", "state", "owner", "updated_at"]
    list_select_related = ["owner"]
    search_fields = ["display_name", "given_name", "family_name", "native_name", "slug"]
    pages = [ActivityPages]
    inlines = [
        PositionInline,
        LinkInline,
        AffiliationInline,
        AdvisorInline,
        DelegationInline,
        FormerSlugInline,
    ]
    form_pages = {
        # One screen: static/css/admin-profile.css.
        "": FormPage(
            _("Profile"),
            fieldset(None, "display_name"),
            fieldset(None, ("email", "email_display"), "headline"),
            fieldset(None, "portrait", "pasted_links", classes=["of-links"]),
            fieldset(None, "biography"),
            also=["positions"],
        ),
        "about": FormPage(
            _("More about you"),
            fieldset(None, "interests", "location", "postal_address", "pronouns"),
        ),
        "names": FormPage(
            _("Names on papers"),
            fieldset(
                None,
                ("given_name", "family_name"),
                ("native_name", "native_language"),
                "other_names",
                "orcid",
                description=_("With these, an import recognises which papers are yours."),
            ),
        ),
        "affiliations": FormPage(_("Positions in detail"), also=["affiliations"]),
        "links": FormPage(_("Links in detail"), also=["links"]),
        "photo": FormPage(
            _("Photo"),
            fieldset(
                None, FOCUS, "portrait_alt", "portrait_caption", ("portrait_shape", "portrait_side")
            ),
            also=["portrait"],
        ),
        "look": FormPage(
            _("Colours and layout"),
            fieldset(None, ("theme", "layout"), "look_preview", classes=["look"]),
        ),
        "advisors": FormPage(_("Advisors"), also=["advisorships"]),
        "delegates": FormPage(_("Delegates"), also=["delegations"]),
        "account": FormPage(
            _("Address and status"),
            fieldset(None, "slug", "published_at", "multilingual", "citation_counts"),
            fieldset(None, "owner", "old_paths_at_root", "root_addresses"),
            also=["former_slugs"],
        ),
    }
    fieldsets = [fieldset for page in form_pages.values() for fieldset in page.fieldsets]
    pages_of_new = ["", "account"]

    class Media:
        css = {"all": ["css/admin-look.css", "css/admin-profile.css"]}
        js = ["js/admin-drop.js", "js/admin-profile.js"]

    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        if change and not set(signals.NAMES) & set(form.changed_data):
            return
        # Names given by the researcher alone are a claim; a manager stands for them.
        by_manager = access.is_manager(request.user)
        if count := signals.send_names_changed(obj, by_manager=by_manager):
            text = ngettext(
                "%(count)s paper here prints one of these names: it is on your page now, or waits "
                "under “Papers that name you”.",
                "%(count)s papers here print one of these names: they are on your page now, or "
                "wait under “Papers that name you”.",
                count,
            )
            messages.info(request, text % {"count": count})

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        """Boxes that admin-picture.js sets by a click in the picture, which may be dropped."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "portrait":
            field.widget.attrs["data-drop"] = ""
            field.help_text = _("Drop a picture here, or choose one.")
        if db_field.name in FOCUS:
            field.required = False
            field.widget.attrs |= {"data-focus": db_field.name[-1], "max": 100, "step": 10}
        return field

    def get_fieldsets(self, request, obj=None):
        """Whose account and whose old paths it is is decided by managers."""
        hidden = set() if second_languages() else {"multilingual"}
        hidden |= set() if site_settings().citation_counts else {"citation_counts"}
        if not access.is_manager(request.user):
            hidden |= {"owner", "old_paths_at_root", "root_addresses"}
        elif obj is None or settings.SINGLE_RESEARCHER:
            hidden.add("root_addresses")
        return without(super().get_fieldsets(request, obj), hidden)

    def render_change_form(self, request, context, *args, obj=None, **kwargs):
        """Which of its further pages the user may open."""
        if obj is not None:
            context["administers"] = access.administers(request.user, obj)
            context["may_invite"] = access.may_invite(request.user, obj)
            context["may_see_all"] = access.may_publish(request.user, obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)

    def external_events(self, request, row):
        return changes_of_rights(row, request.user)

    # --- One's own record is a page, not a list of one ------------------------------------------

    def changelist_view(self, request, extra_context=None):
        if request.method == "GET" and not request.GET and (profile := self._own_profile(request)):
            return redirect(self.row_url("change", profile))
        page = {"may_invite_people": access.is_manager(request.user)}
        return super().changelist_view(request, page | (extra_context or {}))

    def menu_name(self, request):
        return _("Profile") if self._own_profile(request) else _("Profiles")

    def menu_links(self, request):
        """The further pages of one's own profile."""
        profile = self._own_profile(request)
        if profile is None:
            return []
        url = self.row_url("change", profile)
        return [
            (page.title, addresses.part_url(url, name))
            for name, page in self.pages_of(request, profile)
            if name
        ]

    def menu_url(self, request):
        profile = self._own_profile(request)
        return self.row_url("change", profile) if profile else None

    def _own_profile(self, request):
        """Return the only profile an account may write, None where it may choose."""
        user = request.user
        has_choice = access.is_manager(user) or access.has_several_records(user)
        return None if has_choice else access.own_record(user)

    # --- Pages for the owner ----------------------------------------------------------------------

    def get_administered(self, request, object_id) -> Researcher:
        """Raises PermissionDenied where the account, the address and the archive are another's."""
        researcher = self.get_object(request, unquote(object_id))
        if not access.administers(request.user, researcher):
            raise PermissionDenied
        return researcher

    # --- Another slug: an action of its own, since it leaves a redirect behind --------------------

    def get_urls(self):
        route = "<path:object_id>/address/"
        return [self.page_path(route, self.change_slug_view, "address"), *super().get_urls()]

    def change_slug_view(self, request, object_id):
        researcher = self.get_administered(request, object_id)
        form = ChangeSlugForm(request.POST or None, researcher=researcher)
        if request.method == "POST" and form.is_valid():
            old = researcher.slug
            form.save()
            slugs = {"old": old, "new": researcher.slug}
            moved = _("Moved from /%(old)s/ to /%(new)s/.") % slugs
            self.log_change(request, researcher, moved)
            text = _("The pages are now at /%(new)s/. Visitors to /%(old)s/ are led there.")
            messages.success(request, text % slugs)
            return redirect(self.row_url("change", researcher))
        context = {"title": _("Change the address"), "form": form, "original": researcher}
        return self.render_page(request, "admin/profiles/researcher/address.html", context)

    # --- How the pages look, beside one's own page ------------------------------------------------

    @method_decorator(csp_update({"frame-src": ["'self'"]}))
    def change_view(self, request, object_id, form_url="", extra_context=None):
        return super().change_view(request, object_id, form_url, extra_context)

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        if db_field.name == "email_display":
            choices = [
                (value, format_html("<b>{}</b> <span>{}</span>", *words))
                for value, words in EMAIL_CHOICES.items()
            ]
            kwargs |= {"widget": admin.widgets.AdminRadioSelect, "choices": choices}
        if db_field.name in ("theme", "layout"):
            choices = Theme if db_field.name == "theme" else Layout
            kwargs |= {"widget": admin.widgets.AdminRadioSelect, "choices": choices.choices}
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def get_readonly_fields(self, request, obj=None):
        """Whose it is stays so, where the owner's account is not for this manager to manage."""
        is_fixed = obj is not None and not access.administers(request.user, obj)
        readonly = ["look_preview", "root_addresses", *(["owner"] if is_fixed else [])]
        return [*super().get_readonly_fields(request, obj), *readonly]

    @admin.display(description=_("which addresses those are"))
    def root_addresses(self, researcher):
        """Before it is ticked; also what it does not claim, and why."""
        paths = list(researcher.redirects.values_list("old_path", flat=True))
        if not paths:
            return _("No old address yet: import the former site first, then look here again.")
        held = held_at_root(researcher, paths)
        others = [path for path in paths if path not in set(held)]
        below = _("Never so, since a colleague has or may get the address:")
        return format_html_join(
            "",
            "<p>{}</p><ul>{}</ul>",
            (
                (title, format_html_join("", "<li><code>{}</code></li>", ((p,) for p in some)))
                for title, some in (
                    (_("Would work without the address of this page in front:"), held),
                    (below, others),
                )
                if some
            ),
        )

    @admin.display(description=_("your page"))
    def look_preview(self, researcher):
        """The framed page's links open in a window of their own: public pages refuse frames."""
        if researcher is None or researcher.pk is None:
            return _("Save once to see it here.")
        return format_html(
            '<iframe class="look-preview" src="{}" title="{}" loading="lazy"></iframe>',
            f"{addresses.page_url(researcher.get_absolute_url())}?framed=1",
            _("Your page as it would look"),
        )


@admin.register(FormerSlug)
class FormerSlugAdmin(ScopedAdmin):
    """For managers alone: the model belongs to no researcher."""

    menu_group = "lab"
    menu_place = 90
    owner_field = None
    list_display = ["slug", "researcher"]
    search_fields = ["slug"]
    fields = ["slug", "researcher"]
    autocomplete_fields = ["researcher"]
