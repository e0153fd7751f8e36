"""The Markdown editor of the admin: django-markdownx's widget, our own script, two guarded views.

Never include `markdownx.urls`: its preview and upload are open to anyone. These answer staff only,
POST only, and say no in plain text, so that a refusal never lands in a preview as a page.
"""

import logging
import re
from collections.abc import Iterable
from functools import wraps
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.csrf import csrf_exempt
from markdownx.widgets import AdminMarkdownxWidget

from history.models import Revision
from history.snapshots import save_revision
from profiles import access, addresses, limits, markup
from profiles.identifiers import is_valid_pk
from profiles.models import Picture, Researcher
from profiles.site import site_settings
from uploads.images import MAX_BYTES, process_upload

logger = logging.getLogger(__name__)
MAX_CHARACTERS = 200_000
# In place of a researcher's key, where a text is nobody's but the site's.
OF_THE_SITE = "site"


class MarkdownWidget(AdminMarkdownxWidget):
    """Template: templates/markdownx/widget.html, in place of markdownx's own.

    Whose text it is: what the box `data-researcher-field` of the form says, if it is there, else
    `data-researcher`.
    """

    class Media:
        extend = False
        css = {"all": ["css/admin-markdown.css", "css/code.css"]}
        js = ["js/admin-markdown.js"]

    def get_context(self, name, value, attrs=None):
        context = super().get_context(name, value, attrs)
        context["widget"]["max_bytes"] = str(MAX_BYTES)  # never "10,485,760"
        context["widget"]["attrs"] |= {
            "data-preview-url": reverse("admin:markdown-preview"),
            "data-upload-url": reverse("admin:markdown-upload"),
            "data-citable-url": reverse("admin:markdown-citable"),
        }
        return context


class MarkdownLineWidget(MarkdownWidget):
    """For a sentence or two: the same editor, two lines high."""

    def __init__(self, attrs=None):
        super().__init__({"rows": 2} | (attrs or {}))


class CsrfCheck(CsrfViewMiddleware):
    def _reject(self, request, reason):
        return reason


def _refused(message, status=403):
    return HttpResponse(message, content_type="text/plain; charset=utf-8", status=status)


def for_editors(view):
    """POST by a signed-in account with a record, with a valid token; else a plain refusal."""

    @csrf_exempt  # checked here: the middleware's refusal is a page
    @wraps(view)
    def guarded(request):
        return _refusal(request) or view(request)

    return guarded


def _refusal(request):
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"], content_type="text/plain; charset=utf-8")
    if not admin.site.has_permission(request):
        answer = _refused(_("You are signed out. Your text is still here: sign in again."))
        answer.headers["Sign-In"] = reverse("admin:login")
        return answer
    check = CsrfCheck(lambda _request: None)
    check.process_request(request)
    if check.process_view(request, None, (), {}) is not None:
        return _refused(_("This form is too old. Copy your text, and load the page again."))
    if not access.has_records(request.user) and not access.is_manager(request.user):
        return _refused(_("Your account is not connected to a profile yet."))
    return None


@for_editors
def preview(request):
    """The text as the public page will show it, and what its writer should know of it."""
    text = request.POST.get("content", "")
    if len(text) > MAX_CHARACTERS:
        return _refused(_("This text is too long for a preview."), 413)
    render = import_string(settings.MARKDOWNX_MARKDOWNIFY_FUNCTION)
    speaker = site_settings() if is_of_the_site(request) else record_of(request)
    notes = format_html_join("", "<li>{}</li>", ((problem,) for problem in lint([text], speaker)))
    listed = format_html('<ul class="markdownx-remarks">{}</ul>', notes) if notes else ""
    return HttpResponse(addresses.to_previews(render(text, speaker)) + listed)


@for_editors
def upload(request):
    """Stores a picture; answers the Markdown that shows it, with a description to fill in."""
    if "image" not in request.FILES:
        return _refused(_("No picture came."), 400)
    record = record_of(request)
    if record is None and not access.is_manager(request.user):
        return _refused(_("Choose first, in this form, whose entry this is."), 400)
    try:
        limits.check_quota(record, [request.FILES["image"]])
        image = process_upload(request.FILES["image"])
    except ValidationError as error:
        return _refused(" ".join(error.messages), 400)
    picture = Picture(researcher=record, uploaded_by=request.user)
    try:
        picture.image.save("", image.as_file(), save=True)
    except OSError as error:
        logger.error("A picture could not be stored: %s", type(error).__name__)
        return _refused(_("The picture could not be stored just now. Try again later."), 503)
    save_revision(picture, request.user, Revision.Action.ADDED)
    alt = _("describe this picture")
    return JsonResponse({"image_code": f"![{alt}]({picture.image.url})"})


def is_of_the_site(request) -> bool:
    """Whether the text is one of the site settings, which managers edit."""
    named = request.POST.get("researcher", "")
    return named == OF_THE_SITE and access.is_manager(request.user)


def record_of(request):
    """Whose text or picture it is: whom the form names, where that may be; else one's own.

    None for the site's own, which are managers' to write.
    """
    if is_of_the_site(request):
        return None
    records = access.records_of(request.user)
    named = request.POST.get("researcher", "")
    if is_valid_pk(named) and (record := records.filter(pk=named).first()):
        return record
    owned = records.filter(owner=request.user).first()
    return owned or (records.get() if records.count() == 1 else None)


# --- Warnings: broken references, bare links, missing descriptions -------------------------------

NAMED_AT_MOST = 10
BARE_URL = re.compile(
    r"(?:www\.[\w.-]+|(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|ai|dev|cn|uk|de|fr|jp|ch|ca|eu))"
    r"(?::\d+)?(?:[/?#].*)?",
    re.I,
)
DOUBLED = re.compile(r"https?:/*https?:|https?:///|https?//", re.I)
OPENING, CLOSING = "([<{", {")": "(", "]": "[", ">": "<", "}": "{"}
DOUBTS = {
    "unknown": gettext_lazy(
        "No paper on your pages is called %(names)s. It stays as typed; compare it with the "
        "paper’s citation key or short name."
    ),
    "draft": gettext_lazy(
        "%(names)s becomes a link once the paper is public and on your pages; until then "
        "visitors read “a forthcoming paper” there."
    ),
    "several": gettext_lazy(
        "%(names)s is the name of several papers, so it leads to none. Write the address of "
        "the one you mean, such as [@its-address]."
    ),
}
# Of a link that Markdown makes none of.
NO_LINK = gettext_lazy("It stays as typed, because this is no address.")


def lint(texts: Iterable[str], researcher: Researcher | None) -> list[str]:
    """Sentences for who wrote the texts; plain text. None of them keeps a text from being saved."""
    texts = list(texts)
    surveys = [markup.survey(text) for text in texts]
    cited = dict.fromkeys(name for survey in surveys for name in survey.references)
    doubtful = {why: [] for why in DOUBTS}
    for reference in cited if researcher else ():
        if why := markup.doubt(reference, researcher):
            doubtful[why].append(reference.typed)
    until_then = _("Until then it is shown as typed.")
    warnings = [f"{why} {until_then}" for text in texts if (why := refusal(text))]
    for why, names in doubtful.items():
        if names:
            listed = [*names[:NAMED_AT_MOST], "…"] if len(names) > NAMED_AT_MOST else names
            warnings.append(DOUBTS[why] % {"names": ", ".join(listed)})
    # Links that are wrong by their looks: nothing is asked of any site.
    links = {url: url_mistake(url) for survey in surveys for url in survey.links}
    links |= {url: NO_LINK for survey in surveys for url in survey.unmade}
    wrong = [(url, why) for url, why in links.items() if why]
    for url, why in wrong[:NAMED_AT_MOST]:
        text = _("The link “%(address)s” looks wrong. %(why)s")
        warnings.append(text % {"address": unquote(url), "why": why})
    if bare := sum(is_bare(alt) for survey in surveys for alt in survey.pictures):
        text = ngettext(
            "A picture has no description for those who cannot see it: write it between the "
            "brackets of ![…].",
            "%(count)s pictures have no description for those who cannot see them: write it "
            "between the brackets of ![…].",
            bare,
        )
        warnings.append(text % {"count": bare})
    return warnings


def refusal(text: str | None) -> str:
    """Why a text is not saved, in a sentence or two; "" where it is."""
    excess = markup.too_much(text) if text else None
    if not excess:
        return ""
    if not excess.sign:
        why = _("From line %(line)s on, this text is longer than one text can be. Make two of it.")
    else:
        why = _(
            "From line %(line)s on, this text has more signs of Markdown than one text can hold, "
            "most often “%(sign)s”. Make two texts of it, or write a backslash before each sign "
            "that is meant as such."
        )
    return why % excess._asdict()


def is_bare(alt):
    """Without a description, or with the words that stand there to be replaced."""
    return alt.strip() in ("", _("describe this picture"))


def url_mistake(url: str, own_hosts: frozenset[str] = frozenset()) -> str:
    """What is wrong with an address by its looks, in a sentence; "" where nothing is to be seen.

    `own_hosts`: the site's own names and those of the writer's other sites.
    """
    plain = unquote(url)
    if plain != plain.strip() or " " in plain.partition("?")[0]:
        return _("There is a blank in the address.")
    if plain.startswith(tuple(OPENING)):
        return _("It begins with a bracket.")
    last = plain[-1:]
    unopened = last in CLOSING and plain.count(last) > plain.count(CLOSING[last])
    if unopened or last in (",", ";", '"', "'", "”") or plain.endswith(".."):
        return _("It ends with a sign that hardly belongs to it.")
    if DOUBLED.match(plain):
        return _("Its beginning stands twice, or lacks a colon.")
    if BARE_URL.fullmatch(plain):
        return _("It lacks https:// at its beginning.")
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return _("It names no site.")
    if parts.scheme not in ("http", "https"):
        return ""
    if not host:
        return _("It names no site.")
    if parts.username is not None:
        return _("It holds a user name or a password.")
    if parts.scheme == "http" and host in own_hosts:
        return _("It leads to your own site by http://; https:// keeps readers safe.")
    return ""
