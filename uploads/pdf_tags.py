"""Whether a PDF is tagged: without tags a screen reader knows no headings, lists or reading order.

Run as a program, it reads the PDF on standard input: a process of its own bounds time and memory.
"""

import io
import resource
import subprocess
import sys

SECONDS, MEMORY = 10, 512 * 1024 * 1024
UNTAGGED = b"untagged"


def is_untagged(stored, seconds: float = SECONDS) -> bool:
    """Of a stored file. True only where it is sure: not where it cannot be read, or is no PDF."""
    if not stored.name.endswith(".pdf"):
        return False
    command = [sys.executable, __file__]
    try:
        with stored.storage.open(stored.name) as file:
            content = file.read()
        done = subprocess.run(command, input=content, capture_output=True, timeout=seconds)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout == UNTAGGED


def main() -> None:
    """Print whether standard input is a PDF that says of itself that it is tagged, and is."""
    from pypdf import PdfReader
    from pypdf.generic import BooleanObject

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    root = PdfReader(io.BytesIO(sys.stdin.buffer.read())).trailer["/Root"]
    marked = root.get("/MarkInfo", {}).get("/Marked", BooleanObject(False)).get_object()
    is_tagged = "/StructTreeRoot" in root and marked == BooleanObject(True)
    sys.stdout.buffer.write(b"tagged" if is_tagged else UNTAGGED)


if __name__ == "__main__":
    main()
