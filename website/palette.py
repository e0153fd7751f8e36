"""Ctrl+K: one's own records and what one can do with them, by a few letters of their name.

Each list answers by its own search, and holds only what `request.user` may open.
"""

from dataclasses import asdict, dataclass
from urllib.parse import urlencode

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _

from profiles import access, preview_links
from profiles.preview_links import admin_url
from publications.models import Authorship, AuthorshipSuggestion, ImportBatch, Publication
from website.menu import PLACES, links_of, menu

# Result as their papers; and what is added by a page of its own.
PART_OF_A_PAPER = {Authorship, AuthorshipSuggestion}
ADDED_ELSEWHERE = {*PART_OF_A_PAPER, ImportBatch}
# Of each kind of row; and of a text that is asked for.
AT_MOST = 5
LONGEST = 100
# Of everybody's rows of a kind, a manager finds the last so many here, and all in its list.
LOOKED_AT = 1_000


@dataclass(frozen=True)
class Result:
    label: str
    kind: str
    url: str


def find(request: HttpRequest, text: str) -> list[Result]:
    """Pages and actions whose names hold every word of `text`, then rows; all pages of ""."""
    text = text.replace("\0", "")[:LONGEST].strip()
    words = text.casefold().split()
    named = [result for result in [*_pages(request), *_actions(request)] if _holds(result, words)]
    # The very name first; Python keeps the order of the menu among equals.
    named.sort(key=lambda result: " ".join(words) not in result.label.casefold())
    return [*named, *_rows(request, text)] if text else named


def _holds(result, words):
    name = f"{result.kind} {result.label}".casefold()
    return all(word in name for word in words)


def _pages(request):
    for place in menu(request):
        yield Result(str(place.label), "", place.url)
    for name, place in PLACES.items():
        for link in links_of(request, name):
            yield Result(str(link.label), str(place), link.url)


def _actions(request):
    yield Result(_("Help"), "", reverse("admin:help"))
    if record := access.own_record(request.user):
        address = record.get_absolute_url()
        yield Result(_("Preview"), _("Your page"), preview_links.page_url(address, record))
        if record.is_public:
            yield Result(_("View live"), _("Your page"), address)
    for model, model_admin in admin.site._registry.items():
        if model not in ADDED_ELSEWHERE and model_admin.has_add_permission(request):
            label = _("Add %(name)s") % {"name": model._meta.verbose_name}
            yield Result(label, "", admin_url(model, "add"))


def _rows(request, text):
    searched = {
        model: model_admin
        for model, model_admin in admin.site._registry.items()
        if model_admin.search_fields and model not in PART_OF_A_PAPER
        if model_admin.has_module_permission(request)
    }
    left_out = _left_out(searched) if access.is_manager(request.user) else {}
    for model, model_admin in searched.items():
        rows = model_admin.get_queryset(request)
        if model in left_out:
            rows = rows.filter(pk__gt=left_out[model])
        rows, repeats = model_admin.get_search_results(request, rows, text)
        kind = str(capfirst(model._meta.verbose_name))
        for row in (rows.distinct() if repeats else rows)[:AT_MOST]:
            label = Truncator(row).chars(120)
            yield Result(label, kind, admin_url(model, "change", row.pk))
        if model in left_out:
            label = _("All with “%(text)s”") % {"text": text}
            address = f"{admin_url(model, 'changelist')}?{urlencode({'q': text})}"
            yield Result(label, str(capfirst(model._meta.verbose_name_plural)), address)


def _left_out(models):
    """{model: the last row that is not looked at}, of those with more than LOOKED_AT."""
    # Of papers, their own search takes the last.
    models = [model for model in models if model is not Publication]
    newest = {model: model._default_manager.order_by("-pk").values_list("pk") for model in models}
    found = {model: rows[LOOKED_AT : LOOKED_AT + 1].first() for model, rows in newest.items()}
    return {model: row[0] for model, row in found.items() if row}


# --- The two addresses ---------------------------------------------------------------------------


def urls(site) -> list:
    """Return the URL patterns of the palette's page and of its results."""

    def page(request) -> HttpResponse:
        """Show what was found as a page, for browsers without scripts."""
        text = request.GET.get("q", "")
        context = {"title": _("Search"), "text": text[:LONGEST], "results": find(request, text)}
        return TemplateResponse(request, "admin/palette.html", site.each_context(request) | context)

    return [
        path("search/", site.admin_view(page), name="palette"),
        path("search/results/", site.admin_view(results), name="palette-results"),
    ]


def results(request) -> JsonResponse:
    """Answer what `q` finds as JSON: [{"label", "kind", "url"}, …]."""
    links = find(request, request.GET.get("q", ""))
    return JsonResponse([asdict(result) for result in links], safe=False)
