"""What the pages of results ask of website.search."""

from django import template

from profiles import markup
from website.search import results

register = template.Library()


@register.filter
def marked(text, terms):
    """Text that is no Markdown, with the sought words marked; formulas are set, not searched."""
    return markup.render_maths(text) if "$" in text else results.marked(text, terms)
