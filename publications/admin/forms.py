"""What people paste into a paper's boxes, brought to the form that is stored."""

from django import forms
from django.utils.translation import gettext as _

from profiles.admin.forms import RecordForm
from publications.entry_types import EntryType, display
from publications.identifiers import NORMALISERS


class CitableForm(forms.ModelForm):
    """Identifiers may come with their whole address; the type may be one that nobody knows."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if "entry_type" in self.fields:
            self._offer_types(self.fields["entry_type"])

    def _offer_types(self, field):
        choices = list(EntryType.choices)
        current = self.instance.entry_type
        if current and current not in EntryType:
            choices.append((current, display(current)))
        self.fields["entry_type"] = forms.ChoiceField(
            label=field.label, choices=choices, initial=field.initial
        )

    def clean(self):
        cleaned = super().clean() or self.cleaned_data
        for name, normalise in NORMALISERS.items():
            if name in self.changed_data and cleaned.get(name):
                self._normalise(name, normalise)
        return cleaned

    def _normalise(self, name, normalise):
        """What was imported stays as it came; what is typed here has to be right."""
        if normal := normalise(self.cleaned_data[name]):
            self.cleaned_data[name] = normal
        else:
            text = _("This is no %(kind)s as they are written. Copy it again, or leave it empty.")
            self.add_error(name, text % {"kind": self.fields[name].label})


class PublicationForm(CitableForm, RecordForm):
    pass


class VersionForm(CitableForm):
    pass
