"""Texts in a second language, written in the admin."""

import pytest
from django.urls import reverse
from django.utils import translation

from profiles.admin.forms import TranslatedForm, translation_fieldsets, with_translations
from profiles.admin.researcher_inlines import AdvisorInline, AffiliationInline, LinkInline
from profiles.models import Affiliation, NewsItem


def form_of(row, **typed):
    class Form(TranslatedForm):
        class Meta:
            model = type(row)
            fields = ["role"]

    return with_translations(Form, type(row))(typed or None, instance=row)


def test_it_works():
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


@pytest.mark.parametrize("inline", [AdvisorInline, AffiliationInline, LinkInline])
def test_the_rows_on_the_profile_have_them_too(client, alice, inline):
    client.force_login(alice.owner)
    html = client.get(reverse("admin:profiles_researcher_change", args=[alice.pk])).content.decode()
    relation = inline.model.researcher.field.related_query_name()
    name = f"{inline.model.translatable[0]}__zh_hans"
    assert f'name="{relation}-__prefix__-{name}"' in html
