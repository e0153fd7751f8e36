"""Papers on other apps' pages, and what a row of papers asks for."""

from django import template
from django.utils.html import mark_safe

from profiles import markup
from profiles.markup import joined_html
from publications import list_items, listing, references
from publications.citations.styles.work import ITALIC

register = template.Library()
register.simple_tag(list_items.legend)


@register.filter
def with_commas(names):
    return joined_html(", ", (name.html for name in names))


@register.inclusion_tag("publications/_selected.html", takes_context=True)
def selected_publications(context, researcher, limit=None):
    return listing.selected(researcher, limit) | {"desk": context.get("desk")}


@register.filter
def cited(marked):
    """A reference with its italics and its maths."""
    begin, end = ITALIC
    html = markup.render_maths(marked)
    return mark_safe(html.replace(begin, "<i>").replace(end, "</i>"))  # noqa: S308 after markup


@register.simple_tag
def with_mentions(news, researcher):
    """The news items, each knowing the papers that it is about and its text does not name."""
    news = list(news)
    references.attach_mentions(news, researcher)
    return news
