"""Addresses: ASCII, set once, and never a word that the site itself needs."""

from collections.abc import Container, Iterable
from functools import lru_cache

from anyascii import anyascii
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import BooleanField, CheckConstraint, Func
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

# First path segments of the site itself, now or by contract.
# "page": the further pages of a site as files.
RESERVED = set(
    "admin atom cards cv embed favicon.ico feed feeds healthz lab login logout markdownx media news"
    " page people publications readyz robots rss search sitemap static topics venues".split()
)
# Where homepages made elsewhere have their pages and files. Nobody is called so: these addresses
# may stand at the root of a lab once their owner has moved here (profiles.addresses).
WORDS_OF_SITES = """
about about-me academic academics activities advising affiliations alumni announcements api
archive archives articles asset assets author authors award awards bibliography bio biography
blog blogs book books bookshelf calendar categories category chapters class classes cn code
collaborators community conferences contact contact-me content contents course courses
coursework css curriculum-vitae data dataset datasets de demo demos dist doc docs documents
download downloads education en-us errata es event events experience experiences faq favicon
fellowship fellowships file files font fonts fr fun funding gallery grants group hobbies home
homepage honors image images img imgs include includes index industry interests internships it
ja javascript javascripts job jobs join join-us journal journals js keynotes ko lecture
lectures legal library licence license life links markdown md me media-coverage members
mentoring mentorship misc music my-work note notebook notebooks notes open-positions openings
opportunities outreach pages paper papers patents pdf pdfs personal photo photos pics pictures
podcast podcasts portfolio position positions post poster posters posts preprint preprints
presentation presentations press privacy privacy-policy private prof professional-service
profile project projects prospective-students pt pub public publication publication-type
publication-types publication_types publications-by-year pubs reading readings recruiting
references repo repositories repository research research-interests resource resources resume
reviewing reviews ru scripts selected-publications seminar seminars series service services
showcase site skills slide slides software source src student students styles stylesheets
supervision tag tags talk talkmap talks teach teaching team terms test tests theme themes
theses thesis timeline tool tools topic travel tutorial tutorials update updates upload uploads
video videos visitors vita volunteering webfonts website wiki work work-experience
working-papers workshop workshops wp-admin wp-content wp-includes writing writings year-archive
zh
"""
NOT_FOR_PEOPLE = frozenset(WORDS_OF_SITES.split()) | {str(year) for year in range(1900, 2100)}
# What already stands below a researcher's own prefix.
RESERVED_PAGES = {"publications", "news", "cv", "feed"}


def is_reserved(slug: str) -> bool:
    """Return whether the site itself answers at /<slug>/."""
    return is_of_the_site(slug) or slug.lower() == settings.ADMIN_PATH.lower()


def is_of_the_site(segment: str) -> bool:
    """Whether the site needs this first part of a path, wherever its admin is."""
    return segment.lower() in RESERVED or segment.lower() in dict(settings.LANGUAGES)


def validate_slug(slug: str) -> None:
    """ValidationError for an address that the site itself uses, or that former sites have."""
    if is_reserved(slug):
        raise ValidationError(
            _("“%(slug)s” is an address the site itself uses. Choose another."),
            params={"slug": slug},
        )
    if slug.lower() in NOT_FOR_PEOPLE:
        raise ValidationError(
            _(
                "“%(slug)s” is an address that people’s former sites have. Choose another, such as "
                "a whole name."
            ),
            params={"slug": slug},
        )


def validate_page_slug(slug: str) -> None:
    """On a single researcher's site, own pages stand at the root: there both lists count."""
    if slug in RESERVED_PAGES or is_reserved(slug):
        raise ValidationError(
            _("“%(slug)s” is an address your pages already use. Choose another."),
            params={"slug": slug},
        )


class IsAddress(Func):
    """Whether a column can stand in a path: the rule of SlugField, as a database can hold it."""

    output_field = BooleanField()
    arity = 1

    def as_sqlite(self, compiler, connection, **extra):
        # Once only: a form that is checked puts a value there, and there is one of it.
        filled = "COALESCE(NULLIF(%(expressions)s, ''), ' ')"
        template = f"({filled} NOT GLOB '*[^-a-zA-Z0-9_]*')"
        return self.as_sql(compiler, connection, template=template, **extra)

    def as_postgresql(self, compiler, connection, **extra):
        template = "(%(expressions)s ~ '^[-a-zA-Z0-9_]+$')"
        return self.as_sql(compiler, connection, template=template, **extra)


def is_address(name: str) -> CheckConstraint:
    """Else one row written past the forms would take down every page that links to it."""
    message = _("An address is made of the letters a to z, digits, hyphens and underscores.")
    condition = IsAddress("slug")
    return CheckConstraint(condition=condition, name=name, violation_error_message=message)


@lru_cache(1_000)  # an import first looks up the addresses of some hundred titles at once
def _stem(text, length):
    stem = slugify(text if text.isascii() else anyascii(text)).strip("-_")
    if len(stem) > length:
        stem = (stem[: length + 1].rpartition("-")[0] or stem[:length]).strip("-_")
    return stem


class TakenSlugs:
    """The addresses in use, each asked once; `lookup`: how rows hold them."""

    def __init__(self, *querysets, reserved=(), lookup="slug"):
        self.querysets, self.lookup = querysets, lookup
        self.known = dict.fromkeys(reserved, True)

    def look_up(self, slugs: Iterable[str]) -> None:
        """Ask for many at once."""
        self.known |= dict.fromkeys(new := set(slugs) - self.known.keys(), False)
        for rows in self.querysets:
            taken = rows.filter(slug__in=new).order_by()
            self.known |= dict.fromkeys(taken.values_list("slug", flat=True), True)

    def add(self, slug: str) -> None:
        self.known[slug] = True

    def __contains__(self, slug):
        if slug not in self.known:
            found = (rows.filter(**{self.lookup: slug}).exists() for rows in self.querysets)
            self.known[slug] = any(found)
        return self.known[slug]


def make_slug(text: str, taken: Container[str] = (), *, fallback: str, length: int = 80) -> str:
    """ASCII slug of `text` (transliterated), free of `taken` and reserved words.

    A long one ends with a whole word. `fallback` is used when nothing of the text can be written
    in ASCII.
    """
    stem = _stem(text, length) or fallback
    taken_up_to, number = 0, 1
    # In steps that double, and back by halves: thousands may have one title.
    while not _is_free(slug := _numbered(stem, number, length), taken):
        taken_up_to, number = number, number * 2
    while number - taken_up_to > 1:
        middle = (taken_up_to + number) // 2
        if _is_free(other := _numbered(stem, middle, length), taken):
            number, slug = middle, other
        else:
            taken_up_to = middle
    return slug


def _numbered(stem, number, length):
    return stem if number == 1 else f"{stem[: length - len(str(number)) - 1]}-{number}"


def _is_free(slug, taken):
    return slug not in taken and not is_reserved(slug)
