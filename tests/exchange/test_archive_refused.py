"""A damaged, newer or hostile archive is refused in one line, and nothing is changed."""

import io
import json
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError
from PIL import Image

from exchange.archive import reading
from profiles.models import NewsItem, Researcher
from tests.exchange import archives

MADE = []  # once


@pytest.fixture
def archive(request, installation, tmp_path):
    """Of Alice, her portrait, a paper and a file; the process is on an empty installation."""
    file = tmp_path / "lab.zip"
    if not MADE:
        request.getfixturevalue("lived_in")
        alice = Researcher.objects.get()
        NewsItem.objects.create(researcher=alice, date="2021", body="High water")
        alice.links.create(kind="cv", file="files/0123.pdf")
        MADE.append(archives.export(file).read_bytes())
        archives.move_to_an_empty_one(installation, tmp_path / "elsewhere")
    file.write_bytes(MADE[0])
    return file


def with_member(name, data=b"x"):
    def spoil(file):
        with archives.altered(file) as (inside, _manifest):
            inside[name] = data

    return spoil


def with_row(label, **values):
    def spoil(file):
        with archives.altered_row(file, label) as row:
            row.update(values)

    return spoil


def with_line(label, line):
    return with_member(f"rows/{label}.jsonl", line)


def with_addresses(*keys):
    """One former address of Alice under each of these keys; hers is 1 in a fresh process alone."""

    def spoil(file):
        alice = archives.rows(file, PEOPLE)[0]["id"]
        rows = [{"id": key, "slug": "a", "researcher": alice} for key in keys]
        lines = "".join(f"{json.dumps(row)}\n" for row in rows)
        with_line("profiles.formerslug", lines.encode())(file)

    return spoil


def with_manifest(**values):
    def spoil(file):
        with archives.altered(file) as (_inside, manifest):
            manifest.update(values)

    return spoil


def portrait(make):
    """The portrait, with other bytes under its name."""

    def spoil(file):
        with archives.altered(file) as (inside, _manifest):
            [name] = [name for name in inside if name.startswith("files/portraits/")]
            inside[name] = make(inside[name])

    return spoil


def webp_with_metadata(content):
    out = io.BytesIO()
    with Image.open(io.BytesIO(content)) as image:
        image.save(out, "WEBP", exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0")
    return out.getvalue()


def flipped(file):
    file.write_bytes(file.read_bytes().replace(b"%PDF-1.7 tides", b"%PDF-1.7 tider"))


def cut(file):
    file.write_bytes(file.read_bytes()[:-300])


def repacked(file, change):
    """As a ZIP it is whole, but its manifest was not put right."""
    with ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def other_papers(file):
    repacked(file, lambda members: members.update({"publications.bib": b"@misc{a}"}))


def other_letters(file):
    def change(members):
        name = "rows/profiles.newsitem.jsonl"
        members[name] = members[name].replace(b"High", b"Neap")

    repacked(file, change)


def bomb(file):
    with_line(NEWS, b" " * 2_000_000)(file)
    repacked(file, lambda members: None)


NEWS, PEOPLE, PAPERS = "profiles.newsitem", "profiles.researcher", "publications.publication"
BROKEN = {
    "no zip": (lambda file: file.write_text("@article{a}"), "It is no archive of Vitae"),
    "empty": (lambda file: file.write_text(""), "It is no archive of Vitae"),
    "another zip": (lambda file: ZipFile(file, "w").writestr("a", "b"), "It is no archive"),
    "cut": (cut, "It is no archive of Vitae, or a part of one"),
    "a flipped bit": (flipped, "damaged: files/files/0123.pdf cannot be read"),
    "another file": (other_papers, "its list of files is not what is in it"),
    "another text": (other_letters, "newsitem.jsonl is not what was exported"),
    "newer": (with_manifest(format="vitae-archive 2"), "in the format “vitae-archive 2”"),
    "odd manifest": (with_manifest(accounts=7), "It is no archive of Vitae"),
    "out of its folder": (with_member("files/../evil.pdf"), "a file that no archive has"),
    "out of its folder, too": (with_member("../evil"), "a file that no archive has"),
    "absolute": (with_member("/etc/cron.d/evil"), "a file that no archive has"),
    "a folder of no column": (with_member("files/static/a.webp"), "a file that no archive has"),
    "unknown table": (with_line("profiles.wings", b"{}\n"), "no such table; upgrade first"),
    "a table that stays": (with_line("auth.user", b"{}\n"), "It holds rows of auth.user"),
    "unknown column": (with_row(NEWS, wings=2), "there is no wings in profiles.newsitem here"),
    "no json": (with_line(NEWS, b"{\n"), "newsitem.jsonl, line 1: it cannot be read"),
    "no row": (with_line(NEWS, b"[1]\n"), "it is no row"),
    "not a number": (with_line(NEWS, b'{"id": NaN}\n'), "it cannot be read"),
    "deep": (with_line(NEWS, b"[" * 200_000 + b"\n"), "it cannot be read (RecursionError)"),
    "NUL": (with_row(NEWS, body="a\0b"), "characters that no text has"),
    "half a letter": (with_row(NEWS, body="\ud800"), "characters that no text has"),
    "an id of the far end": (with_row(NEWS, id=2**63 - 1), "its id is none of ours"),
    "a text as an id": (with_row(NEWS, id="1"), "its id is none of ours"),
    "long": (with_row(NEWS, headline="x" * 201), "newsitem.jsonl, line 1: headline:"),
    "a title of a megabyte": (
        with_row(PAPERS, title="x" * 1_000_000),
        "publication.jsonl, line 1: title: It has 1,000,000 characters; 10,000 are the most",
    ),
    "a long text in another language": (
        with_row(NEWS, translations={"zh-hans": {"body": "x" * 300_001}}),
        "newsitem.jsonl, line 1: translations: It has 300,001 characters; 300,000 are the most",
    ),
    "a number for a text": (with_row(NEWS, headline=5), "headline: It is no text"),
    "a text for a date": (with_row(NEWS, date="soon"), "line 1: date:"),
    "a text for a moment": (with_row(NEWS, published_at="soon"), "line 1: published_at:"),
    "nothing where something must be": (with_row(NEWS, body=None), "body: It is missing"),
    "another's row": (with_row(NEWS, researcher=77), "its researcher is not in the archive"),
    "another's account": (with_row(PEOPLE, owner="admin"), "its owner is not in the archive"),
    "an account by its key": (with_row(PEOPLE, owner=1), "its owner is not in the archive"),
    "no choice of ours": (with_row(PEOPLE, theme="blink"), "theme:"),
    "an address of the site": (with_row(PEOPLE, slug="admin"), "slug:"),
    "an address with a slash": (with_row(PEOPLE, slug="a/b"), "slug:"),
    "a script as a link": (with_row(PAPERS, url="javascript:alert(1)"), "url:"),
    "odd translations": (with_row(NEWS, translations={"zh-hans": 7}), "translations:"),
    "odd fields": (with_row(PAPERS, fields=[["note"]]), "fields: It has not the shape"),
    "a file that it does not hold": (
        with_row("profiles.researcherlink", file="files/9999.pdf"),
        "“files/9999.pdf” is not among its files",
    ),
    "a file that no row names": (
        with_member("files/files/9999.pdf", b"%PDF-1.7 nobody's"),
        "It holds a file that no row of it names: files/9999.pdf",
    ),
    "a lost file out of its folder": (
        with_manifest(lost=["../secret_key"]),
        "a file that no archive has: 'files/../secret_key'",
    ),
    "signs that move the cursor": (
        with_manifest(accounts=["\x1b[2J\nalice"]),
        "\ufffd[2J\ufffdalice",
    ),
    "a file of another folder": (
        with_row(PEOPLE, portrait="files/0123.pdf"),
        "“files/0123.pdf” is not among its files",
    ),
    "two of one address": (
        with_addresses(1, 2),
        "The database refuses a row of it",
    ),
    "not in order": (
        with_addresses(1, 1),
        "the rows do not stand in their order",
    ),
    "a page as a document": (
        with_member("files/files/0123.pdf", b"<script>alert(1)</script>"),
        "files/files/0123.pdf: This is not a PDF",
    ),
    "a page as a picture": (
        portrait(lambda content: b"<html><script>alert(1)</script>"),
        "no picture as we store it",
    ),
    "a picture with a page behind": (
        portrait(lambda content: content + b"<script>alert(1)</script>"),
        "no picture as we store it",
    ),
    "a picture that says where it was taken": (portrait(webp_with_metadata), "as we store it"),
    "half a picture": (portrait(lambda content: content[: len(content) // 2]), "as we store it"),
    "bad name of an account": (with_manifest(accounts=["alice", "a b<script>"]), "The account"),
}  # fmt: skip


@pytest.mark.parametrize("how", BROKEN)
def test_it_is_refused(installation, archive, how):
    before = installation.state()
    spoil, reason = BROKEN[how]
    spoil(archive)
    with pytest.raises(CommandError, match="was not imported, and nothing was changed") as refused:
        archives.restore(archive)
    assert reason in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert installation.state() == before
    assert not (installation.folder.parent / "evil").exists()


def test_a_gigabyte_of_rows_is_not_read(installation, archive, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_ROWS", 1_000_000)
    bomb(archive)
    assert archive.stat().st_size < 500_000
    with pytest.raises(CommandError, match="Its rows take more than 512 MB"):
        archives.restore(archive)


def test_a_long_row_is_not_read_to_its_end(installation, archive, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_ROW", 1_000_000)
    bomb(archive)
    with pytest.raises(CommandError, match="line 1: it is longer than 32 MB"):
        archives.restore(archive)


def test_a_file_that_is_here_under_its_name_stays(installation, archive):
    default_storage.save("files/0123.pdf", ContentFile(b"%PDF-1.7 somebody's own"))
    before = installation.state()
    with pytest.raises(CommandError, match="another upload is stored under this name"):
        archives.restore(archive)
    assert installation.state() == before


def test_a_disk_that_fills_up_on_the_way_leaves_all_as_it_was(installation, archive, monkeypatch):
    before = installation.state()

    def fail(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("exchange.archive.importing.store_renditions", fail)
    with pytest.raises(CommandError, match=r"nothing was changed.*No space left"):
        archives.restore(archive)
    assert installation.state() == before


def test_a_file_that_is_said_to_be_lost_is_not_one_of_here(installation, archive):
    """Else a row could put somebody's draft on show."""
    default_storage.save("files/9999.pdf", ContentFile(b"%PDF-1.7 somebody's draft"))
    with_manifest(lost=["files/9999.pdf"])(archive)
    with pytest.raises(CommandError, match="it was lost there, and another is stored here"):
        archives.restore(archive)
