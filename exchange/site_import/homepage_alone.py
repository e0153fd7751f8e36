"""One text without the rest of its site -> records: a homepage in Markdown; or the words of one of
luost26's, as copied from the page: biography and selected papers.

That theme prints each paper twice, for wide and for narrow screens, and the copy lost titles and
links; between the biography and the papers may stand notes of the theme to the site's author.
"""

import re
from itertools import pairwise

from django.utils.translation import gettext_lazy

from exchange.site_import.al_folio import AlFolio
from exchange.site_import.luost26 import split_interests
from exchange.site_import.luost26_papers import fields_of, keep_rank, venue_of
from exchange.site_import.printed_references import Reference, authors_of, bibtex_names, key_of
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place, SiteRecord
from exchange.site_import.theme import SETTING
from publications.printed.venue import YEAR, badge_year

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
# A heading is short, and a sentence follows it.
LONGEST_HEADING, SHORTEST_SENTENCE = 40, 60


class HomepageAlone(Theme):
    system = "homepage"

    @classmethod
    def detect(cls, tree):
        is_text = len(tree.files) == 1 and next(iter(tree.files)).endswith(SUFFIXES)
        return "alone" if is_text else ""

    def read(self):
        """Its front matter tells a page of al-folio; lines of authors tell words of luost26."""
        document = self.tree.document(next(iter(self.tree.files)))
        if not document.front and (papers := list(_papers(document.body.split("\n")))):
            self.record = SiteRecord("luost26", "text")
            self._words(document, papers)
            return self.record
        front = document.front
        if front.text("layout") == "about" or {"subtitle", "profile"} & set(front):
            page = AlFolio(self.tree)
            page.record = self.record
            page.read_about(document)
        else:
            self.add_papers(self.homepage(document).references)
            self.record.old_paths = self.source.former_addresses(document)
        unread = [key for _place, key in self.tree.unread() if key] or ["-"]
        self.tree.leave_out(document.path, SETTING, *unread)
        return self.record

    # --- The words of a page of luost26's ---

    def _words(self, document, papers):
        """`papers`: the numbers of their lines of authors."""
        lines = document.body.split("\n")
        notes = [number for number in range(papers[0]) if NOTES.search(lines[number])]
        if notes:
            self.tree.leave_out(document.path, NOTE, line=document.body_line + notes[0])
        self._biography(document, lines[: (notes or papers)[0]])
        seen = set()
        for line, end in pairwise([*papers, len(lines)]):
            printed = tuple(" ".join(part.split()) for part in lines[line:end])
            place = Place(document.path, document.body_line + line)
            if printed in seen:
                self.tree.leave_out(document.path, TWICE, line=place.line)
                continue
            seen.add(printed)
            abstract = "\n".join(printed[2:]).strip()
            self.record.papers.append(self._paper(place, *printed[:2], abstract))

    def _biography(self, document, lines):
        """Parts under their headings; research interests have a column of their own."""
        marked = []
        for line, following in pairwise([*map(str.rstrip, lines), ""]):
            is_heading = _is_heading(line.strip(), following.strip())
            marked.append(f"\n**{line.strip()}**  " if is_heading else line)
        biography, interests = split_interests("\n".join(marked).strip())
        self.fill("biography", biography, document.body_place)
        self.fill("interests", interests, document.body_place)

    def _paper(self, place, authors, printed, abstract):
        venue = venue_of(printed)
        keep_rank(self.record, venue, place)
        years = YEAR.findall(venue.name) or [badge_year(venue.badge)[1]]
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
        self.tree.not_understood(place, title, NO_TITLE)
        return paper.paper()


def _papers(lines):
    """Numbers of the lines of authors: a line of venue stands below each."""
    for number, line in enumerate(lines[1:]):
        if VENUE_LINE.fullmatch(line.strip()) and authors_of(lines[number]):
            yield number


def _is_heading(line, following):
    is_short = 0 < len(line) <= LONGEST_HEADING and line[0].isupper() and line[-1].isalnum()
    return is_short and len(following) >= SHORTEST_SENTENCE
