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
from itertools import zip_longest

TOO_LONG = 3
# On so many pages a line comes back that is of none.
LEAST_REPEATED = 3
MOST_MEMORY = 1024 * 1024 * 1024


def main() -> None:
    kind, (pages, signs, seconds) = sys.argv[1], map(int, sys.argv[2:5])
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    data = io.BytesIO(sys.stdin.buffer.read())
    read = {"pdf": of_pdf, "docx": of_docx}[kind]
    sys.stdout.buffer.write(read(data, pages)[:signs].encode("utf-8", "replace"))


def of_pdf(data: io.BytesIO, most_pages: int) -> str:
    """The pages one after the other, columns by blanks as they are printed."""
    from pypdf import PdfReader

    reader = PdfReader(data)
    if len(reader.pages) > most_pages:
        sys.exit(TOO_LONG)
    return without_running_heads([page.extract_text().splitlines() for page in reader.pages])


def without_running_heads(pages: list[list[str]]) -> str:
    """The lines of all pages, but for what stands at the head or foot of at least three."""
    edges = Counter(edge for page in pages for edge in {*map(running, [*page[:2], *page[-2:]])})
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
