"""How long one stays signed in: 14 days at most, and 12 hours without opening a page.

Sessions are Django's own rows. That one was used is written at most every ten minutes, as its new
end and nothing else: what another request puts into the session meanwhile is not written over.
Whoever does not ask for the session, as no public page does, changes nothing.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.db.models import QuerySet
from django.utils import timezone

SIGNED_IN_AT = "signed_in_at"
# Who has given a password, and when: what waits in the session for the code.
HALFWAY = "password_accepted"
WRITTEN_EVERY = timedelta(minutes=10)


def stamp(request, **kwargs) -> None:
    """Receives django.contrib.auth's user_logged_in: from here the longest time counts."""
    request.session[SIGNED_IN_AT] = timezone.now().isoformat()


def of(user) -> QuerySet[Session]:
    """Sessions name their account inside; there are as many as people signed in of late."""
    mine = [row.pk for row in Session.objects.iterator() if _is_of(row.get_decoded(), user)]
    return Session.objects.filter(pk__in=mine)


def renew(request, user) -> None:
    """What `user` may do has changed: who was signed in as them signs in again.

    Who changed it of themselves stays, under a new key.
    """
    if user.pk == request.user.pk:
        request.session.cycle_key()
    of(user).exclude(pk=request.session.session_key).delete()


class SessionStore(DatabaseStore):
    """settings.SESSION_ENGINE is this module."""

    def load(self) -> dict:
        row = self._get_session_from_db()  # none that was idle for too long
        if row is None:
            return {}
        data = self.decode(row.session_data)
        end = _end(data)
        if end <= timezone.now():
            self._session_key = None
            return {}
        if row.expire_date < end - WRITTEN_EVERY:
            with suppress(DatabaseError):  # a full disk: reading goes on
                self.model.objects.filter(pk=row.pk).update(expire_date=end)
        return data

    def get_expiry_date(self, **kwargs) -> datetime:
        return _end(self._session)


def _end(data):
    """When a session that is used now ends; one of before there were stamps has ended."""
    idle = timezone.now() + timedelta(seconds=settings.SESSION_IDLE_AGE)
    if SESSION_KEY not in data:  # nobody is signed in yet
        return idle
    if SIGNED_IN_AT not in data:
        return timezone.now() - idle.resolution
    since = datetime.fromisoformat(data[SIGNED_IN_AT])
    return min(idle, since + timedelta(seconds=settings.SESSION_COOKIE_AGE))


def _is_of(data, user):
    halfway = data.get(HALFWAY) or {}
    return str(user.pk) in (str(data.get(SESSION_KEY)), str(halfway.get("user")))
