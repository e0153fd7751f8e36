"""The papers that a news item is about: those its text refers to, and those chosen by hand."""

from collections.abc import Iterable

from profiles import markup
from profiles.markup.references import Target, target
from profiles.models import NewsItem, Researcher
from publications import references
from publications.models import NewsMention, Publication
from publications.visibility import public_papers, readable_papers


def follow(item: NewsItem) -> None:
    """Makes the mentions that the item's texts imply, takes back those they no longer do.

    Drafts count: once public, such a paper's page shows the news. What was chosen by hand stays.
    """
    papers = {paper.pk: paper for paper in _referred(item)}
    known = {mention.publication_id: mention for mention in item.mentions.all()}
    gone = [m.pk for m in known.values() if not m.by_hand and m.publication_id not in papers]
    item.mentions.filter(pk__in=gone).delete()
    NewsMention.objects.bulk_create(
        NewsMention(news_item=item, publication=papers[pk], by_hand=False)
        for pk in papers.keys() - known.keys()
    )


def _referred(item) -> Iterable[Publication]:
    public = references.of(item.researcher)
    every = references.of(item.researcher, drafts=True)
    for reference in _references(item):
        found = public.find(reference) or every.find(reference)
        yield from found if len(found) == 1 else ()


def _references(item):
    texts = [vars(item), *item.translations.values()]
    words = (text.get(name) or "" for text in texts for name in NewsItem.translatable)
    return [reference for text in words for reference in markup.survey(text).references]


def attach(items: Iterable[NewsItem], researcher: Researcher) -> None:
    """Gives each item `mentioned`: links to shown papers that its text does not link to.

    One query for all of them.
    """
    items = {item.pk: item for item in items}
    for item in items.values():
        item.mentioned = []
    for mention in _by_hand(items, researcher.editor) if items else ():
        item, link = items[mention.news_item_id], references.link(mention.publication)
        if link.url not in _linked(item, researcher):
            item.mentioned.append(link)


def _by_hand(items, editor):
    papers = readable_papers(editor) if editor else public_papers()
    mentions = NewsMention.objects.filter(news_item__in=items, by_hand=True)
    return mentions.filter(publication__in=papers).select_related("publication__venue")


def _linked(item, researcher) -> set[str]:
    goals = (target(reference, researcher) for reference in _references(item))
    return {goal.url for goal in goals if isinstance(goal, Target)}
