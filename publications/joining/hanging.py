"""What hangs on a paper: links, awards, topics, news, projects. United; what is there stays."""

from urllib.parse import urlsplit

from publications.fields import VERSION_COLUMNS
from publications.joining.differences import Kept, Part
from publications.models import NotTheSame, Publication, PublicationLink, Version


def join_hanging(lead: Publication, other: Publication, part: Part) -> None:
    """Moves every row of `other` to `lead`, unless the same stands there."""
    _links(lead, other)
    if any(d.name == "url" and d.kept is Kept.LINK for d in part.differences):
        _link_to(lead, other.url)
    _awards(lead, other)
    lead.topics.add(*other.topics.all())
    _move(other.news_mentions, lead, lead.news_mentions.values("news_item"), "news_item")
    _move(other.projects, lead, lead.projects.values("project"), "project")
    _versions(lead)
    _not_the_same(lead, other)


def _move(rows, lead, there, name):
    rows.exclude(**{f"{name}__in": there}).update(publication=lead)


def _links(lead, other):
    """The same address of the same kind is one link; a label of one's own is kept."""
    mine = {(row.kind, row.url): row for row in lead.links.filter(file="")}
    place = _after(lead.links)
    for row in other.links.all():
        same = None if row.file else mine.get((row.kind, row.url))
        if same is None or (same.label and row.label not in ("", same.label)):
            row.publication, row.position = lead, row.position + place
            row.save(update_fields=["publication", "position"])
        elif not same.label and row.label:
            same.label = row.label
            same.save(update_fields=["label"])


def _link_to(lead, url):
    if url and not lead.links.filter(url=url).exists():
        label = (urlsplit(url).hostname or "")[:80]
        kind = PublicationLink.Kind.OTHER
        lead.links.create(kind=kind, url=url, label=label, position=_after(lead.links))


def _awards(lead, other):
    mine = {row.name.casefold(): row for row in lead.awards.all()}
    place = _after(lead.awards)
    for row in other.awards.all():
        same = mine.get(row.name.casefold())
        if same and (not row.url or row.url == same.url):
            continue
        if same and not same.url:
            same.url = row.url
            same.save(update_fields=["url"])
            continue
        row.publication, row.position = lead, row.position + place
        row.save(update_fields=["publication", "position"])


def _after(rows):
    last = rows.order_by("position").last()
    return last.position + 1 if last else 0


# --- versions that were on both -------------------------------------------------------------------


def _versions(lead):
    """One row for each printed form: what another says already, and no more, is the same."""
    kept = []
    for row in Version.objects.filter(publication=lead).order_by("pk"):
        same = next((own for own in kept if _says_no_more(row, own)), None)
        if same is None:
            kept.append(row)
            continue
        row.sources.update(version=same)
        row.delete()


def _says_no_more(row, own):
    names = [name for name in VERSION_COLUMNS if name != "date_text" and getattr(row, name)]
    return all(_said(row, name) == _said(own, name) for name in names)


def _said(row, name):
    value = getattr(row, name)
    return value.stored if name == "date" and value else value


def _not_the_same(lead, other):
    """What was told apart from the one is told apart from both."""
    for pair in NotTheSame.objects.filter(one=other) | NotTheSame.objects.filter(other=other):
        third = pair.other_id if pair.one_id == other.pk else pair.one_id
        if third != lead.pk:
            one, two = sorted((third, lead.pk))
            NotTheSame.objects.get_or_create(one_id=one, other_id=two)
