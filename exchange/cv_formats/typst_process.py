"""What typeset.py runs: a document as JSON comes in, a PDF goes out. It imports nothing of ours.

Its arguments are folders with fonts, looked into beside those installed and Typst's own.
"""

import resource
import sys
from pathlib import Path

import typst

CPU_SECONDS = 20
MEMORY = 2_000_000_000  # bytes of address space, of which what is mapped of fonts is the most


def main() -> None:
    """Typeset what stands on the standard input; write no file, and end in time."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    data = {"cv": sys.stdin.buffer.read().decode()}
    template = Path(__file__).with_name("cv.typ").read_bytes()
    try:
        pdf = typst.compile(
            template, sys_inputs=data, font_paths=sys.argv[1:], pdf_standards=["ua-1"]
        )
    except typst.TypstError as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(pdf)


if __name__ == "__main__":
    main()
