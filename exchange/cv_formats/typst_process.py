"""What typeset.py runs: a document as JSON comes in, a PDF goes out, or its pages as pictures, each
behind its length. It imports nothing of ours.

Its arguments are "pdf" or "png", and folders with fonts, looked into beside those installed and
Typst's own.
"""

import resource
import sys
from pathlib import Path

import typst

CPU_SECONDS = 20
PPI = 72
MEMORY = 2_000_000_000  # bytes of address space, of which what is mapped of fonts is the most


def main() -> None:
    """Typeset what stands on the standard input; write no file, and end in time."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    kind, *folders = sys.argv[1:]
    data = {"cv": sys.stdin.buffer.read().decode()}
    template = Path(__file__).with_name("cv.typ").read_bytes()
    try:
        options = {"pdf_standards": ["ua-1"]} if kind == "pdf" else {"format": kind, "ppi": PPI}
        written = typst.compile(template, sys_inputs=data, font_paths=folders, **options)
    except typst.TypstError as error:
        sys.exit(str(error))
    if kind != "pdf":
        pages = written if isinstance(written, list) else [written]
        written = b"".join(len(page).to_bytes(4, "big") + page for page in pages)
    sys.stdout.buffer.write(written)


if __name__ == "__main__":
    main()
