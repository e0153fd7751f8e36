"""The front page of the admin: one's own record at a glance, and what there is to do.

Everything is asked with the account that looks and the researcher whose record is shown: it must
say nothing that this account may not read. The buttons are POST only, for records that the
account may write.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import admin, messages
from django.contrib.admin.models import DELETION, LogEntry
from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.db.models import Count, Exists, OuterRef, Q, Value, prefetch_related_objects
from django.http import HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from history.models import get_form_row
from history.snapshots import track_changes
from profiles import access, addresses, folding, versions
from profiles.addresses import admin_url
from profiles.folding import in_sentence
from profiles.identifiers import is_valid_pk
from profiles.items import KINDS
from profiles.models import Education, Experience, NewsItem, Page, Researcher
from publications import claims
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    ImportBatch,
    ImportedRow,
    NewsMention,
    Publication,
    Status,
    has_pages,
)
from uploads.documents import is_untagged, untagged
from uploads.images import rendition_name
from website import checks, inbox, linkcheck
from website.review import papers_by

RECENT = 6
ACCEPTED = (Status.ACCEPTED, Status.IN_PRESS)
NAMED_AT_MOST = 2
# Of a profile, or of its owner's account, whichever is newer: nothing to mend is listed unasked.
FIRST_WEEK = timedelta(days=7)
# Counted on the page, after the publications.
COUNTED = (*(kind.model for kind in KINDS.values()), Page)
# A person waits for the answer: so many links at most, within so many seconds.
BUTTON_LIMIT = 40
BUTTON_SECONDS = 12


def context(request) -> dict:
    """One record's dashboard; of several that one helps with, the one that was chosen."""
    from profiles.admin import extra_pages  # which registers at the site that imports this module

    user = request.user
    records = access.records_of(user)
    if slug := request.GET.get("record"):
        person = get_object_or_404(records.select_related("owner"), slug=slug)
    elif key := request.GET.get("researcher"):  # of the choice on this page
        person = get_object_or_404(records, pk=key if is_valid_pk(key) else None)
    else:  # one's own, else the first that one helps with
        person = access.own_record(user) or records.first()
    shown = {"person": person, "is_manager": access.is_manager(user)}
    if not shown["is_manager"]:  # who has the table of all of them
        names = records.order_by("family_name", "display_name").only("slug", "display_name")
        shown["choice"] = extra_pages.choice(user, names, person)
    look = "look" in request.GET
    return shown | (person_context(user, person, look=look) if person else {})


def rests_until(person: Researcher) -> datetime | None:
    """The end of the first week, during which nothing says what could be better; None after."""
    joined = person.owner and person.owner.date_joined
    end = max(filter(None, (person.created_at, joined))) + FIRST_WEEK
    return end if end > timezone.now() else None


def person_context(user, person: Researcher, *, look=False) -> dict:
    """`look`: what there is to mend was asked for, also in the first week."""
    if person.owner_id == user.pk:
        person.owner = user
    prefetch_related_objects([person], "dismissals")  # which several parts ask for
    rests = None if look else rests_until(person)
    groups = [] if rests else checks.find_issues(person, timezone.localdate())
    links_asked_at, links_checked = linkcheck.last_checked(person)
    may_publish = access.may_publish(user, person)
    portrait_url = ""
    if person.portrait:
        # Of a page that is not public yet, too: its editors are shown it.
        stored = default_storage.url(rendition_name(person.portrait.name, 320))
        portrait_url = addresses.file_url(stored)
    return {
        "preview_url": addresses.page_url(person.get_absolute_url(), person),
        "portrait_url": portrait_url,
        "steps": None if person.published_at else steps_left(user, person),
        "counts": counts(person),
        "actions": list(_actions(user, person)),
        "quick_add_url": admin_url(ImportBatch, "lookup") if may_publish else "",
        "import_url": f"{admin_url(ImportBatch, 'add')}?researcher={person.pk}",
        "news_url": admin_url(ImportBatch, "news")
        if may_publish and person.orcid and person.owner == user
        else "",
        "news_token": uuid4(),
        "found": inbox.found_for(user, person),
        "always_from": person.always_from.all() if person.orcid and person.owner == user else (),
        "notices": list(notices(user, person)),
        "rests_until": rests,
        "may_mend": may_publish,
        "changes": inbox.find_changes(person, user),
        "edits": recent_edits(user, person),
        "groups": groups,
        "dismissed": sum(row.key != inbox.SEEN for row in person.dismissals.all()),
        "is_shown": has_pages(person),
        "to_mend": sum(group.count for group in groups),
        "links_checked": links_checked,
        "may_check_links": linkcheck.is_over(links_asked_at),
    }


# --- What to do ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class LinkItem:
    """Something to do or to know, with the page where one does it or that tells more."""

    text: str
    url: str
    is_done: bool = False
    is_question: bool = False
    is_button: bool = False
    # Not everybody has one: it waits beside the others, and is not what comes next.
    is_optional: bool = False


def _actions(user, person) -> Iterator[LinkItem]:
    profile = admin_url(Researcher, "change", person.pk)
    is_owner = person.owner_id == user.pk
    yield LinkItem(_("Edit my profile") if is_owner else _("Edit the profile"), profile)
    news = admin_url(NewsItem, "add")
    yield LinkItem(_("Add news"), f"{news}?researcher={person.pk}")
    paper = admin_url(Publication, "add")
    yield LinkItem(_("Add a paper by hand"), f"{paper}?owner={person.pk}")
    if is_owner and access.can_edit_some(Authorship, user):
        yield LinkItem(_("Selected publications"), admin_url(Authorship, "changelist"))


def steps_left(user, person: Researcher) -> dict | None:
    """{"following", "others", "done", "all"} of the first steps; None where none is left."""
    steps = list(first_steps(user, person))
    left = [step for step in steps if not step.is_done]
    following = next((step for step in left if not step.is_optional), None)
    if following is None:
        return None
    others = [step for step in left if step is not following]
    return {
        "following": following,
        "others": others,
        "done": len(steps) - len(left),
        "all": len(steps),
    }


def next_step(request, person: Researcher) -> LinkItem | None:
    """The first step that is left and on another page, for a page that says what was saved."""
    steps = () if person.published_at else first_steps(request.user, person)
    elsewhere = (step for step in steps if step.url.partition("#")[0] != request.path)
    return next((step for step in elsewhere if not (step.is_done or step.is_optional)), None)


def first_steps(user, person: Researcher) -> Iterator[LinkItem]:
    """What a new record still lacks, in the order in which one writes it."""
    profile = admin_url(Researcher, "change", person.pk)
    yield LinkItem(_("Say who you are"), f"{profile}#id_biography", bool(person.biography))
    yield LinkItem(_("Add a photo"), f"{profile}#id_portrait", bool(person.portrait))
    cv = reverse("admin:cv", args=[person.pk])
    for model, words in ((Education, _("Add your degrees")), (Experience, _("Add your jobs"))):
        is_done = model.objects.filter(researcher=person).exists()
        yield LinkItem(words, f"{cv}#{model._meta.model_name}-heading", is_done)
    if access.can_add(ImportBatch, user):
        old_site = admin_url(ImportBatch, "site")
        is_done = ImportedRow.objects.filter(researcher=person).exists()
        text = _("Fill it in from ORCID, if you have an iD")
        yield LinkItem(text, admin_url(ImportBatch, "orcid"), is_done, is_optional=True)
        text = _("Import your old site, if you have one")
        yield LinkItem(text, old_site, is_done, is_optional=True)
        form = f"{admin_url(ImportBatch, 'add')}?researcher={person.pk}"
        yield LinkItem(_("Import your papers"), form, person.authorships.exists())
    if person.owner_id == user.pk:
        is_done = person.authorships.filter(is_selected=True).exists()
        url = admin_url(Authorship, "order")
        yield LinkItem(_("Choose papers for your home page"), url, is_done)
    if access.may_publish(user, person):
        url = admin_url(Researcher, "state", person.pk)
        yield LinkItem(_("Publish the page"), url, is_button=True)


def notices(user, person: Researcher) -> Iterator[LinkItem]:
    """Papers that may be theirs, accepted papers that no news tells of, and the last import."""
    yield from _questions(user, person)
    news = NewsMention.objects.filter(publication=OuterRef("pk"), news_item__researcher=person)
    papers = papers_by(person).filter(~Exists(news), status__in=ACCEPTED, owner=person)
    papers = papers.none() if rests_until(person) else papers.order_by("-created_at")
    for paper in papers[:NAMED_AT_MOST]:
        name = paper.short_name or Truncator(in_sentence(paper)).chars(60)
        text = _("“%(paper)s” is accepted. Write news about it?") % {"paper": name}
        form = admin_url(NewsItem, "add")
        yield LinkItem(text, f"{form}?about=paper-{paper.pk}")
    yield from _last_import(person)


def _questions(user, person):
    closed = (claims.State.REFUSED, claims.State.CLAIMED)
    waiting = AuthorshipSuggestion.objects.filter(researcher=person).exclude(state__in=closed)
    reasons = []
    if waiting.exists():  # whether they are the account's to answer is a long question
        waiting = claims.answerable(user).filter(researcher=person).exclude(state__in=closed)
        reasons = list(waiting.values_list("reason", flat=True))
    listing = admin_url(AuthorshipSuggestion, "changelist")
    unnamed = reasons.count(claims.Reason.UNNAMED)
    count = len(reasons) - unnamed
    if unnamed:
        text = ngettext(
            "%(count)s paper that you imported does not name you: is it yours?",
            "%(count)s papers that you imported do not name you: are they yours?",
            unnamed,
        )
        yield LinkItem(text % {"count": unnamed}, listing, is_question=True)
    if count:
        text = ngettext(
            "%(count)s paper may be yours: it prints one of your names.",
            "%(count)s papers may be yours: they print one of your names.",
            count,
        )
        yield LinkItem(text % {"count": count}, listing, is_question=True)


def _last_import(person):
    imports = person.import_batches.exclude(origin__in=ImportBatch.WITHOUT_FILE)
    of_site = Exists(ImportedRow.objects.filter(batch=OuterRef("pk")))
    if batch := imports.annotate(is_of_site=of_site).defer("report").first():
        day = date_format(localtime(batch.created_at), "DATE_FORMAT")
        text = _("Last import: %(name)s, %(day)s")
        text %= {"name": Truncator(in_sentence(batch)).chars(60), "day": day}
        if new := batch.counts.get("created"):
            added = ngettext("%(count)s new paper", "%(count)s new papers", new)
            if batch.is_of_site:
                added = ngettext("%(count)s new row or paper", "%(count)s new rows and papers", new)
            text = f"{text}, {added % {'count': new}}"
        yield LinkItem(text, admin_url(ImportBatch, "change", batch.pk))


# --- What is on it -------------------------------------------------------------------------------


def counts(person: Researcher) -> list[dict]:
    """{"label", "url", "published", "scheduled", "drafts"} of each kind of which there are any.

    One query for all of them.
    """
    now = timezone.now()
    querysets = {Publication: papers_by(person)}
    querysets |= {model: model._default_manager.filter(researcher=person) for model in COUNTED}
    first, *others = [
        rows.order_by()
        .values(counted=Value(model._meta.model_name))
        .annotate(
            published=Count("pk", filter=Q(published_at__lte=now)),
            scheduled=Count("pk", filter=Q(published_at__gt=now)),
            drafts=Count("pk", filter=Q(published_at=None)),
        )
        for model, rows in querysets.items()
    ]
    numbers = {
        row["counted"]: row
        for row in first.union(*others, all=True)
        if row["published"] or row["scheduled"] or row["drafts"]
    }
    return [
        numbers[model._meta.model_name]
        | {
            "label": model._meta.verbose_name_plural,
            "url": admin_url(model, "changelist"),
        }
        for model in querysets
        if model._meta.model_name in numbers
    ]


# --- What one did last ---------------------------------------------------------------------------


def recent_edits(user, person: Researcher) -> list[tuple[str, str, object]]:
    """(what, its form, when) of the account's own latest edits that it may still see."""
    log = LogEntry.objects.filter(user=user, action_time__gt=timezone.now() - timedelta(days=90))
    entries = list(
        log.exclude(action_flag=DELETION)
        .select_related("content_type")
        .order_by("-action_time")[: 3 * RECENT]
    )
    edited: dict[object, set[str]] = {}
    for entry in entries:
        if (entry.object_id or "").isdecimal():
            edited.setdefault(entry.content_type, set()).add(entry.object_id)
    # What is on this person's record, which `context` has found to be the account's to see: a
    # delegation may have ended since.
    rows = {}
    for kind, ids in edited.items():
        model = kind.model_class()
        if hasattr(model, "owned_through"):
            edited = model._default_manager.filter(access.owned_by(model, [person.pk]), pk__in=ids)
            rows |= {(kind.pk, str(row.pk)): row for row in edited}
    shown = {}
    for entry in entries:
        key = entry.content_type_id, entry.object_id
        if key in rows and key not in shown:
            shown[key] = (str(rows[key]), entry.get_admin_url(), entry.action_time)
    return list(shown.values())[:RECENT]


# --- The buttons ---------------------------------------------------------------------------------


def urls(site) -> list:
    """Below the admin; each asks for a signed-in account, as every page there does."""
    views = {"dismiss": dismiss, "recall": recall, "repair": repair, "check-links": check_links}
    views |= {"noted": noted, "undo-change": undo_change, "mend": mend}
    return [
        path(f"dashboard/{name}/", site.admin_view(view), name=f"dashboard-{name}")
        for name, view in views.items()
    ]


def _person(request) -> Researcher:
    """Whose dashboard the form stood on; another's is not there."""
    records = access.records_of(request.user)
    return get_object_or_404(records, slug=request.POST.get("record", ""))


def _back(person, part="mend") -> HttpResponseRedirect:
    query = {"record": person.slug} | ({"look": 1} if part == "mend" else {})
    return HttpResponseRedirect(f"{reverse('admin:index')}?{urlencode(query)}#{part}")


@require_POST
def dismiss(request):
    """ "Not a problem". Only what is found now can be dismissed: nothing else is remembered."""
    person, key = _person(request), request.POST.get("key", "")
    if _current_issue(person, key):
        checks.dismiss(person, key)
        messages.success(request, _("Noted. It is not shown again."))
    return _back(person)


@require_POST
def recall(request):
    """Everything that was dismissed is shown again; not which changes of others were seen."""
    person = _person(request)
    person.dismissals.exclude(key=inbox.SEEN).delete()
    return _back(person)


@require_POST
def noted(request):
    """What others changed on shared papers, up to the newest that was shown, is not shown again."""
    person = _person(request)
    inbox.mark_seen(person, request.POST.get("until", ""))
    messages.success(request, _("Noted. It is not shown again."))
    return _back(person, "changes")


@require_POST
def undo_change(request):
    """Takes back what a colleague changed on a shared paper, if it still is as it was shown."""
    person = _person(request)
    key, seen = request.POST.get("key", ""), request.POST.get("seen", "")
    try:
        warnings = inbox.undo(person, request.user, key, seen)
    except versions.RestoreError as why:
        messages.warning(request, str(why))
        return _back(person, "changes")
    for text in dict.fromkeys(warnings):
        messages.warning(request, text)
    messages.success(
        request, _("Undone. The others who have this paper see it on their front page.")
    )
    return _back(person, "changes")


@require_POST
def repair(request):
    """ "Use this text": the repair of one column, if it is still the one that was offered."""
    person = _person(request)
    issue = _current_issue(person, request.POST.get("key", ""))
    written = issue and issue.source
    if written is None or not access.can_edit(written.row, request.user):
        messages.info(request, _("This text was changed in the meantime, so nothing was done."))
        return _back(person)
    row, column, text = written.row, written.column, folding.repaired(written.text)
    label = str(row._meta.get_field(column).verbose_name)
    if written.language:
        row.translations[written.language][column] = text
        column = "translations"
    else:
        setattr(row, column, text)
    touched = ["updated_at"] if hasattr(row, "updated_at") else []
    with track_changes(request.user, get_form_row(row)):
        row.save(update_fields=[column, *touched])
    if form := admin.site._registry.get(type(row)):
        form.log_change(request, row, [{"changed": {"fields": [label]}}])
    messages.success(request, _("Repaired: %(what)s.") % {"what": in_sentence(issue.subject)})
    return _back(person)


@require_POST
def mend(request):
    """The box in a row: saved as its form would, or shown again with what is wrong."""
    person, key = _person(request), request.POST.get("key", "")
    issue, value = _current_issue(person, key), request.POST.get("value", "")
    box, file = issue and issue.box, request.FILES.get("file")
    try:
        row = box and inbox.save(request, box, value, file)
    except ValidationError as error:
        request.GET = QueryDict(urlencode({"record": person.slug, "look": 1}))
        refused = {"key": key, "value": value, "errors": error.messages}
        return admin.site.index(request, {"refused": refused})
    if row:
        messages.success(request, _("Saved: %(what)s.") % {"what": in_sentence(issue.subject)})
        if box.kind == "file" and is_untagged(row.links.last().file):
            messages.info(request, untagged(file.name))
    else:
        messages.info(request, _("This was changed in the meantime, so nothing was done."))
    return _back(person)


def _current_issue(person, key) -> checks.Issue | None:
    for group in checks.find_issues(person, timezone.localdate()):
        for issue in group.issues:
            if issue.key(group.check.name) == key:
                return issue
    return None


@require_POST
def check_links(request):
    """A part of the links of one profile, while the page waits."""
    person = _person(request)
    if not linkcheck.may_check(person):
        text = _("These links were checked a moment ago. Try again in a few minutes.")
        messages.info(request, text)
        return _back(person)
    checked, left = linkcheck.check(person, limit=BUTTON_LIMIT, seconds=BUTTON_SECONDS)
    if not checked and left:
        text = _("No site could be found from here, so nothing was noted. Try again later.")
        messages.warning(request, text)
        return _back(person)
    text = ngettext("%(count)s link was asked for.", "%(count)s links were asked for.", checked)
    text %= {"count": checked}
    if left:
        more = ngettext(
            "%(count)s is left for the next time.", "%(count)s are left for the next time.", left
        )
        text = f"{text} {more % {'count': left}}"
    messages.success(request, text)
    return _back(person)
