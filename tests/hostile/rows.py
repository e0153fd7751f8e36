"""A lab in which every text column of every model holds texts of one's choice."""

from django.apps import apps
from django.db import models
from django.utils import timezone

from profiles import models as people
from profiles.dates import PartialDateField, PeriodsField
from publications import models as papers

DATES = {PartialDateField: "2025", PeriodsField: "2025"}
ITEMS = [m for m in apps.get_models() if issubclass(m, people.ProfileItem)]
OF_THE_PERSON = [*ITEMS, people.ResearcherLink, people.Advisorship, people.Affiliation]
OF_THE_PERSON += [papers.Coauthor, people.Picture, people.Redirect]
OF_A_PAPER = [papers.Authorship, papers.Version, papers.PublicationAward, papers.PublicationLink]
OF_A_PAPER += [papers.Source]
# These say where a row stands, not what it says.
STRUCTURE = {"slug", "kind", "level", "status", "presentation", "entry_type", "checksum", "origin"}


def columns(model, texts, urls, number):
    """A text wherever the model has room for words, an address where it has one for those.

    Each column begins with another text, so that all of them stand even in a single row.
    """
    values = {
        field.name: value(field, at(texts, number + place), at(urls, number + place), number)
        for place, field in enumerate(model._meta.concrete_fields)
    }
    if hasattr(model, "translatable"):
        words = {name: at(texts, number + i) for i, name in enumerate(model.translatable)}
        values["translations"] = {"zh-hans": words}
    return {name: given for name, given in values.items() if given is not None}


def at(values, place):
    return values[place % len(values)]


def value(field, text, url, number):
    if type(field) in DATES:
        return DATES[type(field)]
    if isinstance(field, models.SlugField):
        return f"row-{number}"
    if field.choices or field.name in STRUCTURE or isinstance(field, models.FileField):
        return None
    if isinstance(field, models.CharField | models.TextField):
        return url if field.name.endswith("url") or field.name == "target" else text
    return None


def fill(researcher, texts, urls):
    """One row of each model for each text; a link for each address."""
    kept = columns(people.Researcher, texts, urls, 0)
    kept |= {"slug": researcher.slug, "email_display": "plain"}
    people.Researcher.objects.filter(pk=researcher.pk).update(**kept)
    for model in OF_THE_PERSON:
        extra = {"kind": "text"} if model is people.Section else {}
        model.objects.bulk_create(rows(model, texts, urls, researcher=researcher, **extra))
    people.ResearcherLink.objects.bulk_create(
        people.ResearcherLink(researcher=researcher, url=url, label=f"Link {url}") for url in urls
    )
    for model, below in ((people.TalkLink, "talk"), (people.ProjectLink, "project")):
        parent = apps.get_model("profiles", below).objects.first()
        model.objects.bulk_create(rows(model, texts, urls, **{below: parent}))
    site = people.SiteSettings.objects.filter(pk=1)
    site.update(**columns(people.SiteSettings, texts, urls, 0))
    people.MenuLink.objects.bulk_create(rows(people.MenuLink, texts, urls, site_id=1))
    people.LabNewsItem.objects.bulk_create(rows(people.LabNewsItem, texts, urls))
    fill_papers(researcher, texts, urls)


def rows(model, texts, urls, **kept):
    return [model(**columns(model, texts, urls, number) | kept) for number in range(len(texts))]


def fill_papers(researcher, texts, urls):
    venues = papers.Venue.objects.bulk_create(rows(papers.Venue, texts, urls))
    topics = papers.Topic.objects.bulk_create(rows(papers.Topic, texts, urls))
    found = rows(papers.Publication, texts, urls, owner=researcher, published_at=timezone.now())
    for paper, venue in zip(found, venues, strict=True):
        paper.venue, paper.fields = venue, [["annote", texts[0]], [texts[-1], texts[-1]]]
    papers.Publication.objects.bulk_create(found)
    for number, paper in enumerate(found):
        paper.topics.add(topics[number])
        fill_paper(paper, texts, urls, number, researcher)
    fill_venue(venues[0], texts, urls)


def fill_paper(paper, texts, urls, number, researcher):
    for model in OF_A_PAPER:
        model.objects.create(**columns(model, texts, urls, number) | {"publication": paper})
    papers.Authorship.objects.create(
        publication=paper, researcher=researcher, family=texts[number], is_selected=True, position=1
    )


def fill_venue(venue, texts, urls):
    for model in (papers.VenueAlias, papers.VenueRank):
        model.objects.bulk_create(rows(model, texts, urls, venue=venue))
