"""The text of a PDF or a Word document on standard input, as lines with headings marked.

    python documents.py pdf|docx MOST_PAGES MOST_SIGNS MOST_SECONDS < file

Run by profiles.pasting.whole in a process of its own, which bounds its time and memory. Exits with
3 where there are too many pages.
"""

import io
import re
import resource
import sys
from collections import Counter
from itertools import chain, pairwise, product, takewhile, zip_longest

TOO_LONG = 3
# On so many pages a line comes back that is of none.
LEAST_REPEATED = 3
# So many lines of one style are the headings: "2. Talks", "Honours & Awards (since 2014)".
LEAST_HEADINGS = 3
HEADING = re.compile(r"(?!/)\W*(?:[\dIVX.]{1,4}[.)]?\s+)?[^\W\d_][^\d@]{1,70}(?:\(.*\))?")
# Words longer than that by the mean are glued; gaps in thousandths of the size of the font.
LONGEST_WORDS, BLANK, WIDE = 11, -170, -600
# With fewer words in a line by the mean, each stands in one of its own.
LEAST_WORDS = 1.5
# Between columns: so many blanks. A date may be printed so many lines before its text.
GAP = re.compile(r"\s{4,}|(?<=[\d–-])\s{3,}|\s{3,}(?=\d)")
MOST_BETWEEN, LONGEST_DATE = 3, 20
# In the names of fonts.
BOLD = re.compile(r"bold|black|heavy|medi|demi|bx", re.I)
SMALL_CAPITALS = re.compile(r"caps|csc", re.I)
ICONS, PICTURE = re.compile(r"awesome|icons", re.I), "\uf111"
GLYPH = re.compile(r"/x[\da-f]{2}")
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
    """The pages one after the other, columns by blanks as they are printed, headings as "# …"."""
    from pypdf import PdfReader

    reader = PdfReader(data)
    if len(reader.pages) > most_pages:
        sys.exit(TOO_LONG)
    pages = [printed(page) for page in reader.pages]
    styles = styles_of_headings([*chain.from_iterable(pages)])
    pages = [[*with_headings(map(with_style, page), styles)] for page in pages]
    rows = map(rows_of, reader.pages)
    return without_running_heads([with_columns(*each) for each in zip(pages, rows, strict=True)])


def printed(page) -> list[list[tuple[str, float, bool]]]:
    """Its lines as pieces: text, size, and whether it is in bold or small capitals."""
    lines, heights = [[]], {}

    def visit(text, matrix, text_matrix, font, size):
        name = str((font or {}).get("/BaseFont"))
        is_capitals = (BOLD.search(name) and text.isupper()) or SMALL_CAPITALS.search(name)
        style = round(size * abs(matrix[3] * text_matrix[3]), 1), bool(is_capitals)
        # The letters of such a font may be the names of its pictures: "/circle".
        text = re.sub(r"\S+", PICTURE, text) if ICONS.search(name) else GLYPH.sub(PICTURE, text)
        first, *others = text.split("\n")
        lines[-1].append((first, *style))
        if first.strip():
            heights.setdefault(len(lines) - 1, matrix[5] + matrix[3] * text_matrix[5])
        lines.extend([(other, *style)] for other in others)

    text = page.extract_text(visitor_text=visit)
    if len(text) > LONGEST_WORDS * len(text.split()):
        lines = [[]]
        page.extract_text(visitor_text=visit, visitor_operand_before=widen_blanks)
    if len(text.split()) < LEAST_WORDS * len(heights):
        return of_one_height(lines, heights)
    return lines


def of_one_height(lines, heights):
    """The lines as they are printed, where each word stands in one of its own (Google Docs)."""
    found, last = [], None
    for number, height in heights.items():
        is_same = last is not None and abs(height - last) < 1
        text, *style = next(piece for piece in lines[number] if piece[0].strip())
        blank = [(" ", *style)] if is_same and text[0] not in ",.;:)" else []
        found[len(found) - is_same :] = [[*(found[-1] if is_same else []), *blank, *lines[number]]]
        last = height
    return found


def widen_blanks(operator, operands, *_matrices):
    """Widens gaps as wide as a blank, where words come glued: their font has none to compare."""
    if operator == b"TJ" and operands:
        operands[0][:] = [
            min(each, WIDE) if isinstance(each, int | float) and each < BLANK else each
            for each in operands[0]
        ]


def rows_of(page) -> list[str]:
    """What stands at one height in one line, with as many blanks between as there is room."""
    try:
        text = page.extract_text(extraction_mode="layout", layout_mode_space_vertically=False)
    except Exception:  # some fonts lack what it needs, and the text has been read
        return []
    return [row.rstrip() for row in text.splitlines() if row.strip()]


def with_columns(lines: list[str], rows: list[str]) -> list[str]:
    """The lines of a page with tabs where `rows` have wide gaps, and a date before what stands
    beside it.
    """
    lines, row_of = list(lines), {_signs(row): row for row in rows}
    at = {_signs(line): number for number, line in enumerate(lines)}
    for row in rows:  # a date that was printed before its text
        first, *others = map(_signs, GAP.split(row.strip()))
        date, text = at.get(first), at.get("".join(others))
        is_date = len(first) <= LONGEST_DATE and re.search(r"\d", first)
        if is_date and None not in (date, text) and 0 < text - date <= MOST_BETWEEN:
            lines[text], lines[date] = f"{lines[date]} {lines[text]}", ""
    return [with_tabs(line, row_of.get(_signs(line), "")) for line in lines]


def _signs(text):
    return "".join(text.split())


def with_tabs(line: str, row: str) -> str:
    """A line with a tab for each gap of its row, which has the same signs but for blanks."""
    cells = []
    for cell in GAP.split(row.strip())[:-1]:
        match = re.match(rf"(?:\s*\S){{{len(_signs(cell))}}}", line)
        cells.append(match[0].strip())
        line = line[match.end() :]
    return "\t".join([*cells, line.strip()])


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
