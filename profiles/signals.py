"""What apps above may listen to."""

from django.dispatch import Signal

from profiles.models import Researcher

NAMES = ("display_name", "given_name", "family_name", "native_name", "other_names", "orcid")
# The names a researcher is known by were given or changed. With `researcher` and `by_manager`: a
# manager or the command line gave them, not the researcher alone. A receiver returns how many
# places ask about the names now.
names_changed = Signal()
# A deleted row was brought back. With `row` and `user`, who did it; the sender is its model. A
# receiver mends what refers to others, and returns messages for that user.
undeleted = Signal()


def send_names_changed(researcher: Researcher, *, by_manager: bool) -> int:
    """Sends `names_changed`; returns how many places ask about the names now."""
    answers = names_changed.send(Researcher, researcher=researcher, by_manager=by_manager)
    return sum(count for _receiver, count in answers)
