"""One installation with everything of ../shared in it, filled by the commands an operator uses."""

import subprocess
import sys
from pathlib import Path

from tests.server import ROOT

SITES = {
    "chenyu-jiang": "Chenyu Jiang",
    "wutianyuan1": "Tianyuan Wu",
    "qzweng": "Qizhen Weng",
    "AFDWang": "Yujie Wang",
}
# Whose own .bib files are among the corpus.
AUTHOR = "jindong-wang"
PEOPLE = [*(name.lower() for name in SITES), *(f"seed-{number}" for number in range(5)), AUTHOR]


def manage(data: Path, *arguments, codes: tuple[int, ...] = (0,)) -> str:
    """What a command writes to standard output; it must end with one of `codes`."""
    done = subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env={"PATH": "", "DATA": str(data), "VITAE_PLAIN_STATIC": "1"},
        capture_output=True,
        check=False,
        text=True,
    )
    said = f"{arguments[:4]}: {done.stderr[-2000:]}"
    assert "Traceback" not in done.stderr, said
    assert done.returncode in codes, said
    return done.stdout


def fill(data: Path, shared: Path) -> None:
    """Four sites and five homepages, each of one person, and all .bib files."""
    manage(data, "migrate", "--verbosity", "0")
    for name, person in SITES.items():
        manage(data, "create_researcher", person, "--slug", name.lower(), "--publish")
        manage(data, "import_site", shared / "sites" / name, "--researcher", name.lower())
    homepages = sorted((shared / "seeds").glob("0*.txt"))
    for number, path in enumerate(homepages):
        slug = f"seed-{number}"
        manage(data, "create_researcher", f"Seed {number}", "--slug", slug, "--publish")
        manage(data, "import_site", path, "--researcher", slug)
    manage(data, "create_researcher", "Jindong Wang", "--slug", AUTHOR, "--publish")
    files = sorted((shared / "bibtex").glob("*/*.bib"))
    own = [path for path in files if path.name.startswith("jindongwang")]
    manage(data, "import_bibtex", *own, "--researcher", AUTHOR)
    # 2: the corpus has entries that no reader takes.
    manage(data, "import_bibtex", *files, codes=(0, 2))
