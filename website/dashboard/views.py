"""What the buttons of the front page do: POST only, for records that the account may write."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import admin, messages
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from history import recording, versioned
from profiles import access, encoding
from profiles.models import Researcher
from website import checks, linkcheck
from website.checks import Finding

# A person waits for the answer: so many links at most, within so many seconds.
BUTTON_LIMIT = 40
BUTTON_SECONDS = 12


def back(person: Researcher, part: str = "mend") -> HttpResponseRedirect:
    query = urlencode({"record": person.slug})
    return HttpResponseRedirect(f"{reverse('admin:index')}?{query}#{part}")


def person_of(request) -> Researcher:
    """Whose dashboard the form stood on; another's is not there."""
    records = access.records_of(request.user)
    return get_object_or_404(records, slug=request.POST.get("record", ""))


@require_POST
def dismiss(request):
    """ "Not a problem". Only what is found now can be dismissed: nothing else is remembered."""
    person, key = person_of(request), request.POST.get("key", "")
    if _found(person, key):
        checks.dismiss(person, key)
        messages.success(request, _("Noted. It is not shown again."))
    return back(person)


@require_POST
def recall(request):
    """Everything that was dismissed is shown again."""
    person = person_of(request)
    person.dismissals.all().delete()
    return back(person)


@require_POST
def repair(request):
    """ "Use this text": the repair of one column, if it is still the one that was offered."""
    person = person_of(request)
    finding = _found(person, request.POST.get("key", ""))
    written = finding and finding.source
    if written is None or not access.can_edit(written.row, request.user):
        messages.info(request, _("This text was changed in the meantime, so nothing was done."))
        return back(person)
    _store(request, written, encoding.repaired(written.text))
    messages.success(request, _("Repaired: %(what)s.") % {"what": finding.subject})
    return back(person)


def _found(person, key) -> Finding | None:
    for group in checks.of(person, timezone.localdate()):
        for row in group.findings:
            if row.key(group.kind.name) == key:
                return row
    return None


def _store(request, written, text):
    row, column = written.row, written.column
    if written.language:
        row.translations[written.language][column] = text
        column = "translations"
    else:
        setattr(row, column, text)
    touched = ["updated_at"] if hasattr(row, "updated_at") else []
    with recording.following(request.user, versioned.on_form(row)):
        row.save(update_fields=[column, *touched])
    if form := admin.site._registry.get(type(row)):
        label = str(row._meta.get_field(written.column).verbose_name)
        form.log_change(request, row, [{"changed": {"fields": [label]}}])


@require_POST
def check_links(request):
    person = person_of(request)
    if not linkcheck.may_check(person):
        text = _("These links were checked a moment ago. Try again in a few minutes.")
        messages.info(request, text)
        return back(person)
    asked, left = linkcheck.check(person, limit=BUTTON_LIMIT, seconds=BUTTON_SECONDS)
    if not asked and left:
        text = _("No site could be found from here, so nothing was noted. Try again later.")
        messages.warning(request, text)
        return back(person)
    text = ngettext("%(count)s link was asked for.", "%(count)s links were asked for.", asked)
    text %= {"count": asked}
    if left:
        more = ngettext(
            "%(count)s is left for the next time.", "%(count)s are left for the next time.", left
        )
        text = f"{text} {more % {'count': left}}"
    messages.success(request, text)
    return back(person)


def urls(site) -> list:
    """Below the admin; each asks for a signed-in account, as every page there does."""
    doors = {"dismiss": dismiss, "recall": recall, "repair": repair, "check-links": check_links}
    return [
        path(f"dashboard/{name}/", site.admin_view(door), name=f"dashboard-{name}")
        for name, door in doors.items()
    ]
