"""The folder of an exported site: files of others stay; a killed export is ended or forgotten."""

import io
import os
from zipfile import ZipFile

import pytest

from exchange.static_site.folder import Archive, ExportError, Folder


def write(path, files, *, force=False, commit=True):
    folder = Folder(path, force=force)
    with folder.opened():
        for name, text in files.items():
            folder.add(name, text.encode())
        return folder.commit() if commit else None


def read(path):
    files = (each for each in path.rglob("*") if each.is_file())
    names = {str(each.relative_to(path)): each.read_text() for each in files}
    return {name: text for name, text in names.items() if not name.startswith(".vitae-site/")}


def test_unchanged_files_stay_and_stale_ones_go(tmp_path):
    assert write(tmp_path / "site", {"index.html": "a", "a/b.txt": "b"})["written"] == 2
    assert read(tmp_path / "site") == {"index.html": "a", "a/b.txt": "b"}
    done = write(tmp_path / "site", {"index.html": "c"})
    assert done == {"written": 1, "unchanged": 0, "removed": 1}
    assert read(tmp_path / "site") == {"index.html": "c"}
    assert not (tmp_path / "site" / "a").exists()


def test_files_of_others_stay(tmp_path):
    others = {"CNAME": "alice.org", ".git/config": "x", "README.md": "y", "a/mine.txt": "z"}
    for name in [name for name in others if name != "a/mine.txt"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(others[name])
    write(tmp_path, {"index.html": "a", "a/b.txt": "b"})
    (tmp_path / "a/mine.txt").write_text("z")
    write(tmp_path, {"index.html": "a"})
    assert read(tmp_path) == others | {"index.html": "a"}


def test_a_folder_of_others_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(ExportError, match=r"thesis\.tex.*--force"):
        write(tmp_path, {"index.html": "a"})
    assert read(tmp_path) == {"thesis.tex": "years of work"}
    write(tmp_path, {"index.html": "a"}, force=True)
    assert read(tmp_path) == {"thesis.tex": "years of work", "index.html": "a"}


@pytest.mark.parametrize("name", ["a/index.html", "a", "a/index.html/x"])
def test_a_file_of_ones_own_is_not_replaced(tmp_path, name):
    write(tmp_path, {"index.html": "a"})
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text("mine")
    with pytest.raises(ExportError, match="files of your own"):
        write(tmp_path, {"index.html": "b", name: "c"})
    assert read(tmp_path) == {"index.html": "a", "a/index.html": "mine"}


def test_it_writes_through_no_link(tmp_path):
    (tmp_path / "outside").mkdir()
    write(tmp_path / "site", {"index.html": "a"})
    (tmp_path / "site/media").symlink_to(tmp_path / "outside")
    with pytest.raises(ExportError, match="files of your own"):
        write(tmp_path / "site", {"index.html": "a", "media/a.webp": "b"})
    assert not any((tmp_path / "outside").iterdir())


def test_a_file_and_a_folder_change_places(tmp_path):
    write(tmp_path, {"a/index.html": "a", "b": "b"})
    write(tmp_path, {"a": "file", "b/c/index.html": "folder"})
    assert read(tmp_path) == {"a": "file", "b/c/index.html": "folder"}


def test_what_was_not_put_in_its_place_is_forgotten(tmp_path):
    write(tmp_path, {"index.html": "a"})
    write(tmp_path, {"index.html": "b"}, commit=False)
    assert read(tmp_path) == {"index.html": "a"}
    assert not (tmp_path / ".vitae-site/new").exists()


@pytest.mark.parametrize("steps", range(6))
def test_a_killed_one_is_ended_by_the_next(tmp_path, monkeypatch, steps):
    old = {"index.html": "a", "old/index.html": "b", "style.css": "c"}
    new = {"index.html": "A", "new/index.html": "B", "style.css": "C"}
    write(tmp_path, old)
    done = []

    def killed(self, name=None, *, inner):
        if len(done) == steps:
            raise KeyboardInterrupt
        done.append(name)
        return inner(self, name)

    import exchange.static_site.folder as module

    replace, remove = module.os.replace, Folder._remove
    monkeypatch.setattr(module.os, "replace", lambda a, b: killed(a, b, inner=replace))
    monkeypatch.setattr(Folder, "_remove", lambda self, name: killed(self, name, inner=remove))
    try:
        write(tmp_path, new)
    except KeyboardInterrupt:
        now = read(tmp_path)
        assert all(text in (old.get(name), new.get(name)) for name, text in now.items())
        assert "index.html" in now
        if now["index.html"] == "A":  # what it leads to is there
            assert now["new/index.html"] == "B"
        if "old/index.html" not in now:
            assert now["index.html"] == "A"
    monkeypatch.undo()
    write(tmp_path, new)
    assert read(tmp_path) == new


def test_two_at_once_are_refused(tmp_path):
    with Folder(tmp_path).opened(), pytest.raises(ExportError, match="Another export"):
        write(tmp_path, {"index.html": "a"})


def test_a_web_server_may_read_it_whatever_the_umask(tmp_path):
    before = os.umask(0o077)
    try:
        write(tmp_path / "site", {"cv/index.html": "a"})
    finally:
        os.umask(before)
    assert (tmp_path / "site/cv/index.html").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "site/cv").stat().st_mode & 0o777 == 0o755


def test_of_another_version(tmp_path):
    write(tmp_path, {"index.html": "a"})
    (tmp_path / ".vitae-site/files").write_text("vitae-site 9\nindex.html\n")
    with pytest.raises(ExportError, match="vitae-site 9"):
        write(tmp_path, {"index.html": "b"})


def test_a_zip_file_is_the_same_each_time():
    def made():
        out = io.BytesIO()
        archive = Archive(out)
        with archive.opened():
            archive.add("index.html", b"a")
            archive.add("a.webp", b"b")
        return out.getvalue()

    assert made() == made()
    with ZipFile(io.BytesIO(made())) as archive:
        assert archive.read("index.html") == b"a"
        assert archive.getinfo("index.html").external_attr >> 16 == 0o100644
