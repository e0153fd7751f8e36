"""The CV as Markdown (CommonMark, with maths between dollar signs)."""

import re

from exchange.cv_formats.document import Block, Document, DocumentEntry, DocumentPart, Run, Runs
from profiles.markup.structure import in_one_line

SIGNS = re.compile(r"([\\`*_\[\]<>&$~^|])")
# What would begin a list, a heading or a rule at the start of a line.
BEGINNING = re.compile(r"^(\s*)([#+-]|=+|\d{1,9}(?=[.)]))")
FORMS = {"strong": "**{}**", "emph": "*{}*", "strike": "~~{}~~"}


def write(document: Document) -> bytes:
    """Return the file as UTF-8."""
    name = " ".join(filter(None, [document.name, document.name_beside]))
    head = [f"# {escaped(name)}"]
    head += [inline(position.line) for position in document.positions]
    head += [
        f"{escaped(c.label)}: {_linked(escaped(in_one_line(c.text)), c.url)}"
        for c in document.contacts
    ]
    texts = ["  \n".join(head)] if len(head) < 2 else [head[0], "  \n".join(head[1:])]
    for part in document.parts:
        texts += [f"## {escaped(part.heading)}", *_part(part)]
    return ("\n\n".join(filter(None, texts)) + "\n").encode()


def _part(part: DocumentPart):
    yield text_of(part.texts)
    for group in part.groups:
        yield f"### {escaped(group.heading)}"
        yield "\n".join(f"- {_number(paper)}{inline(paper.reference)}" for paper in group.papers)
        yield "  \n".join(map(escaped, group.legend))
    for entry in part.entries:
        yield "\n".join(_entry(entry))


def _number(paper):
    return f"{paper.number}. " if paper.number else ""


def _entry(entry: DocumentEntry):
    title = _linked(f"**{inline(entry.title)}**" if entry.title else "", entry.url)
    yield f"- {', '.join(filter(None, [title, escaped(entry.when)]))}"
    rest = [*map(inline, entry.details), *_blocks(entry.body)]
    rest += [_linked(escaped(label or url), url) for label, url in entry.links]
    for line in "\n\n".join(rest).split("\n"):
        yield f"  {line}".rstrip()


def text_of(body: tuple[Block, ...]) -> str:
    """Return blocks as Markdown."""
    return "\n\n".join(_blocks(body))


def _blocks(body: tuple[Block, ...]):
    for block in body:
        if block.kind == "code":
            text = "".join(run.text for run in block.runs)
            yield "\n".join(f"    {line}" for line in text.split("\n"))
        elif block.kind == "item":
            yield f"{'  ' * block.level}{block.marker.replace('•', '-')} {inline(block.runs)}"
        elif block.kind == "heading":
            yield f"**{inline(block.runs)}**"
        else:
            yield f"{'> ' if block.kind == 'quote' else ''}{inline(block.runs)}"


def lines(body: tuple[Block, ...]) -> list[str]:
    """Each block as one line, without the signs of lists."""
    return [in_one_line(inline(block.runs)) for block in body]


def inline(runs: Runs) -> str:
    """Return runs as Markdown of one paragraph."""
    text = "".join(map(_run, runs))
    return BEGINNING.sub(r"\1\\\2", text)


def _run(run: Run) -> str:
    if run.maths:
        return f"${run.tex}$"
    before, text, behind = re.fullmatch(r"(\s*)(.*?)(\s*)", run.text, re.S).groups()
    if not text:
        return run.text.replace("\n", "  \n")
    if "code" in run.marks:
        fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
        text = f"{fence} {text} {fence}" if "`" in text else f"`{text}`"
    else:
        text = escaped(text)
        for mark in run.marks:
            text = FORMS.get(mark, "{}").format(text)
    return f"{before}{_linked(text, run.url)}{behind}"


def escaped(text: str) -> str:
    """Return text that says itself in Markdown."""
    return SIGNS.sub(r"\\\1", text)


def _linked(text: str, url: str) -> str:
    address = re.sub(r"[<>\s]", "", url)
    return f"[{text}](<{address}>)" if address and text else text
