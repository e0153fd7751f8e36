"""preview/<path> of the admin: the public page at <path>, with the drafts of whoever asks.

The very view that answers visitors makes the page; what it is told besides is `editor`. Only
views that know that word have a preview; the rest, and what is another's, is a 404. Links lead on
to previews where there are any. Nothing of it is kept, as of the whole admin: `private, no-store`,
`noindex`.
"""

from __future__ import annotations

import copy
import re
from contextlib import contextmanager
from functools import cached_property
from textwrap import shorten
from urllib.parse import unquote, urlencode

from csp.decorators import csp_replace
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.db.models import Model
from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import Resolver404, get_script_prefix, resolve, set_script_prefix
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from profiles import access, addresses, languages
from profiles.addresses import admin_url, part_url
from profiles.identifiers import is_valid_pk
from profiles.items import KINDS
from profiles.models import Researcher, Section
from profiles.sections import TEXTS, HomeSection
from profiles.site import origin
from publications.models import Authorship, ImportBatch, Publication

PANEL = "_panel"
FRAMED_BY_US = {"frame-ancestors": ["'self'"]}
# A pencil, drawn as those of profiles.themes; it stands in the corner of a row, or before a name.
EDIT = (
    '<a class="desk-edit{named}" href="{url}" data-desk="{key}" '
    'title="{words}" aria-label="{words}">'
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="m4 20 1-4.500L16.500 4 20 7.500 8.500 19zM14 6.500 17.500 10"/></svg>{label}</a>'
)
LINK = '<a class="{css_class}" href="{url}" data-desk="{key}">{words}</a>'


class Desk:
    """Of one preview. `row`: whose state its bar tells; `researcher`: whose page it is, None for a
    paper in the lab's frame. It speaks `language`, its editor's; the page keeps its own.
    """

    def __init__(self, editor, row: Model, researcher: Researcher | None, public_page: str = ""):
        self.editor, self.row, self.researcher = editor, row, researcher
        self.public_page = public_page
        self.language = get_language()
        # Model -> the keys of this researcher's rows that the editor may change; the form of row 0.
        self.editable: dict[type[Model], set] = {}
        self.forms: dict[type[Model], str] = {}

    # --- The bar -----------------------------------------------------------------------------

    @property
    def text(self) -> str:
        if self.is_public:
            return _("Preview: this page with your drafts, as only its editors see it.")
        state = self.state_row.state_in_words
        if self.state_row is not self.row:
            state = _("the profile: %(state)s") % {"state": state}
        return _("Preview: not public yet (%(state)s).") % {"state": state}

    @cached_property
    def state_row(self) -> Model:
        """Whose state decides: the row's, or that of the profile, which keeps it back."""
        return getattr(self.row, "researcher", self.row) if self.row.is_public else self.row

    @property
    def is_public(self) -> bool:
        return self.state_row.is_public

    @property
    def state_name(self) -> str:
        """The name of what the buttons of the bar publish."""
        row = self.state_row
        if isinstance(row, Researcher):
            return _("Profile")
        return f"{capfirst(row._meta.verbose_name)}: {shorten(str(row), 40, placeholder='…')}"

    @property
    def form(self) -> str:
        return _url(type(self.row), "change", self.row.pk)

    @property
    def state_url(self) -> str:
        """Where the buttons of the bar send the state; "" for who may not publish."""
        may = access.can_publish(self.state_row, self.editor)
        return _url(type(self.state_row), "state", self.state_row.pk) if may else ""

    # --- Links to forms ----------------------------------------------------------------------

    def edit_link(self, row: Model, part: str = "", label: str = "") -> str:
        """To the form of `row`, or to a part of it, which `label` names; else it says whether
        visitors see the row. "" where it is not theirs.
        """
        if not self._may_edit(row):
            return ""
        if (model := type(row)) not in self.forms:
            self.forms[model] = _url(model, "change", 0)
        url = part_url(self.forms[model].replace("/0/", f"/{row.pk}/"), part)
        what = label or shorten(str(row), 80, placeholder="…")
        with override(self.language):
            words, named = _("Edit: %(what)s") % {"what": what}, " is-named" if label else ""
            if not (label or getattr(row, "is_public", True)):
                label, named = _("Scheduled") if row.published_at else _("Draft"), " is-draft"
                words = f"{words}, {label}"
        key = _key(row, part)
        return format_html(EDIT, url=url, key=key, words=words, label=label, named=named)

    def typed(self, row: Model, column: str) -> str:
        """Where js/side-panel.js shows what is typed; in another language it is another text."""
        if languages.current() != settings.LANGUAGE_CODE or not self._may_edit(row):
            return ""
        return format_html(' data-typed="{}"', _key(row, column))

    def add_link(self, model: type[Model], label: str = "", **values) -> str:
        """To the form of a new row of `model`; "" where they may add none."""
        if self.researcher is None or not access.can_add(model, self.editor):
            return ""
        owner = "owner" if model is Publication else "researcher"
        query = urlencode({owner: self.researcher.pk, **values})
        with override(self.language):
            words = label or _("Add %(name)s") % {"name": model._meta.verbose_name}
        key = "-".join(["add", model._meta.model_name, *values.values()])
        return _link(f"{_url(model, 'add')}?{query}", key, words)

    def order_link(self, model: type[Model], label: str = "") -> str:
        """To the page where rows of `model` are put in order; "" where there is none."""
        has_page = bool(getattr(admin.site._registry.get(model), "order_pages", None))
        if not has_page or not self.may_order:
            return ""
        url = f"{_url(model, 'order')}?{urlencode({'researcher': self.researcher.pk})}"
        return _link(url, f"order-{model._meta.model_name}", label or _("Reorder"))

    @cached_property
    def may_order(self) -> bool:
        return self.researcher is not None and access.may_publish(self.editor, self.researcher)

    def _may_edit(self, row) -> bool:
        """One query for all rows of a model."""
        model = type(row)
        if self.researcher is None:
            return access.can_edit(row, self.editor)
        if model not in self.editable:
            rows = model._default_manager.filter(access.owned_by(model, [self.researcher.pk]))
            keys = access.editable(rows, self.editor).values_list("pk", flat=True)
            self.editable[model] = set(keys)
        return row.pk in self.editable[model]

    # --- Sections of the home page -------------------------------------------------------------

    def equip(self, sections: list[HomeSection]) -> None:
        """Gives each section its `tools`, with which templates/includes/desk_section.html is made.

        `up` and `down` are what the page of the order is sent: "<section>:<the one behind it>".
        """
        keys = [section.anchor for section in sections]
        for place, section in enumerate(sections):
            moves = {}
            if self.may_order and place > 0:
                moves["up"] = f"{keys[place]}:{keys[place - 1]}"
            if self.may_order and place < len(keys) - 1:
                moves["down"] = f"{keys[place]}:{next(iter(keys[place + 2 : place + 3]), '')}"
            section.tools = moves | {"links": list(filter(None, self._links(section)))}

    def _links(self, section):
        part, kind = section.part, section.kind
        if kind in TEXTS:
            yield self.edit_link(self.researcher, kind, str(section.heading))
        elif kind == Section.Kind.TEXT:
            yield self.edit_link(part, label=str(part))
        elif part.pk:
            yield self.edit_link(part, label=_("Heading and length"))
        else:
            yield self.add_link(Section, _("Heading and length"), kind=kind)
        if kind == Section.Kind.PUBLICATIONS:
            if not section.is_empty:
                yield self.order_link(Authorship, _("Choose and reorder"))
            yield self.add_link(Publication, _("Add a paper"))
            if access.can_add(ImportBatch, self.editor):
                url = f"{_url(ImportBatch, 'add')}?{urlencode({'researcher': self.researcher.pk})}"
                yield _link(url, "import", _("Import papers"), "desk-away")
        elif kind in KINDS:
            model = KINDS[kind].model
            if len(section.rows) > 1:
                yield self.order_link(model)
            yield self.add_link(model)

    @property
    def add_text(self) -> str:
        return self.add_link(Section, _("Add a text of your own"), kind=Section.Kind.TEXT)

    @property
    def order_url(self) -> str:
        """The address at which sections are moved."""
        return f"{_url(Section, 'order')}?{urlencode({'researcher': self.researcher.pk})}"


def _url(model, page, *args) -> str:
    """Of the admin, though within a preview every reverse() leads to a preview."""
    return "/" + admin_url(model, page, *args).removeprefix(get_script_prefix())


def _key(row, part) -> str:
    """By which the page finds its link again after it was shown anew."""
    return "-".join(filter(None, [row._meta.model_name, str(row.pk), part]))


def _link(url, key, words, css_class="desk-link") -> str:
    return format_html(LINK, url=url, key=key, words=words, css_class=css_class)


# --- The panel ------------------------------------------------------------------------------------


def in_panel(request, response):
    """The answer of an admin page as the panel shows it; a redirect after POST means: it is saved.

    Nobody else may frame it: its ancestors have to be pages of this site.
    """
    if PANEL not in request.GET:
        return response
    if request.method == "POST" and response.status_code == 302:
        response = TemplateResponse(request, "admin/panel_saved.html")
    elif getattr(response, "context_data", None) is None:
        return response
    else:
        # As Django shows a form in a window of its own, which sends another word.
        panel = {"is_popup": True, "is_popup_var": PANEL, "is_panel": True}
        response.context_data |= panel
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    response._csp_replace = FRAMED_BY_US
    return response


LINK_OF_PAGE = re.compile(r'(?<=\s)(href|action)="([^"]*)"')


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
    response.content = addresses.to_previews(html)
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
    outer, root = get_script_prefix(), addresses.root()
    set_script_prefix(root)
    try:
        with languages.within(code):
            yield
    finally:
        set_script_prefix(outer)


def _to_previews(html, public_path, editor):
    """Links lead to previews where `editor` has one, to the public page elsewhere."""
    root = addresses.root()
    # This page's addresses in other languages are made without reverse().
    public = (languages.prefix(code) + public_path for code, _name in settings.LANGUAGES)
    known = {path: root + path[1:] for path in public}
    pages = {}  # path, without query and fragment -> the links to it
    for _name, link in LINK_OF_PAGE.findall(html):
        if link.startswith(root):
            path = re.split("[?#]", link, maxsplit=1)[0].removeprefix(root)
            pages.setdefault(f"/{path}", set()).add(link)
    for path in pages.keys() - _with_preview(pages, editor):
        known |= {link: "/" + link.removeprefix(root) for link in pages[path]}
    return LINK_OF_PAGE.sub(lambda link: f'{link[1]}="{known.get(link[2], link[2])}"', html)


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
