"""A researcher of whom a name is known: from the command line, or from the site they move from."""

from django.utils import timezone

from profiles.models import FormerSlug, Researcher, divide_name
from profiles.slugs import NOT_FOR_PEOPLE, TakenSlugs, make_slug


def free_slug(text: str) -> str:
    """An address made of `text` that nobody has or had."""
    people = Researcher.objects.all(), FormerSlug.objects.all()
    return make_slug(text, TakenSlugs(*people, reserved=NOT_FOR_PEOPLE), fallback="researcher")


def make_researcher(name: str, *, publish: bool = False, slug: str = "", **columns) -> Researcher:
    """Store a researcher called `name`, given name first; a draft unless `publish`.

    `columns` are further ones of the row. Raises ValidationError.
    """
    given, family = divide_name(name)
    researcher = Researcher(
        display_name=name,
        given_name=given,
        family_name=family,
        slug=slug or free_slug(name),
        published_at=timezone.now() if publish else None,
        **columns,
    )
    researcher.full_clean()
    researcher.save()
    return researcher
