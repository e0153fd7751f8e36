"""Whether a PDF is tagged: without tags a screen reader knows no headings, lists or reading order.

Run as a program, it reads the PDF on standard input: a process of its own bounds time and memory.
"""

import io
import resource
import subprocess
import sys

SECONDS, MEMORY = 10, 512 * 1024 * 1024
UNTAGGED = b"untagged"


def is_untagged(stored) -> bool:
    """Of a stored file. True only where it is sure: not where it cannot be read, or is no PDF."""
    if not stored.name.endswith(".pdf"):
        return False
    with stored.storage.open(stored.name) as file:
        content = file.read()
    command = [sys.executable, __file__]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=SECONDS)  # noqa: S603
    except subprocess.TimeoutExpired:
        return False
    return done.stdout == UNTAGGED


def main() -> None:
    """Print whether standard input is a PDF that says of itself that it is tagged, and is."""
    from pypdf import PdfReader

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    root = PdfReader(io.BytesIO(sys.stdin.buffer.read())).trailer["/Root"]
    is_tagged = "/StructTreeRoot" in root and bool(root.get("/MarkInfo", {}).get("/Marked"))
    sys.stdout.buffer.write(b"tagged" if is_tagged else UNTAGGED)


if __name__ == "__main__":
    main()
