"""The menu of the admin: eight places, a ninth for managers. What stands inside a place are the
ModelAdmins that name it in `menu_group`, by `menu_place`, and a few pages of our own. And Ctrl+K.

A kind of row of which there is none shows only where one adds, on the page of its place.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from urllib.parse import urlencode

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from profiles import access, addresses
from profiles.addresses import admin_url
from profiles.items import KINDS, drafted
from profiles.models import Page, Researcher
from publications.models import Authorship, AuthorshipSuggestion, ImportBatch, Publication

PLACES = {
    "home": _("Home"),
    "profile": _("Profile"),
    "papers": _("Papers"),
    "news": _("News"),
    "cv": _("CV"),
    "pages": _("Pages and layout"),
    "files": _("Files"),
    "settings": _("Settings"),
    "lab": _("The lab"),
}
# Pages of a profile that stand in another place than its form does: what is settled seldom.
OF_THE_CV = {"documents"}
SETTLED = {"address", "data", "website", "erase", "activity", "trash", "undelete"}
POSSESSION = {kind.model: kind.section.value for kind in KINDS.values()} | {Page: "pages"}


@dataclass
class Link:
    label: str
    url: str
    model: type | None = None
    is_current: bool = False


@dataclass
class Place:
    """An entry of the menu; `links`: what stands inside, shown where one is in it."""

    name: str
    label: str
    url: str
    is_current: bool = False
    links: list[Link] = field(default_factory=list)


def menu(request) -> list[Place]:
    """What `request.user` may open; of the place where they are, what stands inside."""
    current, model = _here(request)
    places = []
    for name, label in PLACES.items():
        if name == "profile" and access.own_record(request.user) is None:
            label = _("Profiles")
        if url := _url(request, name):
            place = Place(name, label, url, is_current=name == current)
            place.links = _links_inside(request, name, model) if place.is_current else []
            places.append(place)
    return places


def links_of(request, name: str) -> list[Link]:
    """Return the links that stand inside a place of the menu."""
    if name == "settings":
        return list(_settings(request))
    links = []
    if name == "lab" and access.is_manager(request.user):
        links.append(Link(_("People"), admin_url(Researcher, "changelist")))
        links.append(Link(_("Invite people"), admin_url(Researcher, "invite_people")))
    for page in _admins(request, name):
        label = capfirst(page.menu_name(request) or page.opts.verbose_name_plural)
        links.append(Link(label, _list_url(request, page), page.model))
        links += [Link(*pair, page.model) for pair in page.menu_links(request)]
    record = access.own_record(request.user) if name == "cv" and links else None
    if record is not None:
        links.append(Link(_("Documents"), admin_url(Researcher, "documents", record.pk)))
    if name == "lab" and links:
        links.append(Link(_("Recent activity"), admin_url(Researcher, "activity_shared")))
        links.append(Link(_("Deleted"), admin_url(Researcher, "trash_shared")))
    return links


def _admins(request, name):
    """The ModelAdmins of a place that `request.user` may open."""
    admins = admin.site._registry.values()
    admins = [page for page in admins if getattr(page, "menu_group", "") == name]
    admins = [page for page in admins if page.has_module_permission(request)]
    return sorted(admins, key=lambda page: page.menu_place)


def _list_url(request, model_admin):
    return model_admin.menu_url(request) or admin_url(model_admin.model, "changelist")


def _settings(request) -> Iterator[Link]:
    yield Link(_("Your account"), reverse("admin:account"))
    record = access.own_record(request.user)
    if record is None:
        return
    if access.administers(request.user, record):
        yield Link(_("Address of the page"), admin_url(Researcher, "address", record.pk))
        yield Link(_("Export or delete my data"), admin_url(Researcher, "data", record.pk))
    if access.may_publish(request.user, record):
        yield Link(_("Recent activity"), admin_url(Researcher, "activity", record.pk))
    yield Link(_("Deleted"), admin_url(Researcher, "trash", record.pk))


def _url(request, name):
    """Of a place: its own page, else the first of those in it; "" where there is none."""
    if name in ("home", "settings"):
        return reverse("admin:index" if name == "home" else "admin:account")
    record = access.own_record(request.user)
    if name == "profile" and record:
        return admin_url(Researcher, "change", record.pk)
    admins = _admins(request, name)
    if name == "cv" and admins:
        return reverse("admin:cv", args=[record.pk] if record else [])
    return _list_url(request, admins[0]) if admins else ""


def _here(request) -> tuple[str, type | None]:
    """(the place where the request is, the model that its page is of)."""
    match = request.resolver_match
    name = (match and match.url_name) or ""
    if name == "index":
        return "home", None
    if name == "cv":
        return "cv", None
    for model, model_admin in admin.site._registry.items():
        prefix = f"{model._meta.app_label}_{model._meta.model_name}_"
        if not name.startswith(prefix):
            continue
        page = name.removeprefix(prefix)
        if model is Researcher and (page.endswith("_shared") or page == "invite_people"):
            return "lab", None
        if model is Researcher and page in OF_THE_CV:
            return "cv", None
        if model is Researcher and page in SETTLED:
            return "settings", None
        return getattr(model_admin, "menu_group", "settings"), model
    return ("settings" if name.startswith(("account", "password")) else ""), None


def _links_inside(request, name, model):
    """Without kinds of which there is none; a place of one page has nothing inside."""
    links = links_of(request, name) if name != "home" else []
    filled = _filled(request.user, links)
    shown = [link for link in links if link.model in filled or link.model in (None, model)]
    exact = [link for link in shown if link.url == request.get_full_path()]
    of_model = [link for link in shown if link.model and link.model is model]
    for link in (exact or of_model)[:1]:
        link.is_current = True
    return shown if len(links) > 1 else []


def _filled(user, links):
    """The models of which there is a row, or may be one: of managers, all."""
    models = {link.model for link in links}
    kinds = [POSSESSION[model] for model in models & POSSESSION.keys()]
    if not kinds or access.is_manager(user):
        return models
    has = drafted(user, kinds)
    return {listed for listed in models if listed not in POSSESSION or POSSESSION[listed] in has}


# --- Ctrl+K --------------------------------------------------------------------------------------
# Each list answers by its own search, and holds only what `request.user` may open.

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
    yield Result(gettext("Help"), "", reverse("admin:help"))
    if record := access.own_record(request.user):
        address = record.get_absolute_url()
        yield Result(gettext("Preview"), gettext("Your page"), addresses.page_url(address, record))
        if record.is_public:
            yield Result(gettext("View live"), gettext("Your page"), address)
    for model, model_admin in admin.site._registry.items():
        if model not in ADDED_ELSEWHERE and model_admin.has_add_permission(request):
            label = gettext("Add %(name)s") % {"name": model._meta.verbose_name}
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
            label = gettext("All with “%(text)s”") % {"text": text}
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
        context = {
            "title": gettext("Search"),
            "text": text[:LONGEST],
            "results": find(request, text),
        }
        return TemplateResponse(request, "admin/palette.html", site.each_context(request) | context)

    return [
        path("search/", site.admin_view(page), name="palette"),
        path("search/results/", site.admin_view(results), name="palette-results"),
    ]


def results(request) -> JsonResponse:
    """Answer what `q` finds as JSON: [{"label", "kind", "url"}, …]."""
    links = find(request, request.GET.get("q", ""))
    return JsonResponse([asdict(result) for result in links], safe=False)
