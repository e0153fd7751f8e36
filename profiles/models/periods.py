"""What lasts from one date to another: a job, a degree, a grant."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from profiles.dates import PRESENT, PartialDate, PartialDateField

# The columns of a Period.
PERIOD = ("start", "end")
# `Period.is_current`, asked of the database.
CURRENT = models.Q(end="") | models.Q(end=PRESENT) | models.Q(end__endswith="expected")


class Period(models.Model):
    """A start and an end, as precise as they are known. The texts hold them as typed."""

    start_text = models.CharField(max_length=60, blank=True, editable=False)
    start = PartialDateField(_("start"), text_field="start_text", allow_present=False)
    end_text = models.CharField(max_length=60, blank=True, editable=False)
    end = PartialDateField(
        _("end"), text_field="end_text", help_text=_("Write “present” while it lasts.")
    )

    class Meta:
        abstract = True

    def clean(self):
        super().clean()
        # A text that is no date is refused by its own field, and stands here as it is.
        dates = [d for d in (self.start, self.end) if isinstance(d, PartialDate)]
        if len(dates) == 2 and dates[1].is_before(dates[0]):
            raise ValidationError(_("The end is before the start."))

    @property
    def is_current(self) -> bool:
        """It has no end, or one that is yet to come: "present", "expected 2027"."""
        return not self.end or self.end.is_present or self.end.expected
