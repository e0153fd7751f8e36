"""preview/<path> of the admin: the public page at <path>, with the drafts of whoever asks.

The very view that answers visitors makes the page; what it is told besides is `editor`. Only
views that know that word have a preview; the rest, and what is another's, is a 404. Links lead on
to previews where there are any. Nothing of it is kept, as of the whole admin: `private, no-store`,
`noindex`.
"""

import copy
import re
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import unquote

from csp.decorators import csp_replace
from django.apps import apps
from django.conf import settings
from django.db.models import Model
from django.http import Http404, HttpResponse
from django.urls import Resolver404, get_script_prefix, resolve, reverse, set_script_prefix
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from profiles import access, languages, preview_links
from profiles.identifiers import is_valid_pk


@dataclass(frozen=True)
class Bar:
    """What stands above a preview; within the form of a page's look, nothing does."""

    text: str
    form: str
    public_page: str = ""
    is_framed: bool = False


@require_safe
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": ["'self'"]})
def preview(request, path=""):
    code, public_path = languages.split(f"/{path}")
    match = resolve(public_path)
    if not hasattr(_view(match), "editor"):
        raise Http404
    return _answer(_as_public(request, match, public_path), match, code)


def _view(match):
    return getattr(match.func, "view_class", None)


def _as_public(request, match, path):
    """The request as the public page would get it; its `path` is still that of the preview."""
    asked = copy.copy(request)
    asked.path_info, asked.resolver_match = path, match
    return asked


def _answer(request, match, code) -> HttpResponse:
    view = _view(match).as_view(**match.func.view_initkwargs, editor=request.user)
    with _below(code):
        response = view(request, *match.args, **match.kwargs)
    if not hasattr(response, "render"):
        return response
    context = response.context_data
    context["preview"] = _bar(request, context)
    if researcher := context.get("researcher"):
        _dress(researcher, request.GET)
    with _below(code):
        response.render()
    html = _only_previews(response.content.decode(), request.user)
    response.content = preview_links.to_previews(_in_other_languages(html, request.path_info))
    return response


def _dress(researcher, asked):
    """As the form of the page's look asks; nothing is saved."""
    researcher.theme = asked.get("theme", researcher.theme)
    researcher.layout = asked.get("layout", researcher.layout)


# --- The bar -------------------------------------------------------------------------------------


def _bar(request, context) -> Bar:
    shown = context.get("object") or context["researcher"]
    row = _asked_for(request) or shown
    is_public = row.is_public and getattr(row, "researcher", row).is_public
    text = (
        _("Preview: this page with your drafts, as only its editors see it.")
        if is_public
        else _("Preview: not public yet (%(state)s).") % {"state": _state(row)}
    )
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
    page = languages.prefix(translation.get_language()) + request.path_info
    return Bar(
        text=text,
        form=reverse(name, args=[row.pk]),
        public_page=page if shown.is_public and is_public else "",
        is_framed="framed" in request.GET,
    )


def _state(row):
    """Of the row; or of the profile that it belongs to, which keeps it back."""
    if row.is_public:
        return _("the profile: %(state)s") % {"state": row.researcher.state_in_words}
    return row.state_in_words


def _asked_for(request) -> Model | None:
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


def _in_other_languages(html, path):
    """This page's addresses in other languages are made without reverse()."""
    for code, _name in settings.LANGUAGES:
        public = languages.prefix(code) + path
        html = html.replace(f'href="{public}"', f'href="{preview_links.root()}{public[1:]}"')
    return html


def _only_previews(html, editor):
    """Links lead to previews where `editor` has one, to the public page elsewhere."""
    link = re.compile(rf'(?<=\s)(href|action)="{re.escape(preview_links.root())}([^"?#]*)')
    known = {}
    has_preview = {path: _has_preview(f"/{path}", editor, known) for path in _paths(link, html)}
    return link.sub(lambda m: m[0] if has_preview[m[2]] else f'{m[1]}="/{m[2]}', html)


def _paths(link, html):
    return {found[2] for found in link.finditer(html)}


def _has_preview(path, editor, known):
    """`known`: view -> the slugs of what the editor may edit; each is asked for once."""
    try:
        match = resolve(unquote(languages.split(path)[1]))
    except Resolver404:
        return False
    view = _view(match)
    if not hasattr(view, "editable_by"):
        return False
    if view not in known:
        known[view] = set(view.editable_by(editor).values_list("slug", flat=True))
    return match.kwargs[view.address_part] in known[view]
