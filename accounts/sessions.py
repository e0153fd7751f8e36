"""How long one stays signed in: 14 days at most, and 12 hours without opening a page.

Sessions are Django's own rows. Use of a session is stored at most every ten minutes, by updating
its expiry date alone, so that values written by another request meanwhile are kept. Requests that
do not read the session, such as those for public pages, change nothing.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.db.models import QuerySet
from django.dispatch import receiver
from django.utils import timezone

SIGNED_IN_AT = "signed_in_at"
# Session key: who has given a password, and when, while the code is awaited.
PENDING_SIGN_IN = "password_accepted"
RENEWAL_INTERVAL = timedelta(minutes=10)


@receiver(user_logged_in)
def record_sign_in(request, **kwargs) -> None:
    """The 14 days count from now. As SESSION_ENGINE, this module is there before any sign-in."""
    request.session[SIGNED_IN_AT] = timezone.now().isoformat()


def user_sessions(user) -> QuerySet[Session]:
    """A session names its account inside the encoded data, so all of them are decoded."""
    keys = []
    for row in Session.objects.iterator():
        data = row.get_decoded()
        halfway = data.get(PENDING_SIGN_IN) or {}
        if str(user.pk) in (str(data.get(SESSION_KEY)), str(halfway.get("user"))):
            keys.append(row.pk)
    return Session.objects.filter(pk__in=keys)


def end_other_sessions(request, user) -> None:
    """After a change of rights: end the user's sessions, but keep that of this request."""
    if user.pk == request.user.pk:
        request.session.cycle_key()
    user_sessions(user).exclude(pk=request.session.session_key).delete()


class SessionStore(DatabaseStore):
    """Sessions of the database that also end when unused (settings.SESSION_ENGINE)."""

    def load(self) -> dict:
        row = self._get_session_from_db()  # None after the idle time
        if row is None:
            return {}
        data = self.decode(row.session_data)
        expiry = _expiry(data)
        if expiry <= timezone.now():
            self._session_key = None
            return {}
        if row.expire_date < expiry - RENEWAL_INTERVAL:
            with suppress(DatabaseError):  # a full disk must not prevent reading
                self.model.objects.filter(pk=row.pk).update(expire_date=expiry)
        return data

    def get_expiry_date(self, **kwargs) -> datetime:
        return _expiry(self._session)


def _expiry(data):
    """When a session that is used now expires; one without a sign-in time has expired."""
    idle = timezone.now() + timedelta(seconds=settings.SESSION_IDLE_AGE)
    if SESSION_KEY not in data:  # nobody is signed in yet
        return idle
    if SIGNED_IN_AT not in data:
        return timezone.now() - idle.resolution
    since = datetime.fromisoformat(data[SIGNED_IN_AT])
    return min(idle, since + timedelta(seconds=settings.SESSION_COOKIE_AGE))
