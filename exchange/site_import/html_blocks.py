"""Blocks of HTML -> Markdown: markdownify, with the tags that our markup lets through."""

import re
from collections import Counter

from markdownify import MarkdownConverter

from publications.printed.lines import names_of
from publications.printed.venue import YEAR

# --- Links and pictures ---------------------------------------------------------------------------


# A picture that a site shows in the dark alone, beside another of the same.
DARK = re.compile(r"\b(?:only-dark|dark-only|dark-mode-only|dark-content|repo-img-dark)\b")


def href_of(address):
    """An address as it can stand in a quoted attribute."""
    return address.replace(" ", "%20").replace('"', "%22").replace("<", "%3C").replace(">", "%3E")


def image(attributes):
    """Markdown of an <img>, by its attributes."""
    # What pages load late has its address in `data-src`, a blank picture in `src`.
    address = attributes.get("data-src") or attributes.get("src", "")
    if DARK.search(f"{attributes.get('class', '')} {address}"):
        return ""
    return picture(address, attributes.get("alt", ""), attributes.get("title", ""))


def picture(address, words, title=""):
    """Markdown of a picture; "" without an address."""
    words = words.replace("[", "(").replace("]", ")")
    title = ' "{}"'.format(title.replace('"', "'")) if title else ""
    return f"![{' '.join(words.split())}]({target_of(address)}{title})" if address else ""


def target_of(address):
    """An address as a link takes it."""
    address = href_of(" ".join(address.split()))
    return f"<{address}>" if "(" in address or ")" in address else address


# As Kramdown takes what MathJax is to see: "\\\\(x_t\\\\)".
# How a list begins that was a name: its type, the number of its first item.
INITIALS = {("A", str(n)): chr(64 + n) for n in range(1, 27)} | {("I", "1"): "I"}
KRAMDOWN_MATHS = re.compile(r"\\\\(?:\(([^`\n]{1,300}?)\\\\\)|\[([^`\n]{1,300}?)\\\\\])")


# A table that begins with the rule below its header, and has none.
HEADLESS = re.compile(
    r"(?:\A|(?<=\n)[ \t]*\n)(?=[ \t]*(?P<rule>\|(?:[ \t]*:?-+:?[ \t]*\|)+)[ \t]*\n[ \t]*\|)"
)


# What a script would do with a click.
SCRIPTED = re.compile(
    r"<a\s[^<>]*?\bhref\s*=\s*[\"']?\s*javascript:[^<>]*>(?:(?!</?a\b)[\s\S]){0,300}?</a\s*>", re.I
)


def from_kramdown(text):
    """A text with the formulas that Kramdown hands on as they are, and with its tables' headers;
    without the buttons of scripts.
    """
    text = SCRIPTED.sub(lambda button: "\n" * button[0].count("\n"), text)
    text = HEADLESS.sub(lambda table: f"{re.sub('[:-]+', ' ', table['rule'])}\n", text)
    return KRAMDOWN_MATHS.sub(
        lambda maths: rf"\({maths[1]}\)" if maths[1] else rf"\[{maths[2]}\]", text
    )


# What a sign of Font Awesome or Academicons shows: "fa-google-scholar fa-2x", "fa-file-pdf".
SIGN = re.compile(
    r"\b(?:fa|ai)-(?!(?:lg|fw|sm|xs|\d+x|solid|brands|regular)\b|(?:external|link|arrow|chevron|angle)\b)([a-z]+(?:-[a-z]+)*)"
)
LINK_BEGINS = re.compile(r"(?:\[|<a\s(?![^<>]*href=[\"']?#)[^<>]*>)\s*$")
LINK_ENDS = re.compile(r"\s*(?:</a>|\]\((?!#))")
FORM_OF_SIGN = re.compile(r"\b(?:file|alt|square|circle|o)-|-(?:alt|square|circle|o)\b")


def icon_words(piece):
    """ "google scholar", of a piece that is the sign of a link without words; "" of any other."""
    text, sign = piece.string, SIGN.search(piece["icon"] or "")
    before = text[max(0, piece.start() - 500) : piece.start()] if sign else ""
    is_alone = LINK_BEGINS.search(before) and LINK_ENDS.match(text, piece.end())
    return FORM_OF_SIGN.sub("", sign[1]).replace("-", " ") if is_alone else ""


# --- Blocks ---------------------------------------------------------------------------------------

ESCAPED = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|[*`]|(?<![^\W_])_|_(?![^\W_])|<(?=[a-zA-Z/!])|\[(?=[\[@^])"
    r"|~(?=~)|&(?=#?\w{1,20};)|^#(?=#{0,5}\s)|^>"
)
# All that a link holds.
HEADING = re.compile(r"\s*(?P<level>#{1,6}) +(?P<words>[^\n]+?)\s*\Z")
NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s)")
TABLE_PARTS = ["tr", "td", "th", "thead", "tbody", "tfoot"]
HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
LAYOUT = ["table", "ul", "ol", "pre", "blockquote", *HEADINGS, "hr"]
# Boxes of a few lines each, such as papers, and how much one of them says.
CARDS, IN_CARD = ["div", "article"], ["div", "p", *HEADINGS]
LONGEST_CARD, LONGEST_OF_PART = 2_500, 3


def _html(name):
    def convert(self, element, text, parent_tags):
        return f"<{name}>{text}</{name}>" if text.strip() else text

    return convert


def _emphasis(mark, name):
    """`**`, or the tag where CommonMark would not take the mark: beside a letter and a sign."""

    def convert(self, element, text, parent_tags):
        inner = text.strip()
        if not inner or "_noformat" in parent_tags:
            return text
        before, after = _beside(element.previous_sibling, -1), _beside(element.next_sibling, 0)
        takes = (inner[0].isalnum() or not before.isalnum()) and (
            inner[-1].isalnum() or not after.isalnum()
        )
        marked = f"{mark}{inner}{mark}" if takes and "\n\n" not in inner else None
        marked = marked or f"<{name}>{inner}</{name}>"
        return text[: len(text) - len(text.lstrip())] + marked + text[len(text.rstrip()) :]

    return convert


def _beside(sibling, place):
    text = sibling.get_text() if sibling is not None else ""
    return text[place] if text else " "


class HtmlConverter(MarkdownConverter):
    class Options:
        autolinks = False
        bullets = "-"
        heading_style = "atx"
        table_infer_header = False
        wrap = True
        wrap_width = None

    convert_u = convert_ins = _html("u")
    convert_del = convert_s = convert_strike = _html("del")
    convert_sup, convert_sub = _html("sup"), _html("sub")
    convert_mark, convert_kbd = _html("mark"), _html("kbd")
    convert_b = convert_strong = _emphasis("**", "strong")
    convert_i = convert_em = _emphasis("*", "em")
    convert_address = convert_center = convert_figure = convert_form = MarkdownConverter.convert_div
    convert_aside = convert_header = convert_footer = convert_main = MarkdownConverter.convert_div
    convert_nav = convert_fieldset = convert_details = MarkdownConverter.convert_div

    def escape(self, text, parent_tags):
        text = ESCAPED.sub(lambda sign: "\\" + sign[0], text)
        return NUMBERED.sub(r"\1\\\2", text)

    def process_text(self, el, parent_tags=None):
        """Without blanks beside a line break, which would be part of it."""
        text = super().process_text(el, parent_tags)
        if getattr(el.previous_sibling, "name", "") == "br":
            text = text.lstrip(" ")
        return text.rstrip(" ") if getattr(el.next_sibling, "name", "") == "br" else text

    def convert_br(self, element, text, parent_tags):
        return "<br>" if "_inline" in parent_tags else "  \n"

    def convert_summary(self, element, text, parent_tags):
        text = text.strip()
        return f"\n\n{text if '**' in text else f'**{text}**'}\n\n" if text else ""

    def convert_a(self, element, text, parent_tags):
        href = (element.get("href") or "").strip()
        first, _break, below = text.strip().partition("\n")
        if below.strip() and href and "_noformat" not in parent_tags:
            # A card that is all one link: what leads it holds the link.
            return f"{self.convert_a(element, first, parent_tags)}\n\n{below.strip()}\n\n"
        heading = HEADING.match(text)
        if heading and "_noformat" not in parent_tags:
            # The heading holds the link, and not the other way round.
            text = text[: heading.start("words")].rstrip("# \n") + heading["words"]
        words = text.strip() or element.get("title") or element.get("aria-label") or ""
        if not href or "_noformat" in parent_tags or (not words and not text.strip()):
            return text
        link = f"[{' '.join(words.split())}]({target_of(href)})"
        if heading:
            return f"\n\n{heading['level']} {link}\n\n"
        return text[: len(text) - len(text.lstrip())] + link + text[len(text.rstrip()) :]

    def convert_img(self, element, text, parent_tags):
        names = ("data-src", "src", "alt", "title")
        values = {name: element.get(name) or "" for name in names}
        return image(values | {"class": " ".join(element.get("class") or ())})

    def convert_soup(self, soup):
        for item in soup.find_all("li"):
            # "<li>One<li>Two": the tag of an item ends the one before it.
            outer = item.find_parent(["li", "ul", "ol"])
            if outer is not None and outer.name == "li":
                outer.insert_after(item.extract())
        for ordered in soup.find_all("ol"):
            start = str(ordered.get("start") or 1)
            items = ordered.find_all("li", recursive=False)
            for number, item in enumerate(items, int(start) if start.isdecimal() else 1):
                item["value"] = str(number)
            letter = INITIALS.get((ordered.get("type"), start))
            if letter and len(items) == 1:
                # "A. Lind", of which Pandoc made a list. Of several items it keeps the first alone.
                ordered.name, items[0].name = "div", "p"
                (items[0].find("p") or items[0]).insert(0, f"{letter}. ")
        for table in soup.find_all("table"):
            # It sets out a page: no cell of Markdown can hold a list, or several lines.
            is_plain = table.find("th") or not table.find(["br", "p", "div", "img"])
            if table.find(LAYOUT) or not is_plain:
                for row in _rows(table):
                    row.name = "li"
                for part in table.find_all(TABLE_PARTS):
                    if part.find_parent("table") is table:
                        part.name = "div"
                table.name = "div"
        for card in _cards(soup):
            card.name = "li"
        return super().convert_soup(soup)

    def convert_li(self, element, text, parent_tags):
        """Numbered before: markdownify's own counts from the start for each item."""
        is_numbered = element.parent is not None and element.parent.name == "ol"
        bullet = f"{element.get('value')}. " if is_numbered else "- "
        lines = text.strip().split("\n")
        indent = " " * len(bullet)
        rest = "".join(f"\n{indent}{line}" if line else "\n" for line in lines[1:])
        in_list = element.parent is not None and element.parent.name in ("ol", "ul")
        begin = "" if in_list else "\n"  # of a list whose tag was forgotten
        return f"{begin}{bullet}{lines[0]}{rest}\n" if text.strip() else "\n"

    def convert_td(self, element, text, parent_tags):
        return super().convert_td(element, text.replace("|", "\\|"), parent_tags)

    convert_th = convert_td


def _rows(table):
    """Rows of several cells of words, alike and without headings: each is one of a list."""
    rows = [row for row in table.find_all("tr") if row.find_parent("table") is table]
    cells = {
        row: row.find_all(["td", "th"], recursive=False) for row in rows if not row.find(LAYOUT)
    }
    said = [row for row in cells if all(cell.get_text(strip=True) for cell in cells[row])]
    rows = [row for row in said if len(cells[row]) > 1 and row.find("a") and not row.find("img")]
    return rows if len(rows) > 2 else []


def _cards(soup):
    """Boxes of one class, side by side, of which each has a date, and names in a block."""
    for parent in {box.parent: None for box in soup.find_all(["div", "article"], class_=True)}:
        boxes = parent.find_all(CARDS, class_=True, recursive=False)
        cards = [(box, (box.name, *box["class"][:1])) for box in boxes if _is_card(box)]
        kinds = Counter(kind for _box, kind in cards)
        yield from (box for box, kind in cards if kinds[kind] > 1)


def _is_card(box):
    text = box.get_text(" ")
    if len(text) > LONGEST_CARD or not YEAR.search(text) or len(box.find_all(IN_CARD)) < 2:
        return False
    # A short heading, or a high one, heads a part of the page.
    headings = box.find_all(HEADINGS)
    is_part = bool(headings) and len(headings[0].get_text(" ").split()) <= LONGEST_OF_PART
    is_part |= any(one.name < "h3" for one in headings)
    return not is_part and any(
        names_of(one.get_text(" ")) for one in box.find_all([*IN_CARD, "span"])
    )


converter = HtmlConverter()
