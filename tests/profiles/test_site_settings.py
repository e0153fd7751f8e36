"""The site's own row: what managers say of it, and the environment where they do not."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from history.snapshots import revisions_of
from profiles.models import SiteSettings
from profiles.site import read_once, site_settings
from tests.isolation.forms import sent_by
from tests.profiles.test_markdown_upload import picture


def html(client, path="/"):
    return client.get(path).content.decode()


def say(**columns):
    SiteSettings.objects.update_or_create(pk=1, defaults=columns)


@pytest.fixture
def form(client, manager):
    """Sends the form with these boxes changed."""
    client.force_login(manager)
    page = reverse("admin:profiles_sitesettings_change", args=[1])

    def send(**boxes):
        return client.post(page, sent_by(client.get(page)) | boxes)

    return send


def test_manager_describes_the_site(client, alice, form):
    answer = form(name="Tides Lab", welcome="We *measure* tides.", footer="[Imprint](/imprint/)")
    assert answer.status_code == 302
    page = html(client)
    assert "<h1>Tides Lab</h1>" in page
    assert "We <em>measure</em> tides." in page
    for path in ("/", "/alice-ahlgren/"):
        assert 'href="/imprint/"' in html(client, path)
    assert "Tides Lab" in html(client, "/alice-ahlgren/")
    assert "Tides Lab" in html(client, reverse("admin:index"))


def test_empty_boxes_say_what_the_environment_does(client, alice, settings):
    settings.SITE_NAME, settings.WELCOME, settings.THEME = "Moon Lab", "From **outside**.", "moss"
    page = html(client)
    assert "<h1>Moon Lab</h1>" in page
    assert "From <strong>outside</strong>." in page
    assert 'data-theme="moss"' in page


def test_what_is_typed_counts_before_the_environment(client, alice, settings):
    settings.SITE_NAME, settings.THEME = "Moon Lab", "moss"
    say(name="Tides Lab", theme="garnet")
    page = html(client)
    assert "Moon Lab" not in page
    assert 'data-theme="garnet"' in page


def test_the_name_is_its_own_in_a_second_language(client, alice):
    say(name="Tides Lab", translations={"zh-hans": {"name": "潮汐实验室"}})
    assert "<h1>潮汐实验室</h1>" in html(client, "/zh-hans/")


def test_it_is_read_once_a_request(client, alice):
    with CaptureQueriesContext(connection) as queries:
        client.get("/")
    assert len([q for q in queries if "profiles_sitesettings" in q["sql"]]) == 1


def test_another_request_reads_it_anew(db):
    with read_once():
        site_settings()
        say(name="Tides Lab")
        assert site_settings().name == ""
    with read_once():
        assert site_settings().name == "Tides Lab"


def test_without_the_row_pages_are_as_the_environment_says(client, alice):
    SiteSettings.objects.all().delete()
    assert "<h1>Vitae</h1>" in html(client)


# --- Pictures -------------------------------------------------------------------------------------


def test_logo_and_picture_are_shown_with_their_descriptions(client, alice, form):
    form(logo=picture(), picture=picture(), picture_alt="Our boat")
    row, page = SiteSettings.objects.get(), html(client)
    assert f'<img class="site-logo" src="{row.logo.url}"' in page
    assert 'alt="Our boat"' in page
    assert client.get(row.logo.url).status_code == 200
    say(logo="", picture="")
    assert client.get(row.logo.url).status_code == 404
    assert "<img" not in html(client)


def test_a_picture_in_the_welcome_text_is_public(client, manager, alice):
    """Whoever has the one profile, or the manager one of their own."""
    client.force_login(manager)
    page = html(client, reverse("admin:profiles_sitesettings_change", args=[1]))
    assert 'data-researcher="site"' in page
    client.post(reverse("admin:markdown-upload"), {"image": picture(), "researcher": "site"})
    address = manager.pictures.get(researcher=None).image.url
    assert client.get(address).status_code == 404
    say(welcome=f"![Our boat]({address})")
    assert client.get(address).status_code == 200


def test_it_opens_no_picture_of_a_record(client, alice, manager):
    client.force_login(alice.owner)
    client.post(reverse("admin:markdown-upload"), {"image": picture()})
    address = alice.pictures.get().image.url
    say(welcome=f"![]({address})")
    assert client.get(address).status_code == 404


def test_only_managers_upload_for_the_site(at_work, alice):
    at_work.post(reverse("admin:markdown-upload"), {"image": picture(), "researcher": "site"})
    assert alice.pictures.count() == 1


# --- The menu -------------------------------------------------------------------------------------


def menu(*links):
    for label, url in links:
        SiteSettings.objects.get().menu_links.create(label=label, url=url)


def test_further_entries_stand_in_the_menu(client, alice):
    menu(("Join us", "/alice-ahlgren/join-us/"), ("Seminar", "https://example.org/seminar"))
    page = html(client)
    assert '<a href="/alice-ahlgren/join-us/" >Join us</a>' in page
    assert '<a href="https://example.org/seminar" >Seminar</a>' in page
    assert 'href="/zh-hans/alice-ahlgren/join-us/"' in html(client, "/zh-hans/")


def test_one_that_runs_a_script_leads_nowhere(client, alice):
    menu(("Join us", "javascript:alert(1)"))
    assert "javascript:" not in html(client)


@pytest.mark.parametrize("address", ["javascript:alert(1)", "//evil.example/", "join-us", "/a b/"])
def test_the_form_refuses_what_is_no_address(form, address):
    boxes = {"menu_links-TOTAL_FORMS": 1, "menu_links-0-label": "Join us"}
    answer = form(**boxes, **{"menu_links-0-url": address, "menu_links-0-position": 1})
    assert answer.context["errors"]


# --- Languages ------------------------------------------------------------------------------------


def test_a_language_not_in_use_has_no_pages_and_no_boxes(client, alice, form):
    alice.translations = {"zh-hans": {"biography": "我计算。"}}
    alice.save()
    assert client.get("/zh-hans/alice-ahlgren/").status_code == 200
    sent = form(languages=[])
    assert sent.status_code == 302
    assert SiteSettings.objects.get().unused_languages == ["zh-hans"]
    assert client.get("/zh-hans/alice-ahlgren/").status_code == 404
    assert "zh-hans" not in html(client, "/alice-ahlgren/")
    own = reverse("admin:profiles_researcher_change", args=[alice.pk])
    assert "biography__zh_hans" not in html(client, own)
    form(languages=["zh-hans"])
    assert "我计算。" in html(client, "/zh-hans/alice-ahlgren/")


def test_a_site_of_one_language_is_not_asked(client, manager, settings):
    settings.LANGUAGES = [("en", "English")]
    client.force_login(manager)
    page = html(client, reverse("admin:profiles_sitesettings_change", args=[1]))
    assert 'name="languages"' not in page


# --- Who, and what is kept ------------------------------------------------------------------------


def test_researchers_do_not_reach_it(at_work):
    page = reverse("admin:profiles_sitesettings_change", args=[1])
    assert at_work.get(page).status_code == 404
    assert at_work.post(page, {"name": "Mine"}).status_code == 404
    assert SiteSettings.objects.get().name == ""


def test_nobody_deletes_it_or_adds_another(client, manager):
    client.force_login(manager)
    assert client.get(reverse("admin:profiles_sitesettings_add")).status_code == 404
    delete = reverse("admin:profiles_sitesettings_delete", args=[1])
    assert client.post(delete, {"post": "yes"}).status_code == 404


def test_it_keeps_versions(client, form):
    form(name="Tides Lab")
    form(name="Typhoon Lab")
    states = [each.state["fields"]["name"] for each in revisions_of(SiteSettings.objects.get())]
    assert states == ["Typhoon Lab", "Tides Lab", ""]


def test_one_person_s_site_has_no_front_page_to_describe(client, alice, manager, settings):
    settings.SINGLE_RESEARCHER = "alice-ahlgren"
    client.force_login(manager)
    page = html(client, reverse("admin:profiles_sitesettings_change", args=[1]))
    assert 'name="footer"' in page
    assert 'name="welcome"' not in page
    assert "menu_links" not in page
