"""The text of a PDF or a Word document on standard input, as lines with headings marked.

    python documents.py pdf|docx MOST_PAGES MOST_SIGNS MOST_SECONDS < file

Run by profiles.pasting.whole in a process of its own, which bounds its time and memory. Exits with
3 where there are too many pages.
"""

import ctypes
import io
import math
import re
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise, product, takewhile, zip_longest

TOO_LONG = 3
# On so many pages a line comes back that is of none.
LEAST_REPEATED = 3
# So many lines of one style are the headings: "2. Talks", "Honours & Awards (since 2014)".
LEAST_HEADINGS = 3
HEADING = re.compile(r"(?!/)\W*(?:[\dIVX.]{1,4}[.)]?\s+)?[^\W\d_][^\d@]{1,70}(?:\(.*\))?")
# Room between two letters, of the size of the first: more than a blank's, and a blank's.
WIDE, NARROW = 0.9, 0.2
# A date may be printed so many lines before its text.
MOST_BETWEEN, LONGEST_DATE = 3, 20
# What PDFium has for a hyphen at the end of a line; accents beside a letter.
HYPHEN = "\x02"
ACCENTS = "´`¨ˆ˜¯˘˙˚ˇ"
# In the names of fonts.
BOLD = re.compile(r"bold|black|heavy|medi|demi|bx", re.I)
SMALL_CAPITALS = re.compile(r"caps|csc", re.I)
ICONS, PICTURE = re.compile(r"awesome|icons", re.I), "\uf111"
LONGEST_NAME = 200
LETTER = re.compile(r"[^\W\d_]")
MOST_MEMORY = 1024 * 1024 * 1024


def main() -> None:
    kind, (pages, signs, seconds) = sys.argv[1], map(int, sys.argv[2:5])
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    data = io.BytesIO(sys.stdin.buffer.read())
    read = {"pdf": of_pdf, "docx": of_docx}[kind]
    sys.stdout.buffer.write(read(data, pages)[:signs].encode("utf-8", "replace"))


def of_pdf(data: io.BytesIO, most_pages: int) -> str:
    """The pages one after the other: a tab for a wide gap in a line, headings as "# …"."""
    from pypdfium2 import PdfDocument

    document = PdfDocument(data)
    if len(document) > most_pages:
        sys.exit(TOO_LONG)
    pages = [printed(page.get_textpage()) for page in document]
    styles = styles_of_headings([*chain.from_iterable(pages)])
    return without_running_heads(
        [[*with_headings(map(with_style, page), styles)] for page in pages]
    )


@dataclass
class Sign:
    """A letter or blank of a page: where it stands, from its left and lower edge, and its size, in
    points; whether it is a capital in bold, or in a font of small capitals.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    is_capital: bool


def printed(page) -> list[list[tuple[str, float, bool]]]:
    """The lines of a page as pieces: text, size, and whether it is in bold or small capitals."""
    rows = []
    for line in lines_of_page(page):
        dates = [
            row for row in rows[-MOST_BETWEEN:-1] if is_date(row) and line[0].left > row[0].left
        ]
        row = next((row for row in [*rows[-1:], *dates] if stands_beside(line, row)), None)
        if row:
            row[:] = row + line if line[0].left > row[0].left else line + row
        else:
            rows.append(line)
    return [pieces_of(row) for row in rows]


def lines_of_page(page) -> Iterator[list[Sign]]:
    """The signs of each line, as PDFium tells lines apart; accents that are signs of their own, as
    old LaTeX prints them, before the letter they stand above.
    """
    from pypdfium2.raw import FPDFText_GetUnicode

    signs, accents = [], []
    texts = [chr(FPDFText_GetUnicode(page, number)) for number in range(page.count_chars())]
    for number, (text, following) in enumerate(pairwise([*texts, "\n", ""])):
        if text == HYPHEN:
            text = "-" * following.isupper()  # "Inter-|House", but "con-|ference"
        if text and text not in "\r\n":
            (accents if text in ACCENTS else signs).append(sign_at(page, number, text))
        elif text and signs:
            yield with_accents(signs, accents)
            signs, accents = [], []


def sign_at(page, number: int, text: str) -> Sign:
    """What PDFium knows of one sign; the letters of a font of icons are the names of pictures."""
    from pypdfium2 import raw

    left, _bottom, right, _top = page.get_charbox(number, loose=True)
    x, base, matrix = ctypes.c_double(), ctypes.c_double(), raw.FS_MATRIX()
    raw.FPDFText_GetCharOrigin(page, number, x, base)
    raw.FPDFText_GetMatrix(page, number, matrix)
    size = raw.FPDFText_GetFontSize(page, number) * math.hypot(matrix.c, matrix.d)
    font = ctypes.create_string_buffer(LONGEST_NAME)
    raw.FPDFText_GetFontInfo(page, number, font, LONGEST_NAME, ctypes.c_int())
    name = font.value.decode("utf-8", "replace")
    is_capital = (BOLD.search(name) and text.isupper()) or SMALL_CAPITALS.search(name)
    text = PICTURE if ICONS.search(name) and text.strip() else text
    return Sign(text, left, right, base.value, round(size, 1) or 1, bool(is_capital))


def with_accents(signs: list[Sign], accents: list[Sign]) -> list[Sign]:
    """Each accent before the letter below it, without blanks that are but its room."""
    for accent in accents:
        middle = (accent.left + accent.right) / 2
        end = next((n for n, sign in enumerate(signs) if sign.left <= middle < sign.right), None)
        if end is None:
            signs.append(accent)
            continue
        start = next((n for n in range(end, 0, -1) if signs[n - 1].text != " "), end)
        is_near = start and signs[end].left - signs[start - 1].right < NARROW * accent.size
        signs[start if is_near else end : end] = [accent]
    return signs


def is_date(row: list[Sign]) -> bool:
    """Whether it may be a date that is printed before its text."""
    return len(row) <= LONGEST_DATE and any(sign.text.isdecimal() for sign in row)


def stands_beside(line: list[Sign], row: list[Sign]) -> bool:
    """Whether it is at the same height, on either side: another column, a raised number."""
    is_level = abs(line[0].base - row[-1].base) < row[-1].size / 2
    return is_level and (line[0].left > row[-1].right - 1 or line[-1].right < row[0].left + 1)


def pieces_of(row: list[Sign]) -> list[tuple[str, float, bool]]:
    """The signs of one style together, with a tab where there is room for more than a blank."""
    pieces, last, is_blank = [], None, False
    for sign in row:
        if not sign.text.strip():
            is_blank = True
            continue
        gap = (sign.left - last.right) / last.size if last else 0
        is_apart = is_blank or (gap > NARROW and sign.text not in ACCENTS)
        blank = "\t" if gap > WIDE else " " if last and is_apart else ""
        style = sign.size, sign.is_capital
        is_same = last and (pieces[-1][1:] == style or not LETTER.match(sign.text))
        if is_same and pieces[-1][1] == sign.size:
            pieces[-1] = (pieces[-1][0] + blank + sign.text, *pieces[-1][1:])
        else:
            pieces.append((blank + sign.text, *style))
        last, is_blank = sign, False
    return pieces


def with_style(pieces):
    """A line: its text, what is largest at its start, and the style of that."""
    size = max((size for text, size, _is in pieces if LETTER.search(text)), default=0)
    # Of small capitals, some programs print all but the first ones smaller.
    head = [*takewhile(lambda piece: piece[1] >= size or piece[0] == piece[0].upper(), pieces)]
    style = size, all(is_capitals for text, _size, is_capitals in head if LETTER.search(text))
    text, head = ("".join(piece[0] for piece in each).strip() for each in (pieces, head))
    return text, head, style


def styles_of_headings(lines):
    """The styles of the headings: what is largest, then what is in capitals, if some such lines
    look like headings, with text that stands out less below, and no more of them look otherwise.
    """
    letters = Counter()
    for text, size, _is_capitals in chain.from_iterable(lines):
        letters[size] += len(text)
    of_text = max(letters, key=letters.get, default=0)
    larger = [size for size in sorted(letters, reverse=True) if size > of_text]
    styled = [*map(with_style, [*lines, []])]
    for size, is_capitals in [*product(larger, (True, False)), (of_text, True)]:
        styles = {(size, True), (size, is_capitals)}
        own = [pair for pair in pairwise(styled) if pair[0][2] in styles]
        heads = {line[1] for line, below in own if below[2] < min(styles)}
        if len([*filter(HEADING.fullmatch, heads)]) >= max(LEAST_HEADINGS, len(own) / 2):
            return styles
    return set()


def with_headings(lines, styles):
    """The text of each line, of a heading after "# ", what stands beside it in a line below."""
    for text, head, style in lines:
        is_heading = style in styles and HEADING.fullmatch(head)
        if is_heading:
            yield f"# {head.strip(f'{PICTURE} ')}"
        if not is_heading or text != head:
            yield text.removeprefix(head).lstrip() if is_heading else text


def without_running_heads(pages: list[list[str]]) -> str:
    """The lines of all pages, but for what stands at the head or foot of at least three, or of both
    of two with their numbers.
    """
    edges = Counter()
    for number, page in enumerate(pages, 1):
        for line in {running(line): line for line in [*page[:2], *page[-2:]]}.values():
            is_numbered = len(pages) == 2 and str(number) in re.findall(r"\d+", line)
            edges[running(line)] += LEAST_REPEATED / 2 if is_numbered else 1
    heads = {edge for edge, count in edges.items() if edge and count >= LEAST_REPEATED}
    return "\n".join(
        line
        for page in pages
        for number, line in enumerate(page)
        if not (running(line) in heads and (number < 2 or number >= len(page) - 2))
    )


def running(line: str) -> str:
    """A line without its numbers, as it comes back on each page: "Alice Ant, page 2"."""
    return " ".join(re.sub(r"\d+", "", line).split())


def of_docx(data: io.BytesIO, _most_pages: int) -> str:
    """Headings as "# …", list items as "- …", rows of tables with tabs between their cells."""
    from docx import Document
    from docx.table import Table

    lines = []
    for block in Document(data).iter_inner_content():
        if isinstance(block, Table):
            for row in block.rows:
                cells = {cell.text: cell.paragraphs for cell in row.cells}.values()
                columns = [[line for each in cell for line in lines_of(each)] for cell in cells]
                # What stands in one line of the table; a heading in its first column heads it.
                for first, *others in zip_longest(*columns, fillvalue=""):
                    others = [re.sub("^ *[#-] ", "", text) for text in others if text]
                    is_head = first.startswith("# ") and others
                    lines += [first] if is_head else []
                    lines.append("\t".join(others if is_head else filter(None, [first, *others])))
        else:
            lines += lines_of(block)
    return "\n".join(lines)


def lines_of(paragraph) -> list[str]:
    """Its lines with what marks them as a heading or an item of a list."""
    style = (paragraph.style.name or "") if paragraph.style else ""
    mark = "# " if style.startswith(("Heading", "Title")) else bullet(paragraph, style)
    lines = paragraph.text.splitlines() or [""]
    return [f"{mark}{line.strip()}" if line.strip() else "" for line in lines]


def bullet(paragraph, style: str) -> str:
    """What stands before a list item: "- ", indented by its level; before other texts nothing."""
    level = paragraph.paragraph_format.element.xpath(
        "./w:pPr/w:numPr[w:numId/@w:val != '0']/w:ilvl/@w:val"
    )
    if not level and "List" not in style:
        return ""
    depth = int(level[0]) if level else int(style[-1]) - 1 if style[-1].isdigit() else 0
    return f"{'  ' * depth}- "


if __name__ == "__main__":
    main()
