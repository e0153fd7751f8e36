"""The admin as a whole: its addresses, its menu, who comes in. What is in it: each app's admin."""

from functools import update_wrapper

from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseRedirect, JsonResponse
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.functional import SimpleLazyObject
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts import account_settings, second_factor
from accounts.views import SignInView, account_urls
from profiles import access, markdown_editor
from profiles.dates.fields import read_back
from publications.references import citable
from website import dashboard, previews

# Before the login, which leads back to the page that was sent from.
NOTHING_WAS_SAVED = _(
    "You were signed out meanwhile, so nothing was saved. Sign in again: texts that you typed into "
    "a form are offered there."
)


class PickerView(AutocompleteJsonView):
    """What a type-ahead box offers is what profiles.access lets its user pick, no more."""

    def process_request(self, request):
        """Django takes the other end of a relation, which has no box, for one and fails."""
        term, model_admin, source_field, to_field = super().process_request(request)
        if not source_field.concrete:
            raise PermissionDenied
        return term, model_admin, source_field, to_field

    def get_queryset(self):
        user, model = self.request.user, self.model_admin.model
        if model is get_user_model():  # those that the account list shows too
            rows = access.accounts(user).order_by("username")
        else:
            rows = access.pickable(model._default_manager.all(), user)
        rows = rows.complex_filter(self.source_field.get_limit_choices_to())
        rows, repeats = self.model_admin.get_search_results(self.request, rows, self.term)
        return rows.distinct() if repeats else rows


@markdown_editor.for_editors
def citable_papers(request):
    """JSON: [[what to write, what it is called], ...] of the researcher whose text it is."""
    record = markdown_editor.record_of(request)
    return JsonResponse(citable(record) if record else [], safe=False)


class VitaeSite(AdminSite):
    site_title = settings.SITE_NAME
    site_header = settings.SITE_NAME
    index_title = _("Your pages")
    empty_value_display = "–"

    def get_urls(self):
        # Django's redirect from a type and an id to an address tells the slug of any draft.
        urls = [url for url in super().get_urls() if getattr(url, "name", "") != "view_on_site"]
        # Not under admin_view: that answers a stranger with a redirect, which a script would
        # follow into the preview. These two guard themselves and answer in plain text.
        return [
            path("markdown/preview/", markdown_editor.preview, name="markdown-preview"),
            path("markdown/upload/", markdown_editor.upload, name="markdown-upload"),
            path("markdown/citable/", citable_papers, name="markdown-citable"),
            path("preview/", self.admin_view(previews.preview), name="preview"),
            path("preview/<path:path>", self.admin_view(previews.preview), name="preview"),
            *account_urls(self),
            *dashboard.urls(self),
            path("dates/words/", self.admin_view(read_back), name="date-words"),
            *urls,
        ]

    # --- The front page ----------------------------------------------------------------------

    def index(self, request, extra_context=None):
        """A researcher's own record first; the menu of everything below it."""
        title = {"title": _("The lab")} if access.is_manager(request.user) else {}
        return super().index(request, title | dashboard.context(request) | (extra_context or {}))

    # --- Coming in ---------------------------------------------------------------------------

    def has_permission(self, request):
        return super().has_permission(request) and second_factor.is_verified(request.user)

    @method_decorator(login_not_required)
    def login(self, request, extra_context=None):
        if request.method == "GET" and self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index"))
        return SignInView.as_view()(request)

    def password_change(self, request, extra_context=None):
        return account_settings.change_password(request, self.each_context(request))

    # --- What every page of it has -----------------------------------------------------------

    def admin_view(self, view, cacheable=False):
        inner = super().admin_view(view, cacheable)

        def guarded(request, *args, **kwargs):
            access.remember(request.user)
            is_leaving = request.path == reverse("admin:logout")
            if request.method == "POST" and not (is_leaving or self.has_permission(request)):
                messages.warning(request, NOTHING_WAS_SAVED)
            try:
                return inner(request, *args, **kwargs)
            except PermissionDenied:
                raise Http404 from None  # what is not yours is not there

        return update_wrapper(guarded, inner)

    def i18n_javascript(self, request, extra_context=None):
        """The words of the date picker hold nobody's data: a browser may ask whether they stand."""
        response = super().i18n_javascript(request, extra_context)
        response.headers["Cache-Control"] = "private, no-cache"
        return response

    def autocomplete_view(self, request):
        return PickerView.as_view(admin_site=self)(request)

    def app_index(self, request, app_label, extra_context=None):
        """How the code is divided into apps is no concern of its users: there is one front page."""
        return HttpResponseRedirect(reverse("admin:index"))

    def get_app_list(self, request, app_label=None):
        """What `request.user` may open, under the headings of a person's day.

        Django asks for it for every page; it is made only where a page shows it.
        """
        return SimpleLazyObject(lambda: self._menu(request, app_label))

    def _menu(self, request, app_label):
        entries = [
            entry
            for app in self._build_app_dict(request, app_label).values()
            for entry in app["models"]
        ]
        entries.sort(key=lambda entry: getattr(self._registry[entry["model"]], "menu_place", 100))
        groups = {}
        for entry in entries:
            model_admin = self._registry[entry["model"]]
            entry["name"] = capfirst(model_admin.menu_name(request) or entry["name"])
            entry["add_label"] = getattr(model_admin, "add_label", "")
            entry["admin_url"] = model_admin.menu_url(request) or entry["admin_url"]
            groups.setdefault(model_admin.menu_group, []).append(entry)
        is_manager = access.is_manager(request.user)
        headings = {
            "page": _("Everybody’s pages") if is_manager else _("My page"),
            "papers": _("Publications"),
            "lab": _("The lab"),
        }
        return [
            {
                "name": heading,
                "app_label": name,
                "app_url": f"{reverse('admin:index')}#{name}",
                "has_module_perms": True,
                "models": groups[name],
            }
            for name, heading in headings.items()
            if name in groups
        ]
