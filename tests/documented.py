"""The commands that README and docs print, made ready to be run: found, and with small values."""

import re
from collections.abc import Iterator

from tests.test_docs import text_of

BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.M | re.S)
INLINE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
# Whatever starts it (docker, cron, systemd) and takes its output, the command is the same.
MANAGE = re.compile(r"manage\.py ([a-z_]+(?: [^|>;&#']*)?)")
OTHER = re.compile(
    r"(?:[A-Z_]+=\S* )*(?:make [.a-z][^#&]*"
    r"|(?:\.venv/bin/)?(?:pytest|python (?:-m|benchmarks/))[^#&]*)"
)
LISTED = re.compile(r"^\| (`[a-z_].*?) \|", re.M)  # in commands.md, without the manage.py
OPTIONAL = re.compile(r" ?\[[^\[\]]*\]")
# What stands for a value, and one that the folder of the test has.
VALUES = {
    r"export_person SLUG FILE\.zip": "export_person SLUG person.zip",
    r"backup FILE": "backup new.zip",
    r"FILE\.\.\.": "papers.bib",
    r"FILE\.zip|/backups/vitae-[\w$(+%\\ )-]+\.zip": "file.zip",
    r"data/backups/before-\S+\.zip|\bFILE\b": "backup.zip",
    r"create_researcher NAME": "create_researcher 'Jane Doe'",
    r"\bNAME\b": "admin",
    r"\bSLUG\b": "ada-lovelace",
    r"\bN\b": "30",
    r"\bDIR\b": "site",
    r"--orcid ID\b": "--orcid 0000-0002-1825-0097",
    r"--large PATH\b": "--large /static/large.bin",
    r"\bPATH\b|~/ada\.github\.io": "old-site",
    r"~/name\.github\.io": "new-site",
    r"\bFOLDER\b": ".",
    r"/data/vitae\.zip": "backup.zip",
    r"/srv/vitae": "HERE/srv",  # a relative one would lie beside the code that is linked to
    r"--entries 10000 --runs 3": "--entries 100",
    r"VITAE_EXAMPLES=10000": "VITAE_EXAMPLES=5",
    r"VITAE_ADMIN_PASSWORD='…'": "VITAE_ADMIN_PASSWORD=harbour-by-night",
}


def commands_of(file: str) -> list[str]:
    """What the document says to type, each once: "manage.py purge", "make run DEMO=0"."""
    return list(dict.fromkeys(_ready(command) for command in _printed(text_of(file))))


def _printed(text) -> Iterator[str]:
    lines = [
        line
        for block in BLOCK.findall(text)
        for line in re.sub(r"\n +", " ", block).splitlines()  # what is indented goes on
    ]
    lines += [" ".join(code.split()) for code in INLINE.findall(BLOCK.sub("", text))]
    for line in lines:
        line = OPTIONAL.sub("", line)
        if found := MANAGE.search(line):
            yield f"manage.py {found[1]}"
        elif found := OTHER.match(line):
            yield found[0]
    if text.startswith("# Which commands are there?"):
        for names in LISTED.findall(text):
            yield from (f"manage.py {name}" for name in INLINE.findall(names))


def _ready(command):
    for pattern, value in VALUES.items():
        command = re.sub(pattern, value, command)
    return command.replace(".venv/bin/", "").strip()
