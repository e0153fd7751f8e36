"""What people paste into a paper's boxes, brought to the form that is stored."""

from django import forms

from profiles.admin.forms import RecordForm
from publications.entry_types import EntryType, label
from publications.models import Publication, Version


class CitableForm(forms.ModelForm):
    """The type is chosen from a list that also holds the paper's own, where nobody knows it."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if "entry_type" not in self.fields:
            return
        choices = list(EntryType.choices)
        current = self.instance.entry_type
        if current and current not in EntryType:
            choices.append((current, self.label_of(current)))
        field = self.fields["entry_type"]
        self.fields["entry_type"] = forms.ChoiceField(
            label=field.label, choices=choices, initial=field.initial
        )

    @staticmethod
    def label_of(entry_type):
        return label(entry_type) if entry_type in EntryType else f"@{entry_type}"


class PublicationForm(CitableForm, RecordForm):
    class Meta:
        model = Publication
        fields = "__all__"


class VersionForm(CitableForm):
    class Meta:
        model = Version
        fields = "__all__"
