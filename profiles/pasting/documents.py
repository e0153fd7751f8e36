"""The text of a PDF or a Word document on standard input, as lines with headings marked.

    python documents.py pdf|docx MOST_PAGES MOST_SIGNS MOST_SECONDS < file

Run by profiles.pasting.whole in a process of its own, which bounds its time and memory. Exits with
3 where there are too many pages.
"""

import io
import resource
import sys
from itertools import zip_longest

TOO_LONG = 3
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
    return "\n".join(page.extract_text() for page in reader.pages)


def of_docx(data: io.BytesIO, _most_pages: int) -> str:
    """Headings as "# …", list items as "- …", rows of tables with tabs between their cells."""
    from docx import Document
    from docx.table import Table

    lines = []
    for block in Document(data).iter_inner_content():
        if isinstance(block, Table):
            for row in block.rows:
                cells = dict.fromkeys(cell.text for cell in row.cells)
                columns = [[" ".join(line.split()) for line in text.splitlines()] for text in cells]
                rows = zip_longest(*columns, fillvalue="")  # what stands in one line of the table
                lines += ["\t".join(filter(None, texts)) for texts in rows]
            continue
        style = (block.style.name or "") if block.style else ""
        mark = "# " if style.startswith(("Heading", "Title")) else bullet(block, style)
        lines += [
            f"{mark}{line}" if line.strip() else "" for line in block.text.splitlines() or [""]
        ]
    return "\n".join(lines)


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
