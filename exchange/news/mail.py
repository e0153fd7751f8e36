"""Once a week, to each account: what `refresh` found for it and nobody has looked at yet."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from django.db.models import F, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.one_time_links import send_mail
from profiles.site import site_settings
from publications.models import NewsMail, PendingImport
from website.inbox import KINDS

WEEK = timedelta(days=7)
# Of one proposal; the page has them all.
MOST_TITLES = 20


def send_weekly_mails() -> int:
    """How many were sent. None where no mail server is set, or not this site's own address."""
    if not (settings.EMAIL_ENABLED and settings.ORIGIN):
        return 0
    # As Home shows it: not to who owned the profile once, nor of one without an iD.
    waiting = PendingImport.objects.filter(
        is_found=True, batch=None, user=F("researcher__owner")
    ).exclude(researcher__orcid="")
    users = get_user_model()._default_manager.filter(pk__in=waiting.values("user"), is_active=True)
    return sum(_write_to(user, waiting.filter(user=user)) for user in users.exclude(email=""))


def _write_to(user, waiting):
    """The moment is noted first: a mail that is lost is better than one that comes twice."""
    now = timezone.now()
    state, _made = NewsMail.objects.get_or_create(user=user)
    due = Q(sent_at=None) | Q(sent_at__lte=now - WEEK)
    if not NewsMail.objects.filter(due, user=user, is_wanted=True).update(sent_at=now):
        return False
    name = " ".join(site_settings().site_name.split())
    context = {
        "site_name": name,
        "proposals": [_described(pending) for pending in waiting],
        "switch": settings.ORIGIN + reverse("admin:publications_importbatch_news_mail"),
    }
    text = render_to_string("exchange/weekly_mail.txt", context)
    subject = _("Papers that wait for you at %(site)s") % {"site": name}
    if is_sent := send_mail(EmailMessage(subject, text, to=[user.email])):
        return is_sent
    NewsMail.objects.filter(user=user).update(sent_at=state.sent_at)
    return False


def _described(pending):
    proposals = pending.options.get("proposals", ())
    titles = [f"{KINDS.get(one['kind'], '')}: {one['title']}" for one in proposals]
    link = reverse("admin:publications_importbatch_plan", args=[pending.pk])
    return {
        "name": pending.name,
        "researcher": pending.researcher,
        "titles": titles[:MOST_TITLES],
        "more": len(titles[MOST_TITLES:]),
        "link": settings.ORIGIN + link,
    }
