"""What a new record still lacks, in the order in which one writes it, until its page is public."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from profiles import access
from profiles.models import Education, Experience, Researcher
from website import dashboard
from website.dashboard import Step


def first_steps(user, person: Researcher) -> list[Step]:
    """None once the page is public, or has a day on which it will be."""
    if person.published_at is not None:
        return []
    others = (step for ask in dashboard.steps for step in ask(user, person))
    return [*_on_oneself(person), *others, *_published(user, person)]


def _on_oneself(person) -> Iterator[Step]:
    profile = reverse("admin:profiles_researcher_change", args=[person.pk])
    yield Step(_("Say who you are"), f"{profile}#id_biography", bool(person.biography))
    yield Step(_("Add a photo"), f"{profile}#id_portrait", bool(person.portrait))
    for model, words in ((Education, _("Add your degrees")), (Experience, _("Add your jobs"))):
        form = reverse(f"admin:profiles_{model._meta.model_name}_add")
        is_done = model.objects.filter(researcher=person).exists()
        yield Step(words, f"{form}?researcher={person.pk}", is_done)


def _published(user, person) -> Iterator[Step]:
    if access.may_publish(user, person):
        profile = reverse("admin:profiles_researcher_change", args=[person.pk])
        words = _("Publish the page: under “Visibility”, choose “Public now”")
        yield Step(words, f"{profile}#id_published_at_0", False)
