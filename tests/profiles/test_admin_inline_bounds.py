"""How many rows of an inline a form has: no more than came, whatever number was sent with them."""

import pytest
from django.forms import inlineformset_factory

from profiles.admin.hardening import BoundedInlineFormSet
from profiles.models import Researcher, ResearcherLink

Links = inlineformset_factory(
    Researcher, ResearcherLink, formset=BoundedInlineFormSet, fields=["label"], extra=0
)


def rows(count, *, said, places=None):
    sent = {f"links-{place}-label": "Site" for place in places or range(count)}
    return Links(sent | {"links-TOTAL_FORMS": said, "links-INITIAL_FORMS": 0})


def test_as_many_rows_as_came():
    assert rows(3, said=3).total_form_count() == 3


def test_a_long_list_is_as_long_as_it_was():
    assert rows(1500, said=1500).total_form_count() == 1500


def test_a_row_that_lost_its_place_is_kept():
    assert rows(2, said=5, places=[0, 4]).total_form_count() == 5


@pytest.mark.parametrize("said", ["4", "99999999"])
def test_of_rows_that_did_not_come_one_is_missed(said):
    assert rows(3, said=said).total_form_count() == 4


@pytest.mark.parametrize("place", ["x", "-1", "²", "9" * 5000])
def test_a_place_that_is_none_counts_for_nothing(place):
    assert rows(1, said="99999999", places=[place]).total_form_count() == 1


def test_where_none_may_be_added_none_is():
    kinds = inlineformset_factory(
        Researcher, ResearcherLink, formset=BoundedInlineFormSet, fields=[], max_num=0
    )
    forms = kinds(
        {"links-0-id": 1, "links-1-id": 1, "links-TOTAL_FORMS": 2, "links-INITIAL_FORMS": 1}
    )
    assert forms.total_form_count() == 1


def test_before_anything_was_sent_there_are_none():
    assert Links().total_form_count() == 0
