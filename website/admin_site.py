"""The admin as a whole: its addresses, its menu, who comes in. What is in it: each app's admin."""

from functools import partial, update_wrapper

from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseRedirect, JsonResponse
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from accounts import second_factor, views
from accounts.views import SignInView, SignOutView, account_urls
from profiles import access, addresses, markdown_editor
from profiles.dates import read_back
from profiles.site import site_settings
from publications.models import papers_of, public_papers
from publications.references import citable
from website import dashboard, handbook, menu, previews

# Of a lab's papers, the editor offers no more than these.
OFFERED = 1000
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
        rows = access.pickable(model._default_manager.all(), user)
        if ordering := self.model_admin.get_ordering(self.request):
            rows = rows.order_by(*ordering)
        rows = rows.complex_filter(self.source_field.get_limit_choices_to())
        rows, repeats = self.model_admin.get_search_results(self.request, rows, self.term)
        return rows.distinct() if repeats else rows


@markdown_editor.for_editors
def citable_papers(request):
    """JSON of whoever speaks in the text: [[what to write, name, address], ...] of each paper, of
    the lab's its newest; then of each own page, which has nothing to cite it by.
    """
    if markdown_editor.is_of_the_site(request):
        return JsonResponse(citable(public_papers(), OFFERED), safe=False)
    record = markdown_editor.record_of(request)
    if record is None:
        return JsonResponse([], safe=False)
    pages = [("", page.title, page.get_absolute_url()) for page in record.page_set.public()]
    return JsonResponse([*citable(papers_of(record)), *pages], safe=False)


class VitaeSite(AdminSite):
    index_title = _("Your pages")
    empty_value_display = "–"

    @property
    def site_header(self):
        return site_settings().site_name

    site_title = site_header

    def get_urls(self):
        from profiles.admin import cv  # which registers at this site, so it is made first
        from website import lab_home

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
            *lab_home.urls(self),
            *menu.urls(self),
            *handbook.urls(self),
            *cv.urls(self),
            path("dates/words/", self.admin_view(read_back), name="date-words"),
            *urls,
        ]

    # --- The front page ----------------------------------------------------------------------

    @method_decorator(csp_update({"frame-src": ["'self'"]}))
    def index(self, request, extra_context=None):
        """Of a researcher what is theirs; of a manager the people of the lab."""
        from website import lab_home  # as above

        is_chosen = {"record", "researcher"} & request.GET.keys()
        if access.is_manager(request.user) and not is_chosen:
            context = {"title": _("The lab")} | lab_home.context(request)
        else:
            context = dashboard.context(request)
        return super().index(request, context | (extra_context or {}))

    # --- Coming in ---------------------------------------------------------------------------

    def has_permission(self, request):
        return super().has_permission(request) and second_factor.is_verified(request.user)

    @method_decorator(login_not_required)
    def login(self, request, extra_context=None):
        if request.method == "GET" and self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index"))
        return SignInView.as_view()(request)

    def logout(self, request, extra_context=None):
        context = self.each_context(request) | {"has_permission": False}
        return SignOutView.as_view(extra_context=context)(request)

    def password_change(self, request, extra_context=None):
        return views.change_password(request, self.each_context(request))

    # --- What every page of it has -----------------------------------------------------------

    def admin_view(self, view, cacheable=False):
        inner = super().admin_view(view, cacheable)

        def guarded(request, *args, **kwargs):
            access.remember(request.user)
            is_leaving = request.path == reverse("admin:logout")
            if request.method == "POST" and not (is_leaving or self.has_permission(request)):
                messages.warning(request, NOTHING_WAS_SAVED)
            try:
                response = inner(request, *args, **kwargs)
            except PermissionDenied:
                raise Http404 from None  # what is not yours is not there
            return (
                previews.in_panel(request, response) if self.has_permission(request) else response
            )

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

    def each_context(self, request):
        """The menu is made only where a page shows it: a pop-up does not."""
        site = {"menu": SimpleLazyObject(lambda: menu.menu(request)), "version": settings.VERSION}
        if self.has_permission(request) and (record := access.own_record(request.user)):
            page = record.get_absolute_url()
            site["site_url"] = page if record.is_public else addresses.page_url(page)
            site["site_is_preview"] = not record.is_public
            site["next_step"] = partial(dashboard.next_step, request, record)
        return super().each_context(request) | site

    def get_app_list(self, request, app_label=None):
        """Return nothing in place of Django's menu, which each_context replaces."""
        return []
