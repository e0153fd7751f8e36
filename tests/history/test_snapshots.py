"""A row built of what a version keeps is the row."""

from history import snapshots
from profiles.models import Award


def test_dates_are_built_with_the_text_as_typed(alice):
    Award.objects.create(researcher=alice, name="Medal", dates="2019", dates_text="in 2019")
    kept = snapshots.values_of(Award.objects.get())
    assert kept["dates_text"] == "in 2019"
    assert snapshots.values_of(snapshots.build(Award, kept)) == kept
