"""Who may write a record, and where it stands, is in no version: the admin's log tells of it."""

import json
from collections.abc import Iterator

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils import translation

from history.models import LogEvent
from profiles import access
from profiles.models import Delegation, Researcher


def changes_of_rights(researcher: Researcher, user) -> list[LogEvent]:
    """Delegates, the account, invitations, the address: for those who may change them."""
    if not access.administers(user, researcher):
        return []
    kind = ContentType.objects.get_for_model(researcher)
    log = LogEntry.objects.filter(content_type=kind, object_id=str(researcher.pk))
    with translation.override(None):
        names = {str(Delegation._meta.verbose_name)}
        fields = {str(Researcher._meta.get_field("owner").verbose_name)}
    return [
        LogEvent(entry.action_time, text, user=entry.user.get_username())
        for entry in log.select_related("user").order_by("-action_time")
        if (text := _told(entry, names, fields))
    ]


def _told(entry, names, fields) -> str:
    """In words, without what versions tell; "" where that is all."""
    try:
        parts = json.loads(entry.change_message)
    except ValueError:
        return entry.change_message
    if not isinstance(parts, list):
        return ""
    entry.change_message = json.dumps(list(_of_rights(parts, names, fields)))
    return entry.get_change_message() if entry.change_message != "[]" else ""


def _of_rights(parts, names, fields) -> Iterator[dict]:
    for part in parts:
        for what in part.values():
            if what.get("name") in names:
                yield part
            elif "name" not in what and (
                own := fields & {f.lower() for f in what.get("fields", ())}
            ):
                yield {"changed": {"fields": sorted(own)}}


def naming(username: str) -> str:
    """What a message of the log holds that names this account as a delegate's."""
    return json.dumps(f"{username} →")[:-1]
