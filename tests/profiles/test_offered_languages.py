"""A new site is in its first language alone; one that is here keeps those that it has."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse

from profiles.models import SiteSettings
from profiles.site import second_languages
from tests.isolation.forms import sent_by

pytestmark = pytest.mark.django_db
migration = import_module("profiles.migrations.0014_begin_in_one_language")


@pytest.fixture
def migrate(settings):
    """As where VITAE_LANGUAGES is not set."""
    settings.OFFERED_LANGUAGES = ["zh-hans"]
    editor = SimpleNamespace(connection=connection)
    return lambda: migration.begin_in_one_language(apps, editor)


def test_a_new_site_is_in_english_alone(client, migrate):
    migrate()
    assert second_languages() == []
    assert client.get("/zh-hans/").status_code == 404
    assert "hreflang" not in client.get("/").text


def test_without_a_row_of_settings_too(migrate):
    SiteSettings.objects.all().delete()
    assert second_languages() == []


def test_a_manager_takes_chinese_into_use(client, migrate, manager):
    migrate()
    client.force_login(manager)
    address = reverse("admin:profiles_sitesettings_change", args=[1])
    assert "Further languages" in client.get(address).text
    client.post(address, sent_by(client.get(address)) | {"name": "Tides Lab"})
    assert client.get("/zh-hans/").status_code == 404
    client.post(address, sent_by(client.get(address)) | {"languages": "zh-hans"})
    assert client.get("/zh-hans/").status_code == 200


def test_a_site_with_people_keeps_its_languages(client, migrate, alice):
    migrate()
    assert client.get("/zh-hans/").status_code == 200


def test_what_the_environment_names_is_in_use(client, migrate, settings):
    settings.OFFERED_LANGUAGES = []
    migrate()
    assert client.get("/zh-hans/").status_code == 200
