"""The CV on one page: rows of every kind changed, added and deleted together, and taken back."""

from collections import Counter

from csp.decorators import csp_update
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.http import Http404, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from history.models import Revision
from history.snapshots import revisions_of
from profiles import access, addresses, sections
from profiles.admin import extra_pages
from profiles.admin.base import NOT_STORED
from profiles.admin.cv_rows import ASKING, WHOLE, CVSection, delete
from profiles.admin.hardening import with_plain_line_breaks
from profiles.disk import log_storage_error, set_status
from profiles.folding import fold
from profiles.identifiers import is_valid_pk
from profiles.items import KINDS
from profiles.pasting import whole

# In the session: what the last save added, to be taken back; lines that wait, by part.
JUST_ADDED, WAITING = "cv_added", "cv_waiting"
# That are named of the lines below no heading of a part.
MOST_HEADINGS = 12


def urls(site) -> list:
    """Of the CV in the admin: of the one profile, or of a chosen one."""
    view = site.admin_view(cv_view)
    return [path("cv/", view, name="cv"), path("cv/<int:pk>/", view, name="cv")]


@csp_update({"frame-src": ["'self'"]})
def cv_view(request, pk=None):
    """One's own CV, or that of a record that one helps with; a row's form opens in a frame."""
    records = access.records_of(request.user).order_by("family_name", "pk")
    if chosen := request.GET.get("researcher"):
        researcher = get_object_or_404(records, pk=chosen if is_valid_pk(chosen) else None)
        return HttpResponseRedirect(reverse("admin:cv", args=[researcher.pk]))
    if pk is None:
        researcher = records.filter(owner=request.user).first() or records.first()
    else:
        researcher = records.filter(pk=pk).first() if is_valid_pk(str(pk)) else None
    if researcher is None and pk is None and access.is_manager(request.user):
        return HttpResponseRedirect(reverse("admin:index"))  # which says how people come here
    if researcher is None:
        raise Http404
    if request.method != "POST":
        return _page(request, researcher, records, _parts(request, researcher))
    if "_undo" in request.POST:
        return _undo(request, researcher)
    request.POST = with_plain_line_breaks(request.POST)
    try:
        request.POST = _with_whole_cv(request, researcher)
    except ValidationError as error:
        parts = _parts(request, researcher, is_sent=True)
        return _page(request, researcher, records, parts, refusal=" ".join(error.messages))
    try:
        return _save(request, researcher, records)
    except (DatabaseError, OSError) as error:
        problem = log_storage_error(request, error)
    parts = _parts(request, researcher, is_sent=True)
    page = _page(request, researcher, records, parts, refusal=NOT_STORED % {"why": problem.text})
    return set_status(page, problem)


def _with_whole_cv(request, researcher):
    """What was sent, a whole CV among it parted into the boxes for lines of each kind.

    Raises ValidationError for a file that cannot be read.
    """
    data, file = request.POST.copy(), request.FILES.get("cv-file")
    text = data.get("cv-paste", "")
    # Whoever saves with a CV in the box, or a file chosen, means them, too.
    if not (text.strip() or file) or (ASKING & data.keys() and data.get("_paste") != WHOLE):
        return data
    if file:
        text = f"{text}\n\n{whole.text_of(file)}"
    sections, left = whole.part(text)
    # Most begin with whose they are.
    name = fold(f"{researcher.given_name} {researcher.family_name}")
    data["cv-paste"] = "\n".join(line for line in left.splitlines() if fold(line).strip() != name)
    if not (sections or file or ASKING & data.keys()):
        return data  # what was left the last time
    for section, lines in sections.items():
        box = f"{section}-paste"
        data[box] = "\n".join(filter(None, [data.get(box, "").strip(), lines]))
    data["_paste"] = WHOLE
    return data


def _kinds():
    return [kind for kind in KINDS.values() if kind.compact]


def _parts(request, researcher, *, is_sent=False):
    """The rows of each kind: as stored or, where the page `is_sent`, as its boxes say."""
    may_publish = access.may_publish(request.user, researcher)
    ordered = sections.ordered_by_hand(researcher)
    return [
        CVSection(
            request,
            researcher,
            kind,
            by_hand=kind.section in ordered,
            may_publish=may_publish,
            is_sent=is_sent,
        )
        for kind in _kinds()
    ]


@transaction.atomic
def _save(request, researcher, records):
    for kind in _kinds():  # nobody else changes them from here on
        rows = kind.model._base_manager.select_for_update().filter(researcher=researcher)
        list(rows.values_list("pk"))
    parts = _parts(request, researcher, is_sent=True)
    is_asking = ASKING & request.POST.keys() or any(part.has_pasted for part in parts)
    if is_asking or not all(part.is_valid() for part in parts):
        return _page(request, researcher, records, parts)
    total, added = Counter(), {}
    for part in parts:
        counts, keys = part.save(as_drafts="_drafts" in request.POST)
        total += counts
        added |= {part.prefix: keys} if keys else {}
    _say(request, researcher, total, [line for part in parts for line in part.left_out])
    if added:
        request.session[JUST_ADDED] = {"researcher": researcher.pk, "rows": added}
    if waiting := {part.prefix: part.left_over for part in parts if part.left_over.strip()}:
        request.session[WAITING] = {"researcher": researcher.pk, "lines": waiting}
        text = _("More lines wait under “Paste lines”: make rows of them now.")
        messages.warning(request, text)
    return HttpResponseRedirect(reverse("admin:cv", args=[researcher.pk]))


def _say(request, researcher, counts, left_out):
    if left_out:
        text = ngettext(
            "%(count)s line was left out, for its row lacks a box or is too long: %(lines)s",
            "%(count)s lines were left out, for their rows lack a box or are too long: %(lines)s",
            len(left_out),
        )
        lines = " ".join(f"“{Truncator(line).chars(2_000)}”" for line in left_out)
        messages.warning(request, text % {"count": len(left_out), "lines": lines})
    texts = {
        "added": ngettext("%(count)s row added", "%(count)s rows added", counts["added"]),
        "changed": ngettext("%(count)s row changed", "%(count)s rows changed", counts["changed"]),
        "deleted": ngettext("%(count)s row deleted", "%(count)s rows deleted", counts["deleted"]),
        "published": ngettext(
            "%(count)s row published", "%(count)s rows published", counts["published"]
        ),
    }
    if not +counts:
        messages.info(request, _("Nothing was changed."))
        return
    text = ", ".join(text % {"count": counts[name]} for name, text in texts.items() if counts[name])
    text = _("Saved: %(what)s.") % {"what": text}
    if counts["deleted"]:
        trash = reverse("admin:profiles_researcher_trash", args=[researcher.pk])
        link = _("Restore what was deleted")
        text = format_html('{} <a href="{}">{}</a>', text, trash, link)
    messages.success(request, text)
    if counts["doubtful"]:
        text = ngettext(
            "%(count)s row was not read surely, and is a draft: look at it, and publish it.",
            "%(count)s rows were not read surely, and are drafts: look at them, and publish them.",
            counts["doubtful"],
        )
        messages.warning(request, text % {"count": counts["doubtful"]})


def _page(request, researcher, records, parts, **context):
    is_empty = not any(part.count for part in parts)
    added, left_over = {}, request.POST.get("cv-paste", "")
    if request.method == "GET" and request.session.get(JUST_ADDED):
        last = request.session.pop(JUST_ADDED)
        added = last["rows"] if last["researcher"] == researcher.pk else {}
    if request.method == "GET" and request.session.get(WAITING):
        last = request.session.pop(WAITING)
        lines = last["lines"] if last["researcher"] == researcher.pk else {}
        for part in parts:
            part.left_over = lines.get(part.prefix, "")
    context |= admin.site.each_context(request) | {
        "title": _("CV"),
        "parts": parts,
        "toc": [(part.heading_id, part.kind.heading) for part in parts],
        "researcher": researcher,
        "choice": extra_pages.choice(request.user, records, researcher),
        "is_empty": is_empty,
        "may_publish": parts[0].may_publish,
        "wrong": [(part.kind.heading, row) for part in parts for row in part.wrong],
        "lacking": [prefix for part in parts for prefix in part.lacking],
        "known": [prefix for part in parts for prefix in part.known],
        "has_pasted": any(part.has_pasted for part in parts),
        "added": added,
        "drafts": [
            f"{part.prefix}-{key}"
            for part in parts
            for key in map(str, added.get(part.prefix, ()))
            if key in part.rows and part.rows[key].published_at is None
        ],
        "doubtful": [prefix for part in parts for prefix in part.doubtful],
        "left_over": left_over,
        "left_count": len(list(filter(str.strip, left_over.splitlines()))),
        "left_headings": whole.other_headings(left_over)[:MOST_HEADINGS],
        "preview_url": addresses.page_url(reverse("cv", kwargs={"slug": researcher.slug})),
    }
    return TemplateResponse(request, "admin/cv/page.html", context)


@transaction.atomic
def _undo(request, researcher):
    """Takes back rows that this account added and nobody changed since."""
    taken = left = 0
    for kind in _kinds():
        keys = [key for key in request.POST.getlist(str(kind.section)) if is_valid_pk(key)]
        model_admin = admin.site._registry[kind.model]
        rows = model_admin.get_queryset(request).filter(researcher=researcher, pk__in=keys)
        for row in access.editable(rows, request.user) if keys else ():
            last = revisions_of(row).first()
            if last and last.action == Revision.Action.ADDED and last.user_id == request.user.pk:
                delete(model_admin, request, row)
                taken += 1
            else:
                left += 1
    text = ngettext("%(count)s row taken back.", "%(count)s rows taken back.", taken)
    messages.success(request, text % {"count": taken})
    if left:
        text = ngettext(
            "%(count)s row was changed since, and stays.",
            "%(count)s rows were changed since, and stay.",
            left,
        )
        messages.warning(request, text % {"count": left})
    return HttpResponseRedirect(reverse("admin:cv", args=[researcher.pk]))
