"""One text without the rest of its site -> records: a homepage in Markdown; or the words of one of
luost26's, as copied from the page: biography and selected papers.

That theme prints each paper twice, for wide and for narrow screens, and the copy lost titles and
links; between the biography and the papers may stand notes of the theme to the site's author.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext_lazy

from exchange.site_import.al_folio import AlFolio
from exchange.site_import.luost26_papers import YEAR, fields_of, keep_rank, venue_of
from exchange.site_import.printed_references import Reference, authors_of, bibtex_names, key_of
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place, SiteRecord
from exchange.site_import.theme import SETTING
from exchange.site_import.tree import Tree

SUFFIXES = (".md", ".markdown", ".txt", ".html", ".htm")
VENUE_LINE = re.compile(r"\[[^\[\]\n]*(?:19|20)\d\d[^\[\]\n]*\] \S.*\b(?:19|20)\d\d")
# Of _includes/widgets/debug_repo_name.html and debug_url.html.
NOTES = re.compile(
    r"does not match the recommended repository name|debug_repo_name|debug_url"
    r"|so that your site can be accessed directly|does not match the baseurl"
)
NOTE = gettext_lazy("a note of the theme to the site’s author")
TWICE = gettext_lazy("printed a second time, for narrow screens")
NO_TITLE = gettext_lazy("the text has no title of this paper: give it one")
INTERESTS = re.compile(r"research interests?", re.I)
# A heading is short, and a sentence follows it.
LONGEST_HEADING, SHORTEST_SENTENCE = 40, 60


def detect(tree: Tree) -> str:
    """ "alone", or "" where it is no single text."""
    return "alone" if len(tree.files) == 1 and next(iter(tree.files)).endswith(SUFFIXES) else ""


def read(tree: Tree) -> SiteRecord:
    """Its front matter tells a page of al-folio; lines of authors tell words of luost26."""
    document = tree.document(next(iter(tree.files)))
    if not document.front and (papers := list(_papers(document.body.split("\n")))):
        return _read_words(tree, document, papers)
    if document.front.text("layout") == "about" or {"subtitle", "profile"} & set(document.front):
        theme = AlFolio(tree)
        theme.read_about(document)
        site = theme.record
    else:
        site = _read_markdown(tree, document)
    site.system, site.generation = "homepage", "alone"
    unread = [key for _place, key in tree.unread() if key]
    tree.leave_out(document.path, SETTING, *unread)
    return site


def _read_markdown(tree, document):
    theme = Theme(tree)
    theme.record.papers += theme.homepage(document).papers
    paths = [document.front.text("permalink"), *theme.source.redirect_from(document)]
    theme.record.old_paths = [path for path in paths if path not in ("", "/")]
    return theme.record


# --- The words of a page of luost26's ------------------------------------------------------------


def _read_words(tree, document, papers):
    """`papers`: the numbers of their lines of authors."""
    site, lines = SiteRecord("luost26", "text"), document.body.split("\n")
    begin = _without_notes(tree, document, lines, papers[0])
    _biography(site, document, lines[:begin])
    seen = set()
    for number, line in enumerate(papers):
        end = papers[number + 1] if number + 1 < len(papers) else len(lines)
        printed = tuple(" ".join(part.split()) for part in lines[line:end])
        place = Place(document.path, document.body_line + line)
        if printed in seen:
            tree.leave_out(document.path, TWICE, line=place.line)
            continue
        seen.add(printed)
        abstract = "\n".join(printed[2:]).strip()
        site.papers.append(_paper(tree, site, place, *printed[:2], abstract))
    return site


def _papers(lines):
    """Numbers of the lines of authors: a line of venue stands below each."""
    for number, line in enumerate(lines[1:]):
        if VENUE_LINE.fullmatch(line.strip()) and authors_of(lines[number]):
            yield number


def _without_notes(tree, document, lines, first_paper):
    """Where the biography ends: at a note of the theme, else at the first paper."""
    notes = [number for number in range(first_paper) if NOTES.search(lines[number])]
    if not notes:
        return first_paper
    tree.leave_out(document.path, NOTE, line=document.body_line + notes[0])
    return notes[0]


def _biography(site, document, lines):
    """Parts under their headings; research interests have a column of their own."""
    parts = [["", []]]
    for number, line in enumerate(lines):
        following = lines[number + 1].strip() if number + 1 < len(lines) else ""
        if _is_heading(line.strip(), following):
            parts.append([line.strip(), []])
        else:
            parts[-1][1].append(line.rstrip())
    place = Place(document.path, document.body_line)
    biography = []
    for heading, text in parts:
        text = "\n".join(text).strip()
        if INTERESTS.fullmatch(heading):
            site.researcher["interests"] = text, place
        elif text:
            biography.append(f"**{heading}**  \n{text}" if heading else text)
    if biography:
        site.researcher["biography"] = "\n\n".join(biography), place


def _is_heading(line, following):
    is_short = 0 < len(line) <= LONGEST_HEADING and line[0].isupper() and line[-1].isalnum()
    return is_short and len(following) >= SHORTEST_SENTENCE


def _paper(tree, site, place, authors, printed, abstract):
    venue = venue_of(printed)
    keep_rank(site, venue, place)
    years = YEAR.findall(venue.name) or [venue.year]
    venue.name = re.sub(rf"\s*{years[-1]}$", "", venue.name)
    names = authors_of(authors)
    who = ", ".join(name.strip("*†#") for name in names[:2])
    title = f"[{who}{' et al.' if len(names) > 2 else ''}, {venue.badge or years[-1]}]"
    paper = Reference(key_of(f"{who} {venue.badge}"), place)
    paper.entry_type, fields = fields_of(venue)
    paper.fields = {
        "title": title,
        "author": bibtex_names(names),
        **fields,
        "year": years[-1],
        "abstract": abstract,
        "selected": "true",
    }
    tree.not_understood(place, title, NO_TITLE)
    return paper.paper()
