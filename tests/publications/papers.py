"""Papers for tests, told in one line each."""

from django.utils import timezone
from django.utils.text import slugify

from profiles.dates import PartialDate
from publications.models import Authorship, Publication


def make_paper(title, *authors, date="2024", **kwargs):
    """`authors`: a researcher, a printed name "Given Family", or a dict of columns."""
    values = {
        "title": title,
        "slug": slugify(title)[:120],
        "date": PartialDate.from_iso(date) if date else None,
        "published_at": timezone.now(),
    }
    paper = Publication.objects.create(**values | kwargs)
    Authorship.objects.bulk_create(
        Authorship(publication=paper, position=position, **author_columns(author))
        for position, author in enumerate(authors)
    )
    return paper


def author_columns(author):
    if isinstance(author, dict):
        return author
    if isinstance(author, str):
        given, _, family = author.rpartition(" ")
        return {"given": given, "family": family}
    return as_author(author)


def as_author(researcher, **kwargs):
    """The columns of a researcher's own name on a paper."""
    names = {"given": researcher.given_name, "family": researcher.family_name}
    return {"researcher": researcher} | names | kwargs


def many_papers(researcher, count):
    """Papers with a colleague each, a link and an award on every third."""
    from publications.models import PublicationAward, PublicationLink

    for number in range(count):
        year = str(1990 + number % 30)
        paper = make_paper(f"Paper {number}", researcher, "Grace Hopper", date=year)
        if number % 3 == 0:
            PublicationLink.objects.create(publication=paper, url="https://example.org/a.pdf")
            PublicationAward.objects.create(publication=paper, name="Best Paper")
