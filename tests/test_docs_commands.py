"""README and docs are typed: each command that they print runs on the demo."""

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.documented import commands_of
from tests.exchange.sources.conftest import serving
from tests.layout import ROOT
from tests.server import serve
from tests.test_docs import FILES

# Each command is run once, with the first document that prints it.
FIRST = {command: file for file in reversed(FILES) for command in commands_of(file)}
# What measures, or tests, for minutes: the beginning of a command -> its own options for less.
GLANCE = {
    "make bench": 'ARGS="--quick --only slow_clients"',
    "python benchmarks/growth.py": "--quick --only search",
    "python benchmarks/pages.py": "admin --quick",
    "python benchmarks/slow_clients.py": "--connections 5 --seconds 1",
    "python benchmarks/soak.py": "--minutes 0.2",
    "python -m benchmarks.refresh": "2 3",
    "python -m tests.backends.stale_pages": "--edits 20",
}
# A run of the suite -> which of its tests, for pytest, which adds this to what is typed.
TESTS = {
    'make test ARGS="-m browser"': "tests/browser/test_scheme.py",
    "VITAE_NODE_PACKAGES=. make test": "-k lacks",
    "make test": "tests/test_palette.py",
    "VITAE_EXAMPLES": "-k any_request",
}
# What asks the services of others, and the links of the demo lab.
ASKING = ("manage.py import_works", "manage.py check_links")
# What these write is the code itself: on a copy, below.
ON_A_COPY = ("make format", "make messages", "make pictures")
PAPERS = """
@article{tide, author={Ada Lovelace and Jane Doe}, title={On Tides Counted by Wheels}, year={2026}}
"""
OLD_SITE = {
    "_config.yml": "title: Clara Tern\nauthor:\n  name: Clara Tern\n",
    "index.md": "---\ntitle: Home\n---\nShe counts tides.\n\n## News\n\n- 2025-05: A new boat.\n",
}
# What an archive is for: another installation.
ELSEWHERE = "manage.py import_archive"
NUMBER = re.compile(r"undo_import (\d+)")
# What a command asks for, and wants of its surroundings.
ANSWERS = {
    "manage.py delete_person": "ada-lovelace\n",
    "manage.py changepassword": "harbour-by-night\nharbour-by-night\n",
}
SETTINGS = {"manage.py check --deploy": {"VITAE_HTTPS": "1", "VITAE_HOSTS": "vitae.example"}}
SECOND_FACTOR = """manage.py shell -c "
from django.contrib.auth.models import User
from accounts import second_factor
second_factor.enable(second_factor.start_enrolment(User.objects.get(username='admin')))"
"""


def to_run(document: str) -> list[str]:
    return [
        command
        for command in commands_of(document)
        if FIRST[command] == document and not command.startswith(ON_A_COPY)
    ]


def said_of(command: str, table: dict[str, str]) -> str:
    """By its first line that is the command's beginning."""
    return next((said for start, said in table.items() if command.startswith(start)), "")


class Folder:
    """One to type commands in, as a clone of the project has it, with the data of its own."""

    def __init__(self, path: Path):
        self.path = path
        self.number = ""
        # Of the site that is served here, and of the server that stands for all others.
        self.url, self.port = "", 0

    def make(self):
        """Links to the code, and what the commands want beside it."""
        self.link(ROOT, "", {".venv", "data"})
        self.make_environment()
        if packages := os.environ.get("VITAE_NODE_PACKAGES"):
            (self.path / "node_modules").symlink_to(Path(packages, "node_modules").resolve())
        (self.path / "papers.bib").write_text(PAPERS)
        (self.path / "old-site").mkdir()
        for name, text in OLD_SITE.items():
            (self.path / "old-site" / name).write_text(text)

    def make_environment(self):
        """A .venv that is of today, so that nothing is installed."""
        self.link(Path(sys.prefix), ".venv", {"installed"})
        (self.path / ".venv" / "installed").touch()

    def link(self, source, folder, own):
        (self.path / folder).mkdir(parents=True, exist_ok=True)
        for entry in source.iterdir():
            if entry.name not in own:
                (self.path / folder / entry.name).symlink_to(entry)

    def variables(self, command):
        ours = (
            "VITAE_",
            "DATABASE_URL",
            "CACHE_URL",
            "EMAIL_URL",
            "DJANGO_",
            "MAKE",
            "MFLAGS",
            "ARGS",
            "PYTEST",
        )
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        data = "elsewhere" if command.startswith(ELSEWHERE) else "data"
        kept |= {"DATA": str(self.path / data), "PYTHONWARNINGS": "ignore"}
        if tests := said_of(command, TESTS):
            kept["PYTEST_ADDOPTS"] = f"--numprocesses=0 {tests}"
        return kept | SETTINGS.get(command, {})

    def words(self, command):
        command = f"{command} {said_of(command, GLANCE)}"
        command = command.replace("NUMBER", self.number).replace("HERE", str(self.path))
        command = command.replace("URL", self.url)
        command = re.sub(r"^(manage\.py)", "python manage.py", command)
        if self.port:
            command = command.replace("manage.py", f"-m tests.exchange.sources.online {self.port}")
        words = shlex.split(command)
        given = [w for w in words if re.match(r"[A-Z_]+=", w)] if words[0] != "make" else []
        named = [w for w in words if w not in given]
        if named[0] != "make":
            named[0] = str(self.path / ".venv" / "bin" / named[0])
        return dict(word.split("=", 1) for word in given), named

    def run(self, command: str) -> str:
        """Returns what it prints; AssertionError where it does not end well."""
        variables, words = self.words(command)
        answers = [text for start, text in ANSWERS.items() if command.startswith(start)]
        done = subprocess.run(
            words,
            cwd=self.path,
            env=self.variables(command) | variables,
            input="".join(answers).encode(),
            capture_output=True,
            start_new_session=True,  # without a terminal, a password is read from the input
        )
        printed = done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")
        assert done.returncode == 0, f"{command}: {printed[-2000:]}"
        if found := NUMBER.search(printed):
            self.number = found[1]
        return printed

    def serve(self, command: str):
        """Starts it, waits for the site, and stops it as Ctrl-C does."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = str(listener.getsockname()[1])
        variables, words = self.words(re.sub(r" PORT=\d+", "", command))
        host = variables.get("VITAE_HOSTS", "localhost")
        server = subprocess.Popen(
            [*words, f"PORT={port}"],
            cwd=self.path,
            env=self.variables(command) | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            self.wait_for(f"http://127.0.0.1:{port}/healthz", host, server)
        finally:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(server.pid, signal.SIGINT)
            server.communicate(timeout=180)

    def wait_for(self, url, host, server):
        for _try in range(600):
            assert server.poll() is None, server.stdout.read().decode()[-2000:]
            try:
                with urlopen(Request(url, headers={"Host": host}), timeout=60) as answer:  # noqa: S310
                    assert answer.status == 200
                    return
            except OSError:
                time.sleep(0.5)
        pytest.fail("it does not start")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """With the demo lab, Jane Doe, an import to undo, a backup, and another installation."""
    folder = Folder(tmp_path_factory.mktemp("typed") / "vitae")
    folder.make()
    folder.run("make prepare DEMO=0")
    shutil.copytree(folder.path / "data", folder.path / "elsewhere")
    folder.run("manage.py demo")
    folder.run('manage.py create_researcher "Jane Doe" --publish')
    folder.run(SECOND_FACTOR)
    folder.run("manage.py import_bibtex papers.bib --researcher ada-lovelace")
    folder.run("manage.py backup backup.zip")
    return folder


@pytest.fixture
def folder(demo, tmp_path):
    copy = Folder(tmp_path / "vitae")
    shutil.copytree(demo.path, copy.path, symlinks=True)
    copy.number = demo.number
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("document", list(filter(to_run, FILES)))
def test_its_commands_can_be_typed(document, folder):
    for command in to_run(document):
        if re.search(r"\bmake (?:run|dev)\b", command):
            folder.serve(command)
        elif command.startswith(ASKING):
            with serving() as others:
                others.say_usual()
                folder.port = others.port
                folder.run(command)
                folder.port = 0
            assert others.asked
        elif " URL" in command:
            with serve(folder.path / "data", VITAE_PLAIN_STATIC="0") as site:
                folder.url = site.url
                folder.run(command)
        else:
            folder.run(command)


@pytest.fixture
def copy(tmp_path):
    """The code, which may be written to."""
    folder = Folder(tmp_path / "vitae")
    shutil.copytree(ROOT, folder.path, ignore=shutil.ignore_patterns(".*", "data", "__pycache__"))
    folder.make_environment()
    return folder


@pytest.mark.slow
def test_make_format_mends_the_code(copy):
    code = (copy.path / "manage.py").read_text()
    (copy.path / "manage.py").write_text(code.replace(" = ", "="))
    copy.run("make format")
    assert (copy.path / "manage.py").read_text() == code


@pytest.mark.slow
def test_make_messages_makes_the_catalogues(copy):
    if not shutil.which("msgfmt"):
        pytest.skip("GNU gettext is not here")
    file = copy.path / "locale/de/LC_MESSAGES/django.mo"
    file.unlink()
    copy.run("make messages")
    assert file.read_bytes().count(b"\0") > 1000


@pytest.mark.browser
def test_make_pictures_takes_each_of_the_documents(copy):
    pictures = copy.path / "docs" / "images"
    names = {file.name for file in pictures.iterdir()}
    shutil.rmtree(pictures)
    copy.run("make pictures")
    assert {file.name for file in pictures.iterdir()} == names


@pytest.mark.slow
def test_a_command_that_fails_is_seen(folder):
    with pytest.raises(AssertionError, match=r"nowhere\.bib"):
        folder.run("manage.py import_bibtex nowhere.bib")
    with pytest.raises(AssertionError, match="DEBUG"):
        folder.serve("VITAE_HOSTS=people.example.org make dev")


def test_the_commands_are_found():
    assert FIRST["manage.py backup --force file.zip"] == "docs/deploy.md"
    assert FIRST["make run PORT=8080"] == "docs/install.md"
    assert FIRST["make run"] == "README.md"
    assert sum(len(to_run(file)) for file in FILES) >= 50


@pytest.mark.parametrize("start", [*GLANCE, *TESTS, *ASKING, *ON_A_COPY, *ANSWERS, *SETTINGS])
def test_what_is_said_of_a_command_is_of_one(start):
    assert any(command.startswith(start) for command in FIRST)
