"""What stands of a person in lists: finished pieces, for a list of people has a hundred of each."""

from django import template
from django.templatetags.static import static
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from profiles import languages, markup
from profiles.identifiers import shown_url
from profiles.small_html import joined_html, small_html
from profiles.templatetags.profiles import current_place, lang, lang_of, smallest, text_span
from uploads import images

register = template.Library()
PORTRAIT = (
    '<img class="portrait portrait-{}" src="{}" srcset="{}" sizes="{}" width="{}" height="{}"'
    ' alt="{}"{}{}>'
)
FOCUS = '{}<link rel="stylesheet" href="{}">'
INITIALS = (
    '<span class="portrait initials portrait-{}" data-theme="{}" aria-hidden="true">{}</span>'
)


@register.simple_tag(takes_context=True)
def portrait(context, person, sizes, lazy=False, first=False):
    """The picture, or the initials in its place. `first`: it is what the page opens with."""
    if not person.portrait:
        return small_html(INITIALS, person.portrait_shape, person.theme, person.initials)
    picture = person.portrait
    name = _("Portrait of %(name)s") % {"name": person.translated("display_name")}
    html = small_html(
        PORTRAIT,
        f"{person.portrait_shape} {person.portrait_focus}".rstrip(),
        smallest(picture, 640),
        images.srcset(picture),
        sizes,
        str(picture.width),
        str(picture.height),
        person.translated("portrait_alt") or name,
        small_html(' loading="lazy"' if lazy else ""),
        small_html(' fetchpriority="high"' if first else ""),
    )
    request = context.get("request")  # none: a row alone, which any page may take in
    if not person.portrait_focus or getattr(request, "has_focus_sheet", False):
        return html
    if request:
        request.has_focus_sheet = True  # once on a page, however many portraits a list has
    return small_html(FOCUS, html, static("css/focus.css"))


@register.simple_tag
def organisation(row, is_linked=True):
    """Its department and organisation, from the small to the large or the other way round."""
    if not (row.department and row.organisation):
        return text_span(row, "department") if row.department else _organisation(row, is_linked)
    department, whole = text_span(row, "department"), _organisation(row, is_linked)
    other = languages.differing(row, "organisation")
    if languages.large_first() and not other:
        return joined_html(" ", (whole, department))
    comma = languages.comma(languages.differing(row, "department"))
    return joined_html(comma, (department, whole))


def _organisation(row, is_linked):
    if not row.organisation:
        return ""
    name = text_span(row, "organisation")
    if row.organisation_url and is_linked:
        form, words = '<a href="{}"{}>{}</a>', row.translated("organisation")
        name = small_html(
            form, shown_url(row.organisation_url), lang_of(row, "organisation"), words
        )
    short = row.organisation_abbreviation
    return small_html("{} ({})", name, short) if short else name


@register.simple_tag
def affiliation(place, is_linked=True):
    """What somebody is, and where."""
    where = organisation(place, is_linked)
    if not place.role:
        return where
    role = small_html(
        '<span class="role"{}>{}</span>', lang_of(place, "role"), place.translated("role")
    )
    comma = languages.comma(languages.differing(place, "role")) if where else ""
    return joined_html("", (role, comma, where))


@register.filter
def name_link(person):
    """Their name, which leads to their pages."""
    name, language = person.translated("display_name"), lang_of(person, "display_name")
    return small_html('<a href="{}"{}>{}</a>', person.url, language, name)


@register.filter
def native_name(person):
    """The name in the other script, or nothing."""
    name, language = person.name_beside
    form = '<span class="native-name"{}>{}</span>'
    return small_html(form, lang(language), name) if name else ""


@register.filter
def place_now(person):
    """Where they work now, or nothing."""
    place = current_place(person)
    form = '<p class="person-place" dir="auto">{}</p>'
    return small_html(form, affiliation(place, is_linked=False)) if place else ""


@register.filter
def short_headline(person):
    if not person.headline:
        return ""
    text = markup.plain_text(person.translated("headline"), person)
    form, language = '<p class="person-headline"{}>{}</p>', lang_of(person, "headline")
    return small_html(form, language, Truncator(text).chars(160))
