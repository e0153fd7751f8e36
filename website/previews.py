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
from functools import cache
from urllib.parse import unquote

from csp.decorators import csp_replace
from django.apps import apps
from django.conf import settings
from django.db.models import Model
from django.http import Http404
from django.urls import Resolver404, get_script_prefix, resolve, set_script_prefix
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from profiles import access, languages, preview_links
from profiles.identifiers import is_valid_pk
from website.record import change_url


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
    # As the public page would get it; its `path` is still that of the preview.
    public_request = copy.copy(request)
    public_request.path_info, public_request.resolver_match = public_path, match
    view = _view(match).as_view(**match.func.view_initkwargs, editor=request.user)
    with _below(code):
        response = view(public_request, *match.args, **match.kwargs)
    if not hasattr(response, "render"):
        return response
    context = response.context_data
    context["preview"] = _bar(public_request, context)
    if researcher := context.get("researcher"):
        # As the form of the page's look shows it; nothing is saved.
        researcher.theme = request.GET.get("theme", researcher.theme)
        researcher.layout = request.GET.get("layout", researcher.layout)
    with _below(code):
        response.render()
    html = _only_previews(response.content.decode(), request.user)
    # This page's addresses in other languages are made without reverse().
    for other, _name in settings.LANGUAGES:
        public = languages.prefix(other) + public_path
        html = html.replace(f'href="{public}"', f'href="{preview_links.root()}{public[1:]}"')
    response.content = preview_links.to_previews(html)
    return response


def _view(match):
    return getattr(match.func, "view_class", None)


# --- The bar -------------------------------------------------------------------------------------


def _bar(request, context) -> Bar:
    shown = context.get("object") or context["researcher"]
    row = _row_of_form(request) or shown
    is_public = row.is_public and getattr(row, "researcher", row).is_public
    if is_public:
        text = _("Preview: this page with your drafts, as only its editors see it.")
    else:
        # The row's; or that of the profile that it belongs to, which keeps it back.
        state = row.state_in_words
        if row.is_public:
            state = _("the profile: %(state)s") % {"state": row.researcher.state_in_words}
        text = _("Preview: not public yet (%(state)s).") % {"state": state}
    page = languages.prefix(translation.get_language()) + request.path_info
    return Bar(
        text=text,
        form=change_url(type(row), row.pk),
        public_page=page if shown.is_public and is_public else "",
        is_framed="framed" in request.GET,
    )


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


def _only_previews(html, editor):
    """Links lead to previews where `editor` has one, to the public page elsewhere."""
    link = re.compile(rf'(?<=\s)(href|action)="{re.escape(preview_links.root())}([^"?#]*)')

    @cache
    def editable_slugs(view):
        return set(view.editable_by(editor).values_list("slug", flat=True))

    @cache
    def has_preview(path):
        try:
            match = resolve(unquote(languages.split(f"/{path}")[1]))
        except Resolver404:
            return False
        view = _view(match)
        if not hasattr(view, "editable_by"):
            return False
        return match.kwargs[view.address_part] in editable_slugs(view)

    return link.sub(lambda m: m[0] if has_preview(m[2]) else f'{m[1]}="/{m[2]}', html)
