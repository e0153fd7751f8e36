"""The names a researcher is known by were given or changed: apps that keep names listen here."""

from profiles.models import Researcher

# Called with (researcher, vouched=…); each returns how many places ask about the name now.
listeners = []
NAMES = ("display_name", "given_name", "family_name", "native_name", "other_names", "orcid")


def announce(researcher: Researcher, *, vouched: bool) -> int:
    """`vouched`: a manager or the command line gave the names, not the researcher alone."""
    return sum(listener(researcher, vouched=vouched) for listener in listeners)
