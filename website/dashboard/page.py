"""What the front page shows: whose record, what is on it, what waits, what there is to mend."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.admin.models import DELETION, LogEntry
from django.core.files.storage import default_storage
from django.db.models import Count, Q, Value
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from profiles import access, preview_links
from profiles.models import (
    Award,
    Education,
    Experience,
    Grant,
    NewsItem,
    Page,
    Project,
    Researcher,
    Service,
    Student,
    Talk,
    Teaching,
)
from uploads.images import rendition_name
from website import checks, dashboard
from website.dashboard import Action, Shelf
from website.dashboard.first_steps import first_steps
from website.linkcheck import may_check

RECENT = 6


def context(request) -> dict:
    """One record's dashboard; for a manager, who keeps all of them, first a choice of person."""
    user = request.user
    records = access.records_of(user)
    person = _chosen(request, records)
    shown = {"people": _people(user, records), "person": person, "lab": None}
    if access.is_manager(user):
        shown["lab"] = _lab()
    return shown | (of_person(user, person) if person else {})


def _chosen(request, records) -> Researcher | None:
    """The one asked for; else one's own, else the first that one helps with. No one's is a 404."""
    if slug := request.GET.get("record"):
        person = records.filter(slug=slug).first()
        if person is None:
            raise Http404
        return person
    if access.is_manager(request.user):
        return None
    return records.filter(owner=request.user).first() or records.first()


def _people(user, records):
    """For the choice of a person: only where there is one to make."""
    people = list(records.order_by("family_name", "display_name").only("slug", "display_name"))
    return people if len(people) > 1 or access.is_manager(user) else []


def _lab():
    now = timezone.now()
    public = Q(published_at__lte=now)
    return Researcher.objects.aggregate(
        people=Count("pk"), public=Count("pk", filter=public), drafts=Count("pk", filter=~public)
    )


# --- One person ----------------------------------------------------------------------------------


def of_person(user, person: Researcher) -> dict:
    groups = checks.of(person, timezone.localdate())
    return {
        "preview_url": preview_links.page_url(person.get_absolute_url(), person),
        "portrait_url": _portrait(person),
        "steps": first_steps(user, person),
        "counts": counts(person),
        "actions": [*_own_actions(user, person), *_asked(dashboard.actions, user, person)],
        "notices": list(_asked(dashboard.notices, user, person)),
        "boxes": [(box.template, box.context(user, person)) for box in dashboard.boxes],
        "edits": recent_edits(user, person),
        "groups": groups,
        "dismissed": person.dismissals.count(),
        "is_shown": Researcher.objects.public().filter(pk=person.pk).exists(),
        "to_mend": sum(group.count for group in groups),
        "links_checked": person.checked_links.answered().order_by("-checked_at").first(),
        "may_check_links": may_check(person),
    }


def _portrait(person):
    """Of a page that is not public yet, too: its editors are shown it."""
    if not person.portrait:
        return ""
    return preview_links.file_url(default_storage.url(rendition_name(person.portrait.name, 320)))


def _asked(registry, user, person):
    return (row for ask in registry for row in ask(user, person))


def _own_actions(user, person):
    edit = reverse("admin:profiles_researcher_change", args=[person.pk])
    yield Action(
        _("Edit my profile") if person.owner_id == user.pk else _("Edit the profile"), edit
    )
    yield Action(_("Add news"), add_address("newsitem", person))


def add_address(model: str, person: Researcher, app: str = "profiles", field="researcher") -> str:
    """The form for a new row, with the person chosen where it asks for one."""
    return f"{reverse(f'admin:{app}_{model}_add')}?{field}={person.pk}"


# --- What is on it -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counted:
    shelf: Shelf
    published: int
    scheduled: int
    drafts: int

    @property
    def url(self) -> str:
        return reverse(self.shelf.listing)


def counts(person: Researcher) -> list[Counted]:
    """How many rows of each kind are public, scheduled and drafts, where any are; one query."""
    first, *others = [_counting(shelf, person) for shelf in dashboard.shelves]
    found = {name: numbers for name, *numbers in first.union(*others, all=True)}
    rows = (Counted(shelf, *found.get(shelf.name, (0, 0, 0))) for shelf in dashboard.shelves)
    return [row for row in rows if row.published or row.scheduled or row.drafts]


def _counting(shelf, person):
    now = timezone.now()
    return (
        shelf.rows(person)
        .order_by()
        .values(shelf=Value(shelf.name))
        .annotate(
            published=Count("pk", filter=Q(published_at__lte=now)),
            scheduled=Count("pk", filter=Q(published_at__gt=now)),
            drafts=Count("pk", filter=Q(published_at=None)),
        )
        .values_list("shelf", "published", "scheduled", "drafts")
    )


def register_shelves() -> None:
    models = (NewsItem, Experience, Education, Award, Project, Talk, Teaching, Grant)
    for model in (*models, Student, Service, Page):
        name = model._meta.model_name
        dashboard.shelves.append(
            Shelf(
                name=name,
                label=model._meta.verbose_name_plural,
                listing=f"admin:profiles_{name}_changelist",
                rows=lambda person, model=model: model._default_manager.filter(researcher=person),
            )
        )


# --- What one did last ---------------------------------------------------------------------------


def recent_edits(user, person: Researcher) -> list[tuple[str, str, object]]:
    """(what, its form, when) of the account's own latest edits that it may still see."""
    log = LogEntry.objects.filter(user=user, action_time__gt=timezone.now() - timedelta(days=90))
    entries = list(
        log.exclude(action_flag=DELETION)
        .select_related("content_type")
        .order_by("-action_time")[: 3 * RECENT]
    )
    rows = _still_theirs(entries, person)
    shown = {}
    for entry in entries:
        key = entry.content_type_id, entry.object_id
        if key in rows and key not in shown:
            shown[key] = (str(rows[key]), entry.get_admin_url(), entry.action_time)
    return list(shown.values())[:RECENT]


def _still_theirs(entries, person):
    """{(content type, id as text): row} of what is on this person's record, which `context` has
    found to be the account's to see: a delegation may have ended since.
    """
    wanted: dict[object, set[str]] = {}
    for entry in entries:
        wanted.setdefault(entry.content_type, set()).add(entry.object_id)
    return {
        (kind.pk, str(row.pk)): row
        for kind, ids in wanted.items()
        for row in _rows(kind.model_class(), ids, person)
    }


def _rows(model, ids, person):
    paths = getattr(model, "owned_through", ())
    if not paths:
        return []
    theirs = Q()
    for path in paths:
        theirs |= Q(**{path: person.pk})
    numbers = [pk for pk in ids if pk.isdecimal()]
    return model._default_manager.filter(theirs, pk__in=numbers).distinct()
