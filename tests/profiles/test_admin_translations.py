"""Texts in a second language, written in the admin."""

import pytest
from django.urls import reverse
from django.utils import translation

from profiles.admin.forms import TranslatedForm, translation_fieldsets, with_translations
from profiles.admin.researcher_form import AdvisorInline, AffiliationInline, LinkInline
from profiles.models import Affiliation, NewsItem, Researcher, SiteSettings
from tests.profiles.test_admin_own_record import NEWS, researcher_form

# Which languages are in use says the site's own row.
pytestmark = pytest.mark.django_db


def form_of(row, **typed):
    class Form(TranslatedForm):
        class Meta:
            model = type(row)
            fields = ["role"]

    return with_translations(Form, type(row))(typed or None, instance=row)


def test_translation_is_stored_stripped():
    form = form_of(Affiliation(), role="Dean", role__zh_hans=" 院长 ")
    form.is_valid()
    assert form.instance.translations == {"zh-hans": {"role": "院长"}}


def test_an_emptied_box_takes_its_text_away():
    row = Affiliation(translations={"zh-hans": {"role": "院长", "place": "北京"}})
    form = form_of(row, role="Dean", role__zh_hans="", place__zh_hans="北京")
    form.is_valid()
    assert form.instance.translations == {"zh-hans": {"place": "北京"}}


def test_an_empty_box_shows_what_stands_there_meanwhile():
    form = form_of(Affiliation(role="Dean"))
    assert form.fields["role__zh_hans"].widget.attrs["placeholder"] == "Dean"
    assert form.fields["role__zh_hans"].widget.attrs["lang"] == "zh-hans"


def test_labels_are_in_the_language_of_who_asks():
    label = form_of(Affiliation()).fields["role__zh_hans"].label
    assert label == "Role"
    with translation.override("zh-hans"):
        assert label == "职务"


def test_a_part_of_the_form_for_each_language():
    ((title, options),) = translation_fieldsets(NewsItem)
    assert title == "In 简体中文"
    assert options["fields"] == ["headline__zh_hans", "body__zh_hans"]


def url_of(row):
    return reverse(f"admin:profiles_{row._meta.model_name}_change", args=[row.pk])


def form_for(client, row):
    return client.get(url_of(row)).content.decode()


@pytest.mark.parametrize("inline", [AdvisorInline, AffiliationInline, LinkInline])
def test_the_rows_on_the_profile_have_them_too(at_work, alice, inline):
    relation = inline.model.researcher.field.related_query_name()
    name = f'name="{relation}-__prefix__-{inline.model.translatable[0]}__zh_hans"'
    page = f"{url_of(alice)}?_part={inline.part}"
    assert name not in at_work.get(page).text
    Researcher.objects.update(multilingual=True)
    assert name in at_work.get(page).text


def test_a_box_in_a_column_is_called_as_the_one_beside_it(at_work, alice):
    Researcher.objects.update(multilingual=True)
    page = at_work.get(f"{url_of(alice)}?_part=positions").text
    assert ('aria-label="Position"' in page, "Role" in page) == (True, False)
    assert 'aria-label="Position (简体中文)"' in page


# --- Switched on, or not --------------------------------------------------------------------------

BOX = 'name="body__zh_hans"'


@pytest.fixture
def news(alice):
    return NewsItem.objects.create(researcher=alice, date="2025", body="Tides")


def test_who_writes_in_one_language_is_asked_for_one(at_work, alice, news):
    add = reverse("admin:profiles_newsitem_add")
    assert BOX not in form_for(at_work, news)
    assert BOX not in at_work.get(add).content.decode()
    at_work.post(f"{url_of(alice)}?_part=account", researcher_form(alice, multilingual="on"))
    assert BOX in form_for(at_work, news)
    assert BOX in at_work.get(add).content.decode()


def test_a_text_that_is_there_stays_shown_and_kept(at_work, alice, news):
    NewsItem.objects.update(translations={"zh-hans": {"body": "潮汐"}})
    Affiliation.objects.create(
        researcher=alice, role="Dean", translations={"zh-hans": {"role": "院长"}}
    )
    assert "潮汐" in form_for(at_work, news)
    assert "院长" in form_for(at_work, alice)
    at_work.post(url_of(news), NEWS | {"body__zh_hans": "潮汐"})
    news.refresh_from_db()
    assert news.translations == {"zh-hans": {"body": "潮汐"}}


def test_a_colleague_who_writes_two_changes_nothing_for_others(at_work, alice, bob, news):
    Researcher.objects.filter(pk=bob.pk).update(multilingual=True)
    assert BOX not in form_for(at_work, news)


def test_a_site_in_one_language_offers_no_second(at_work, alice, settings):
    settings.LANGUAGES = [("en", "English")]
    assert 'name="multilingual"' not in form_for(at_work, alice)


def test_the_site_has_boxes_for_the_languages_it_uses(client, manager):
    client.force_login(manager)
    site = SiteSettings.objects.get()
    assert 'name="welcome__zh_hans"' in form_for(client, site)
    assert 'name="menu_links-__prefix__-label__zh_hans"' in form_for(client, site)
    SiteSettings.objects.update(unused_languages=["zh-hans"])
    assert "__zh_hans" not in form_for(client, site)


@pytest.mark.parametrize(("others", "is_there"), [(["zh-hans"], True), (["zh-hans", "de"], False)])
def test_a_row_of_the_profile_has_room_for_one_language(
    client, alice, monkeypatch, others, is_there
):
    monkeypatch.setattr("profiles.admin.researcher_form.second_languages", lambda: others)
    Researcher.objects.update(multilingual=True)
    client.force_login(alice.owner)
    address = reverse("admin:profiles_researcher_change", args=[alice.pk])
    assert ("affiliations-0-role__zh_hans" in client.get(address).content.decode()) is is_there
    rows = client.get(f"{address}?_part=affiliations").content.decode()
    assert "role__zh_hans" in rows
