"""The tables of al-folio: settings, lists, collections with their odd converters."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.columns import Collection, body, markdown, position, text
from exchange.site_import.theme import FOOT, NO_CATEGORY, SETTING
from exchange.site_import.tree import Mapping
from profiles.models import Project, Teaching

# Settings that have no counterpart here, and why.
SETTINGS = {
    """
        academicons al_folio announcements back_to_top badges bib_search blog_description
        blog_name blog_nav_title bootstrap bootstrap-table calendar collections
        display_categories display_tags exclude external_links features filtered_bibtex_keywords
        fontawesome footer_fixed highlighter highlight_theme_dark highlight_theme_light icon
        imagemagick include jquery keep_files jekyll_get_json jsonresume kramdown lang
        last_updated latest_posts lazy_loading_images lsi markdown masonry mathjax
        max_author_limit max_width mdb medium_zoom more_authors_animation_delay navbar_fixed
        news_scrollable pagination paginate paginate_path plugins posts_in_search
        related_blog_posts repo_theme_dark repo_theme_light repo_trophies rss_icon sass scholar
        search_enabled socials_in_search terser theme third_party_libraries timezone tagline
        impressum_path git_branch repository
    """: SETTING,
    """
        bing_site_verification description google_site_verification keywords og_image
        serve_og_meta serve_schema_org
    """: gettext_lazy("for search engines: pages here describe themselves"),
    """
        analytics cronitor_analytics disqus_shortname external_services external_sources giscus
        google_analytics newsletter openpanel_analytics panelbear_analytics pirsch_analytics
        publications_feed
    """: gettext_lazy("pages here ask no other site"),
    "footer_text": FOOT,
}
# Of front matter: theme switches, and what no column here holds.
SWITCHES = """
    layout authors bibliography book_review category categories chart citation code_diff collection
    cv_format date description display_categories featured giscus_comments disqus_comments
    github_stars calendar hide_bibtex_buttons hide_links horizontal images importance_order inline
    keywords lang last_modified_at last_updated map max_width mermaid nav_rank og_image pagination
    pretty_table pseudocode related_posts related_publications scholar show_location sitemap social
    _styles tabs tags thumbnail tikzjax toc typograms years"""
# What a page lists, by its layout or by Liquid -> the page here that lists the same.
OUR_PAGES = (
    {"cv": "cv/", "archive-year": "", "archive-tag": "", "archive-category": ""},
    (
        (re.compile(r"{%-?\s*bibliography\b"), "publications/"),
        (re.compile(r"\bsite\.projects\b"), "#projects"),
        (re.compile(r"\bsite\.teachings\b|include\s+courses\b"), "#teaching"),
        (re.compile(r"\bsite\.news\b|include\s+news\b"), "news/"),
    ),
)
# The same of what became pages -> its collection.
LISTS = (
    {"book-shelf": "books"},
    (
        (re.compile(r"\bsite\.posts\b|\bpaginator\b|\bpostlist\b"), "posts"),
        (re.compile(r"\bsite\.books\b"), "books"),
    ),
)
STARS = "★★★★★"


# --- The collections ------------------------------------------------------------------------------


def _project(theme, row, document):
    front = document.front
    if image := front.text("img"):
        file = theme.file(image, document.place("img"), "assets/img/")
        row.files = {"cover": file} if file else {}
    if github := front.text("github"):
        url = github if "://" in github else f"https://github.com/{github}"
        row.links.append({"label": "GitHub", "url": url})
    if target := front.text("redirect"):
        file = "" if "://" in target else theme.file(target, document.place("redirect"))
        row.links.append({"label": "", "file": file} if file else {"label": "", "url": target})
    theme.tree.leave_out(document.path, NO_CATEGORY, "category")


def _course_facts(theme, document, _key):
    return ", ".join(filter(None, map(document.front.text, ("instructor", "time"))))


def _course_links(_theme, document, key):
    links = [link for link in document.front.list(key) if isinstance(link, Mapping)]
    named = [(link.text("label") or link.text("name"), link.text("url")) for link in links]
    return ", ".join(f"[{label or url}]({url})" for label, url in named)


def _schedule(_theme, document, key):
    """A course's plan, week by week, as a table."""
    rows = []
    for week in document.front.list(key):
        if not isinstance(week, Mapping):
            rows.append(["", "", str(week), ""])
            continue
        materials = (m for m in week.list("materials") if isinstance(m, Mapping))
        links = [f"[{m.text('name')}]({m.text('url')})" for m in materials]
        topic = ": ".join(filter(None, [week.text("topic"), week.text("description")]))
        rows.append([week.text("week"), week.text("date"), topic, ", ".join(links)])
    if not rows:
        return ""
    lines = [["Week", "Date", "Topic", "Materials"], ["---"] * 4, *rows]
    cells = (" | ".join(cell.replace("|", "\\|") for cell in line) for line in lines)
    return "\n".join(f"| {line} |" for line in cells)


def _terms(_theme, document, _key):
    return f"{document.front.text('term')} {document.front.text('year')}".strip()


def _course(theme, _row, document):
    reason = _("the theme's own name of the course")
    theme.tree.leave_out(document.path, reason, "course_id")


def _book(theme, document, _key):
    """Of a review: whose book it is, how many stars it has, when it was read."""
    front = document.front
    stars = STARS[: min(5, position(theme, document, "stars") or 0)]
    lead = ", ".join(filter(None, [front.text("author"), front.text("released")]))
    lead = " · ".join(filter(None, [lead, stars, front.text("status"), front.text("finished")]))
    reason = _("pages have no cover, and no number by which another site knows the book")
    keys = ("olid", "isbn", "started", "goodreads_review", "cover")
    theme.tree.leave_out(document.path, reason, *keys)
    url = front.text("buy_link")
    return f"{lead}\n\n<{url}>" if url else lead


PROJECTS = Collection(
    "projects",
    Project,
    {
        "title": (text, "title"),
        "description": [(markdown, "description"), (body, "")],
        "position": (position, "importance"),
    },
    place="",
    finish=_project,
)
COURSES = Collection(
    "teachings",
    Teaching,
    {
        "code": (text, "course_code"),
        "title": (text, "title"),
        "role": (text, "position"),
        "dates": (_terms, "term"),
        "place": (text, "location"),
        "description": [
            (markdown, "description"),
            (_course_facts, "instructor"),
            (body, ""),
            (_schedule, "schedule"),
            (_course_links, "links"),
        ],
    },
    place="",
    finish=_course,
)
COLLECTIONS = {collection.name: collection for collection in (PROJECTS, COURSES)}
# Of the others, which become pages: what stands above the text.
LEADS = {"posts": (markdown, "description"), "drafts": (markdown, "description")}
LEADS |= {"books": (_book, "")}
