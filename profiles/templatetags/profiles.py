"""One-line adapters: what a template may ask of profiles.markup, dates, images and sections."""

from django import template
from django.apps import apps
from django.templatetags.static import static
from django.utils.encoding import escape_uri_path
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from profiles import addresses, entries, languages, markup, schema_org
from profiles.dates import PartialDate, format_range
from profiles.identifiers import orcid_url, protected_email, shown_url
from profiles.items import by_organisation
from profiles.markup import joined_html, lang, small_html
from profiles.sections import menu
from profiles.site import alternate_pages, researcher_theme, site_theme
from profiles.themes import SIGN_OF, SIGNS
from uploads import images

register = template.Library()
register.simple_tag(lang)
register.simple_tag(languages.list_comma)
register.simple_tag(languages.direction)
register.filter("protected", protected_email)
register.filter("orcid_address", orcid_url)
register.filter("href", shown_url)
register.filter("srcset", images.srcset)
# Of an uploaded file: where its editors see it before it is public.
register.filter("for_editors", addresses.file_url)
register.filter("organisations", by_organisation)
register.filter(entries.period)
register.filter("json_ld", schema_org.script)

# --- Texts --------------------------------------------------------------------------------------


# `researcher`: whose text it is, which decides what `[@key]` and `[[Name]]` mean.


@register.filter
def markdown(text, researcher=None):
    return _with_sheet(markup.render(text or "", researcher or None))


@register.filter
def markdown_page(text, researcher=None):
    """On a page of its own, where only the title stands above: its first picture comes at once."""
    html = markup.render(text or "", researcher or None, shift_headings=1)
    return _with_sheet(mark_safe(html.replace(' loading="lazy"', "", 1)))  # noqa: S308 after markup


def _with_sheet(html):
    """Behind a text with code, the sheet for its colours: the other pages do without."""
    if 'class="hl-' not in html:
        return html
    return html + format_html('<link rel="stylesheet" href="{}">', static("css/code.css"))


@register.filter
def markdown_inline(text, researcher=None):
    return markup.render_inline(text or "", researcher or None)


@register.filter
def maths(title):
    return markup.render_maths(title or "")


@register.filter
def plain(text, researcher=None):
    return markup.plain_text(text or "", researcher or None)


@register.filter
def text(row, field):
    """`row|text:"title"`: in the page's language where it is translated."""
    return row.translated(field)


@register.simple_tag
def lang_of(row, field):
    """The lang attribute of `row|text:field` where it differs from the page's language."""
    return lang(languages.differing(row, field))


@register.simple_tag
def text_span(row, field):
    """Write `row|text:field` in a span with its language."""
    return small_html("<span{}>{}</span>", lang_of(row, field), row.translated(field))


@register.filter
def lines(text):
    """The lines that hold something, as of an address on an envelope."""
    return [line for line in text.splitlines() if line.strip()]


@register.simple_tag
def comma(row=None, field=""):
    """Return the comma that follows `row|text:field` in its language."""
    return languages.comma(languages.differing(row, field) if row else "")


# --- In a preview: the links of its editor. On a public page these write nothing -----------------


@register.simple_tag(takes_context=True)
def edit_link(context, row, part="", label=""):
    desk = context.get("desk")
    return desk.edit_link(row, part, label) if desk else ""


@register.simple_tag(takes_context=True)
def typed(context, row, column):
    """The attribute of what shows the text of a column alone: what is typed beside it shows."""
    desk = context.get("desk")
    return desk.typed(row, column) if desk else ""


@register.simple_tag(takes_context=True)
def add_link(context, model):
    """Return the address that adds a row of a model such as "profiles.newsitem"."""
    desk = context.get("desk")
    return desk.add_link(apps.get_model(model)) if desk else ""


# --- Dates --------------------------------------------------------------------------------------


@register.filter
def partial_date(date):
    if not date or date.is_present:
        return str(date or "")
    return format_html('<time datetime="{}">{}</time>', date.iso, date.short())


@register.filter
def full_date(date):
    if not date or date.is_present:
        return str(date or "")
    return format_html('<time datetime="{}">{}</time>', date.iso, date)


@register.filter
def day(moment):
    """The day of a moment in the words of the page's language."""
    local = localtime(moment)
    return str(PartialDate(local.year, local.month, local.day))


@register.filter
def periods(dates):
    """Several dates or ranges, one a line."""
    words = (format_range(start, end, short=True) for start, end in dates)
    return format_html_join(mark_safe("<br>"), "{}", ((period,) for period in words))


# --- Pictures and signs -------------------------------------------------------------------------


@register.filter
def smallest(picture, least=320):
    """The address of the smallest rendition at least so wide, else of the largest."""
    if not picture:
        return ""
    return picture.storage.url(images.rendition_name(picture.name, least))


def current_place(person):
    """The first affiliation that has not ended, else None."""
    places = person.affiliations.all()
    return next((row for row in places if row.is_current), None)


@register.simple_tag
def icon(name):
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{}</svg>',
        # Of a sign or a service; a chain for any other.
        mark_safe(SIGNS.get(name) or SIGNS[SIGN_OF.get(name, "link")]),  # noqa: S308 drawn by us
    )


# --- The page -----------------------------------------------------------------------------------


@register.simple_tag(takes_context=True)
def page_look(context):
    """Of the researcher whose page it is; of the lab where it is nobody's."""
    researcher = context.get("researcher")
    return researcher_theme(researcher) if researcher else site_theme()


@register.simple_tag(takes_context=True)
def canonical(context):
    """Its own address in the language it is read in, were only its frame in that one.

    The further pages of a list are pages of their own; every other query is left out.
    """
    path = languages.prefix(languages.current()) + context["request"].path_info
    page = context.get("page_obj")
    further = f"?page={page.number}" if page and page.number > 1 else ""
    return context["origin"] + escape_uri_path(path) + further


@register.inclusion_tag("includes/alternates.html", takes_context=True)
def alternates(context):
    """For search engines: the languages in which something of the page is written."""
    path = escape_uri_path(context["request"].path_info)
    pages = alternate_pages(path, context.get("languages") or ())
    return {
        "alternates": pages if languages.current() in [a.code for a in pages] else [],
        "origin": context["origin"],
        "fallback": languages.FALLBACK,
    }


@register.inclusion_tag("includes/language_switch.html", takes_context=True)
def language_switch(context):
    """For readers: the same page, filters and all. Who reads in another language can go back."""
    request, current = context["request"], languages.current()
    exists = request.resolver_match is not None
    seconds = {*(context.get("languages") or ()), current} if exists else ()
    query = request.META.get("QUERY_STRING", "")
    return {
        "alternates": alternate_pages(escape_uri_path(request.path_info), seconds),
        "query": f"?{query}" if query else "",
    }


@register.inclusion_tag("includes/researcher_nav.html", takes_context=True)
def researcher_nav(context):
    entries = menu(context["researcher"], context["request"].path)
    return {"menu": entries, **language_switch(context)}


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
