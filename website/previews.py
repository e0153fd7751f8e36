"""preview/<path> of the admin: the public page at <path>, with the drafts of whoever asks.

The very view that answers visitors makes the page; what it is told besides is `editor`. Only
views that know that word have a preview; the rest, and what is another's, is a 404. Links lead on
to previews where there are any. Nothing of it is kept, as of the whole admin: `private, no-store`,
`noindex`.
"""

import copy
import re
from contextlib import contextmanager
from urllib.parse import unquote

from csp.decorators import csp_replace
from django.apps import apps
from django.conf import settings
from django.db.models import Model
from django.http import Http404
from django.urls import Resolver404, get_script_prefix, resolve, set_script_prefix
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from profiles import access, languages, preview_links
from profiles.identifiers import is_valid_pk
from profiles.site import origin
from website.desk import Desk

LINK = re.compile(r'(?<=\s)(href|action)="([^"]*)"')


@require_safe
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": ["'self'"], "frame-src": ["'self'"]})
def preview(request, path=""):
    """The public view at `path`, with the account as its `editor`."""
    code, public_path = languages.split(f"/{path}")
    match = resolve(public_path)
    if not hasattr(_view(match), "editor"):
        raise Http404
    # As the public page would get it; its `path` is still that of the preview.
    public_request = copy.copy(request)
    public_request.path_info, public_request.resolver_match = public_path, match
    view = _view(match).as_view(**match.func.view_initkwargs, editor=request.user)
    with _below(code):
        response = view(public_request, *match.args, **match.kwargs)
    if not hasattr(response, "render"):
        return response
    _prepare(public_request, response.context_data, code)
    with _below(code):
        response.render()
    html = _to_previews(response.content.decode(), public_path, request.user)
    response.content = preview_links.to_previews(html)
    return response


def _view(match):
    return getattr(match.func, "view_class", None)


def _prepare(request, context, code):
    """Gives the page its desk; within the form of a page's look it is the page alone."""
    researcher = context.get("researcher")
    sections = context.get("sections", [])
    context["preview"] = True
    if "framed" in request.GET:
        context["sections"] = [section for section in sections if not section.is_empty]
    else:
        shown = context.get("object") or researcher or context["object_list"][0]
        desk = Desk(request.user, _row_of_form(request) or shown, researcher)
        if shown.is_public and desk.is_public:
            desk.public_page = origin(request) + languages.prefix(code) + request.path_info
        desk.equip(sections)
        context["desk"] = desk
    if researcher:
        # As the form of the page's look shows it; nothing is saved.
        researcher.theme = request.GET.get("theme", researcher.theme)
        researcher.layout = request.GET.get("layout", researcher.layout)


def _row_of_form(request) -> Model | None:
    """The row whose form led here, by ?form=<model>/<pk>, if it is this editor's."""
    name, _slash, pk = request.GET.get("form", "").partition("/")
    try:
        model = apps.get_model(name)
    except (LookupError, ValueError):
        return None
    if not (hasattr(model, "published_at") and is_valid_pk(pk)):
        return None
    return access.visible(model._default_manager.filter(pk=pk), request.user).first()


# --- Addresses -----------------------------------------------------------------------------------


@contextmanager
def _below(code):
    """Every reverse() leads to a preview, in the language of the page."""
    outer, root = get_script_prefix(), preview_links.root()
    set_script_prefix(root)
    try:
        with languages.within(code):
            yield
    finally:
        set_script_prefix(outer)


def _to_previews(html, public_path, editor):
    """Links lead to previews where `editor` has one, to the public page elsewhere."""
    root = preview_links.root()
    # This page's addresses in other languages are made without reverse().
    public = (languages.prefix(code) + public_path for code, _name in settings.LANGUAGES)
    known = {path: root + path[1:] for path in public}
    pages = {}  # path, without query and fragment -> the links to it
    for _name, link in LINK.findall(html):
        if link.startswith(root):
            path = re.split("[?#]", link, maxsplit=1)[0].removeprefix(root)
            pages.setdefault(f"/{path}", set()).add(link)
    for path in pages.keys() - _with_preview(pages, editor):
        known |= {link: "/" + link.removeprefix(root) for link in pages[path]}
    return LINK.sub(lambda link: f'{link[1]}="{known.get(link[2], link[2])}"', html)


def _with_preview(paths, editor) -> set[str]:
    """Those of the public `paths` that `editor` has a preview of."""
    slugs = {}  # view -> {slug: its paths}
    for path in paths:
        try:
            match = resolve(unquote(languages.split(path)[1]))
        except Resolver404:
            continue
        view = _view(match)
        if hasattr(view, "editable_by"):
            slug = match.kwargs[view.address_part]
            slugs.setdefault(view, {}).setdefault(slug, set()).add(path)
    kept = set()
    for view, of_slug in slugs.items():
        rows = view.editable_by(editor).filter(slug__in=of_slug)
        kept.update(*(of_slug[slug] for slug in rows.values_list("slug", flat=True)))
    return kept
