r"""The CV as LaTeX: one file of the class article, for LuaLaTeX or XeLaTeX.

Every text is written letter by letter: nothing that somebody typed is a command here, not even
in formulas, which are built again from their MathML.
"""

import re

from exchange.cv_formats.document import (
    Block,
    Document,
    DocumentEntry,
    DocumentPart,
    Maths,
    Run,
    Runs,
)

SIGNS = {sign: f"\\{sign}" for sign in "&%$#_{}"}
SIGNS |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
# Ligatures that TeX would make of two signs; and behind a line break, "[" would begin a length.
SIGNS |= {"-": "-{}", "<": r"\textless{}", ">": r"\textgreater{}", '"': r"\textquotedbl{}"}
SIGNS |= {"`": r"\textasciigrave{}", "'": r"\textquotesingle{}", "\n": r"\\{} "}
FORMS = {
    "strong": r"\textbf{{{}}}",
    "emph": r"\emph{{{}}}",
    "code": r"\texttt{{{}}}",
    "super": r"\textsuperscript{{{}}}",
    "sub": r"\textsubscript{{{}}}",
}
PREAMBLE = r"""% Compile with lualatex or xelatex.
\documentclass[11pt]{article}
\usepackage[PAPER, margin=25mm]{geometry}
\usepackage{fontspec}
\usepackage{amsmath}
\usepackage[hidelinks]{hyperref}
\setlength{\parindent}{0pt}
\setlength{\parskip}{3pt}
\newcommand{\entry}[2]{\par\smallskip\textbf{#1}\hfill #2\par}
\newenvironment{papers}{\begin{list}{}{\leftmargin=12mm \labelwidth=10mm}}{\end{list}}
\newcommand{\detail}[1]{{\small #1\par}}
"""
PAPERS = {"us-letter": "letterpaper"}
SCRIPTS = {"msup": "^", "msub": "_", "mover": "^", "munder": "_"}


def write(document: Document) -> bytes:
    """Return the file as UTF-8."""
    name = " ".join(filter(None, [document.name, document.name_beside]))
    body = [
        f"\\hypersetup{{pdftitle={{{text(name)}}}, pdfauthor={{{text(document.name)}}}}}",
        r"\begin{document}",
        f"{{\\LARGE\\bfseries {text(name)}}}\\par",
        *(f"{inline(position.line)}\\par" for position in document.positions),
        *(
            f"{text(c.label)}: {_linked(text(' '.join(c.text.split())), c.url)}\\par"
            for c in document.contacts
        ),
    ]
    for part in document.parts:
        body += [f"\\section*{{{text(part.heading)}}}", *_part(part)]
    preamble = PREAMBLE.replace("PAPER", PAPERS.get(document.paper, "a4paper"))
    return "\n".join([preamble, *body, r"\end{document}", ""]).encode()


def _part(part: DocumentPart):
    yield from _blocks(part.texts)
    for group in part.groups:
        yield f"\\subsection*{{{text(group.heading)}}}"
        yield r"\begin{papers}"
        yield from (f"\\item[{text(p.number)}] {inline(p.reference)}" for p in group.papers)
        yield r"\end{papers}"
        yield from (f"\\detail{{{text(line)}}}" for line in group.legend)
    for entry in part.entries:
        yield from _entry(entry)


def _entry(entry: DocumentEntry):
    yield f"\\entry{{{_linked(inline(entry.title), entry.url)}}}{{{text(entry.when)}}}"
    yield from (f"\\detail{{{inline(detail)}}}" for detail in entry.details)
    yield from _blocks(entry.body)
    if entry.links:
        yield ", ".join(_linked(text(label or url), url) for label, url in entry.links) + r"\par"


def _blocks(blocks: tuple[Block, ...]):
    for block in blocks:
        marker = f"{text(block.marker)} " if block.marker else ""
        indent = f"\\hspace*{{{5 * (block.level + 1)}mm}}" if block.kind == "item" else ""
        yield f"{indent}{marker}{inline(block.runs)}\\par"


def inline(runs: Runs) -> str:
    """Return runs as LaTeX of one paragraph."""
    return "".join(map(_run, runs))


def _run(run: Run) -> str:
    if run.maths:
        return f"\\({_maths(run.maths)}\\)"
    written = text(run.text)
    for mark in run.marks:
        written = FORMS.get(mark, "{}").format(written)
    return _linked(written, run.url)


def text(words: str) -> str:
    """Return text that says itself in LaTeX, whatever it is."""
    return "".join(SIGNS.get(sign, sign) for sign in words if sign.isprintable() or sign == "\n")


def _linked(written: str, url: str) -> str:
    # In an address, what hyperref would take for a command or a comment is written in percent.
    address = re.sub(r"[^A-Za-z0-9/:?=&.,;+@!*()~_-]", _in_percent, url.replace("%", "\0"))
    address = address.replace("\0", r"\%").replace("&", r"\&").replace("_", r"\_")
    return f"\\href{{{address.replace('~', '%7E')}}}{{{written}}}" if url and written else written


def _in_percent(match):
    return "\0" if match[0] == "\0" else "".join(f"\0{byte:02X}" for byte in match[0].encode())


def _maths(element: Maths | str) -> str:
    if isinstance(element, str):
        return ""
    parts = [child for child in element.children if isinstance(child, Maths)]
    if not parts:
        return f"\\text{{{text(''.join(element.children))}}}" if element.children else ""
    written = [f"{{{_maths(part)}}}" for part in parts]
    if element.tag == "mfrac" and len(written) == 2:
        return f"\\frac{written[0]}{written[1]}"
    if element.tag == "msqrt":
        return f"\\sqrt{{{''.join(written)}}}"
    if element.tag in SCRIPTS and len(written) == 2:
        return f"{written[0]}{SCRIPTS[element.tag]}{written[1]}"
    if element.tag in ("msubsup", "munderover") and len(written) == 3:
        return f"{written[0]}_{written[1]}^{written[2]}"
    return "".join(written)
