"""What waits is told by mail: once a week at most, to whom it waits for, unless switched off."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from exchange.news.mail import send_weekly_mails
from publications.models import NewsMail, PendingImport

SWITCH = reverse("admin:publications_importbatch_news_mail")
NOW = timezone.now()


@pytest.fixture(autouse=True)
def _mail(settings, alice, bob):
    settings.EMAIL_ENABLED, settings.ORIGIN = True, "https://lab.example"
    for person, orcid in ((alice, "0000-0002-1825-0097"), (bob, "0000-0001-5109-3700")):
        person.orcid = orcid
        person.save()
        person.owner.email = f"{person.slug}@lab.example"
        person.owner.save()


@pytest.fixture
def week(monkeypatch):
    """`week(2)` is two weeks from now."""

    def moved(count):
        monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(weeks=count))

    return moved


def found_for(person, *titles):
    proposals = [{"kind": "new", "title": title} for title in titles]
    return PendingImport.objects.create(
        user=person.owner,
        researcher=person,
        name="ORCID",
        options={"found": {"created": len(titles), "updated": 0}, "proposals": proposals},
        is_found=True,
    )


def test_what_waits_is_listed_with_its_link(alice):
    pending = found_for(alice, "Kelp & moss", "More Kelp")
    assert send_weekly_mails() == 1
    (message,) = mail.outbox
    assert message.to == [alice.owner.email]
    told = "- New paper: Kelp & moss\n- New paper: More Kelp\n"
    assert f"At ORCID, for Alice Ahlgren:\n{told}" in message.body
    link = reverse("admin:publications_importbatch_plan", args=[pending.pk])
    assert f"https://lab.example{link}\n" in message.body
    assert f"https://lab.example{SWITCH}\n" in message.body


def test_once_a_week_and_no_more(alice, week):
    found_for(alice, "Kelp")
    week(0)
    assert [send_weekly_mails(), send_weekly_mails()] == [1, 0]
    week(0.99)
    assert send_weekly_mails() == 0
    week(1)
    assert send_weekly_mails() == 1


def test_nothing_waits_and_nothing_comes(alice, bob):
    found_for(alice, "Kelp")
    PendingImport.objects.update(is_found=False)  # an upload of one's own
    assert send_weekly_mails() == 0


def test_it_can_be_switched_off_and_on(client, alice):
    found_for(alice, "Kelp")
    client.force_login(alice.owner)
    assert "Switch off" in client.get(SWITCH).content.decode()
    client.post(SWITCH)
    assert send_weekly_mails() == 0
    assert "Switch on" in client.get(SWITCH).content.decode()
    client.post(SWITCH, {"on": "1"})
    assert send_weekly_mails() == 1


def test_the_account_leads_to_the_switch(client, alice, settings):
    client.force_login(alice.owner)
    assert SWITCH in client.get(reverse("admin:account")).content.decode()
    settings.EMAIL_ENABLED = False
    assert SWITCH not in client.get(reverse("admin:account")).content.decode()


def test_a_mail_that_fails_is_tried_the_next_night(alice, settings):
    found_for(alice, "Kelp")
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 1
    assert send_weekly_mails() == 0
    assert NewsMail.objects.get().sent_at is None


@pytest.mark.parametrize(("setting", "value"), [("EMAIL_ENABLED", False), ("ORIGIN", "")])
def test_without_a_mail_server_or_an_address_none_is_sent(alice, settings, setting, value):
    found_for(alice, "Kelp")
    setattr(settings, setting, value)
    assert send_weekly_mails() == 0


def test_who_left_gets_none(alice):
    found_for(alice, "Kelp")
    alice.owner.is_active = False
    alice.owner.save()
    assert send_weekly_mails() == 0


def test_who_owned_the_profile_once_gets_none(alice, bob):
    found_for(alice, "Kelp")
    bob.delete()
    alice.owner = bob.owner
    alice.save()
    assert send_weekly_mails() == 0


def test_without_an_id_home_shows_nothing_and_no_mail_tells(alice):
    found_for(alice, "Kelp")
    alice.orcid = ""
    alice.save()
    assert send_weekly_mails() == 0


def test_a_kind_that_is_not_known_here_stops_nothing(client, alice):
    proposals = [{"key": "a", "line": 2, "kind": "later", "title": "Kelp", "fields": []}]
    options = {"found": {"created": 1, "updated": 0}, "proposals": proposals}
    found_for(alice)
    PendingImport.objects.update(options=options)
    assert send_weekly_mails() == 1
    client.force_login(alice.owner)
    assert "Kelp" in client.get(reverse("admin:index")).content.decode()


def test_the_nightly_command_sends_it(alice, services, capsys):
    found_for(alice, "Kelp")
    with pytest.raises(CommandError, match="Not all could be asked"):
        call_command("refresh", all=True)
    assert "1 told by mail" in capsys.readouterr().out
    assert len(mail.outbox) == 1
