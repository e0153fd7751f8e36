"""A form is drawn as Django draws it, letter by letter."""

import pytest
from django import forms
from django.forms.renderers import TemplatesSetting

from config.form_renderer import FormRenderer

HOSTILE = "<b>&\"'"
CHOICES = [("", "–"), (1, HOSTILE), ("Group <b>", [("a\"'", "A"), ("b", "B")])]


class EveryBox(forms.Form):
    text = forms.CharField(label=HOSTILE, max_length=20, help_text="x")
    tick = forms.BooleanField(required=False)
    number = forms.IntegerField(min_value=1)
    address = forms.URLField(assume_scheme="https", required=False)
    mail = forms.EmailField(required=False)
    day = forms.DateField(required=False)
    hour = forms.TimeField(required=False)
    secret = forms.CharField(widget=forms.PasswordInput, required=False)
    hidden = forms.CharField(widget=forms.HiddenInput, initial=HOSTILE)
    long = forms.CharField(widget=forms.Textarea({"class": HOSTILE, "data-none": None}))
    choice = forms.ChoiceField(choices=CHOICES, initial=1)
    choices = forms.MultipleChoiceField(choices=CHOICES, required=False)
    yes_or_no = forms.NullBooleanField()
    buttons = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect, label=HOSTILE)
    ticks = forms.MultipleChoiceField(choices=CHOICES, widget=forms.CheckboxSelectMultiple)


SENT = dict.fromkeys(EveryBox.base_fields, HOSTILE)
SENT |= {"choices": ["b", "a\"'"], "ticks": ["b"], "tick": "on"}


@pytest.mark.parametrize("data", [None, {}, SENT, {"text": "\n a", "long": "\n a", "number": 3}])
def test_form_is_drawn_as_django_does(data):
    ours, djangos = (EveryBox(data, renderer=made()) for made in (FormRenderer, TemplatesSetting))
    for one, other in zip(ours, djangos, strict=True):
        assert str(one) == str(other), one.name
        assert one.as_hidden() == other.as_hidden(), one.name
        assert one.label_tag() == other.label_tag(), one.name
        assert one.legend_tag() == other.legend_tag(), one.name
        assert str(one.errors) == str(other.errors), one.name
        assert one.errors.as_ul() == other.errors.as_ul(), one.name
    assert str(ours.non_field_errors()) == str(djangos.non_field_errors())
    assert ours.as_p() == djangos.as_p()


def test_a_box_without_an_id_has_a_label():
    ours, djangos = (
        EveryBox(auto_id=False, renderer=r()) for r in (FormRenderer, TemplatesSetting)
    )
    assert [box.label_tag() for box in ours] == [box.label_tag() for box in djangos]
