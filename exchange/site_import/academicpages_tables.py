"""The tables of academicpages: settings, lists, collections with their odd converters."""

from __future__ import annotations

import re
from functools import partial

from django.utils.translation import gettext_lazy

from exchange.site_import.columns import (
    Collection,
    body,
    iso_date,
    line,
    markdown,
    paragraphs,
    text,
    words,
)
from exchange.site_import.cv_items import course
from exchange.site_import.markdown import to_words
from profiles.models import Project, Talk, Teaching
from profiles.pasting.words import UNIT

# Of _config.yml: how Jekyll and the theme build and dress the site.
SETTINGS = """
    locale site_theme title_separator teaser breadcrumbs words_per_minute future read_more
    talkmap_link comments staticman atom_feed google_site_verification bing_site_verification
    alexa_site_verification yandex_site_verification twitter facebook og_image og_description
    analytics include exclude keep_files encoding markdown_ext markdown highlighter lsi
    excerpt_separator incremental kramdown sass permalink paginate paginate_path timezone plugins
    plugins_dir whitelist category_archive tag_archive compress_html jekyll-archives gems theme
    remote_theme reading_time show_excerpts search search_full_content logo subtitle masthead_title
    minimal_mistakes_skin defaults collections port host livereload safe future liquid mathjax
"""
# Of front matter: what the theme's layouts do with a page.
SWITCHES = """
    layout author author_profile classes comments comment share read_time related modified toc
    toc_label toc_icon toc_sticky sidebar sitemap breadcrumbs search last_modified_at mathjax
    collection section_spacing entries_layout taxonomy pagination sort_by
    sort_order google analytics redirect_to show_date hidden lang locale robots image description
    header/overlay_image header/overlay_color header/overlay_filter header/caption header/cta_label
    header/cta_url header/image header/image_description header/og_image header/video
    header/actions excerpt_separator
"""
# Names of its pages that only list what Vitae lists by itself, and where that is.
LISTS = {"publications": "publications/", "year-archive": "news/", "posts": "news/"}
LISTS |= dict.fromkeys(("talks", "teaching", "talkmap", "cv-json"), "cv/")
LISTS |= dict.fromkeys(
    (
        *("portfolio", "category-archive", "categories", "tag-archive", "tags"),
        *("collection-archive", "page-archive", "sitemap"),
    ),
    "",
)
# Kinds of talks, by the words of `type`; the first that fits.
TALKS = [
    (r"keynote|plenary", Talk.Kind.KEYNOTE),
    (r"tutorial|workshop", Talk.Kind.TUTORIAL),
    (r"poster", Talk.Kind.POSTER),
    (r"panel", Talk.Kind.PANEL),
    (r"seminar|colloquium|lecture", Talk.Kind.SEMINAR),
    (r"invited", Talk.Kind.INVITED),
    (r"conference|proceedings|paper|oral", Talk.Kind.CONFERENCE),
]
LONGEST_EXCERPT = 5_000
IMAGE = re.compile(
    r"<img\b[^>]*?\bsrc\s*=\s*[\"']?([^\"'\s>]+)[^>]*>|!\[[^\]]*\]\(([^)\s]+)[^)]*\)"
)
# Of a site that does not say where it is: a name that leads nowhere (RFC 2606).
NO_HOST = "old-site.invalid"
NO_OLD_FILE = gettext_lazy("this file is not among the site’s; the link leads to the old site")
# Of the tables of the theme's generators: how it calls their columns in the files that it makes.
TABLE_KEYS = {"pub_date": "date", "paper_url": "paperurl", "slides_url": "slidesurl"}


# --- The collections ------------------------------------------------------------------------------


def _talk_type(document):
    return document.front.text("talk_type") or document.front.text("type")


def _talk_kind(_theme, document, _key):
    talk_type = _talk_type(document)
    kinds = (kind for pattern, kind in TALKS if re.search(pattern, talk_type, re.I))
    return next(kinds, Talk.Kind.OTHER)


def _further_type(theme, document, key):
    """What `type` says beside the kind."""
    talk_type, kind = _talk_type(document), _talk_kind(theme, document, key)
    label = str(kind.label).casefold().removesuffix(" talk")
    said = ("", "talk") if kind == Talk.Kind.OTHER else (label,)
    return "" if talk_type.casefold().removesuffix(" talk") in said else talk_type


def _links(theme, row, document, keys):
    """Of keys with addresses, the files or links that they are; `keys`: key -> label."""
    for key, label in keys.items():
        url = document.front.text(key)
        if path := theme.papers.own_file(url):
            row.links.append({"label": label, "file": path})
        elif NO_HOST in theme.papers.absolute(url):
            theme.tree.not_understood(row.place, url, NO_OLD_FILE)
        elif url:
            row.links.append({"label": label, "url": theme.papers.absolute(url)})


def _course(theme, row, document):
    """The terms stand in the title, or the site shows the year of `date`."""
    values = course(line(theme, document, "title"))
    values.setdefault("dates", iso_date(theme, document, "date")[:4])
    venue = [part.strip() for part in to_words(document.front.text("venue")).split(",")]
    units = [part for part in venue[1:] if UNIT.search(part)]
    values["organisation"] = ", ".join(part for part in venue if part not in units)
    values["department"] = ", ".join(units)
    values["url"] = values.get("url") or theme.papers.absolute(document.front.text("link"))
    texts = [values.get("description", ""), row.values.get("description", "")]
    values["description"] = paragraphs(texts)
    row.values |= {name: value for name, value in values.items() if value}


def _project(theme, row, document):
    """Its picture is the first of `excerpt`, or the teaser."""
    excerpt, own = document.front.text("excerpt"), row.values.get("description", "")
    image = IMAGE.search(excerpt[:LONGEST_EXCERPT])
    summary = theme.markdown(IMAGE.sub("", excerpt), document.place("excerpt"))
    summary = re.sub(r"(?:\s|<br\s*/?>|\\)+$", "", summary)
    if summary.strip(" .") not in own:
        row.values["description"] = paragraphs([summary, own])
    source = image[1] or image[2] if image else document.front.mapping("header").text("teaser")
    if source and (path := theme.file(source, row.place, "images/")):
        row.files["cover"] = path
    _links(theme, row, document, dict.fromkeys(("link", "url", "codeurl", "demourl"), ""))


COLLECTIONS = (
    Collection(
        "talks",
        Talk,
        {
            "title": (line, "title"),
            "kind": (_talk_kind, "type"),
            "event": (words, "venue"),
            "place": (text, "location"),
            "description": [(_further_type, "type"), (body, "")],
            "date": (iso_date, "date"),
        },
        finish=partial(
            _links,
            keys={"link": "", "talk_url": "", "slidesurl": "Slides", "videourl": "Video"}
            | {"paperurl": "Paper"},
        ),
    ),
    Collection(
        "teaching",
        Teaching,
        {
            "place": (text, "location"),
            "description": [(text, "type"), (markdown, "excerpt"), (body, "")],
        },
        finish=_course,
    ),
    Collection(
        "portfolio",
        Project,
        {"title": (line, "title"), "description": (body, ""), "start": (iso_date, "date")},
        finish=_project,
    ),
)

KNOWN = {"publications", "posts", "drafts", "pages", *(one.name for one in COLLECTIONS)}
# Further names that sites have for these collections.
ALIKE = {
    other: next(one for one in COLLECTIONS if one.name == name)
    for name, others in {
        "portfolio": ("projects", "software"),
        "teaching": ("courses", "teachings"),
        "talks": ("presentations",),
    }.items()
    for other in others
}
