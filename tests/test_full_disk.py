"""A full disk is said, keeps what was typed, and loses nothing that was there."""

import errno
import io
import re
import sqlite3
import sys

import pytest
from django.core.files.storage import FileSystemStorage
from django.db import OperationalError, connection, connections
from django.test import Client, RequestFactory

import manage
from config import views
from profiles.disk import storage_error
from profiles.models import Researcher
from publications.models import PendingImport, Publication
from tests.exchange.conftest import installation, lived_in  # noqa: F401 fixtures
from tests.profiles.test_admin_state import NEWS as SHORT
from tests.website.test_media import picture

LONG = "Kelp grows fast. " * 2000
NEWS = SHORT | {"body": LONG, "_save": "Save"}
BIBTEX = "".join(f"@article{{k{n}, title={{Kelp {n}}}, year={{2020}}}}\n" for n in range(500))


def fill_up():
    """The database takes no page more: a real “database or disk is full”."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # tests before have left free pages
        cursor.execute("PRAGMA max_page_count = 1")  # never less than there are


def make_room():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1000000")


@pytest.fixture
def at_alices(lived_in):  # noqa: F811
    client = Client(raise_request_exception=False)
    client.force_login(Researcher.objects.get().owner)
    return client


def lines(caplog):
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


def test_full_disk_keeps_what_was_typed(at_alices, caplog):
    fill_up()
    caplog.clear()
    response = at_alices.post("/admin/profiles/newsitem/add/", NEWS)
    html = response.content.decode()
    assert response.status_code == 507
    assert "The disk of this site is full. Nothing was saved. What you typed is still here" in html
    assert LONG.strip() in html
    why = "The disk of this site is full. (database or disk is full)"
    assert lines(caplog) == [f"POST /admin/profiles/newsitem/add/ {why}"]
    make_room()
    assert at_alices.post("/admin/profiles/newsitem/add/", NEWS).status_code == 302
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_form_that_fails_in_the_last_moment_is_not_said_to_be_saved(at_alices, monkeypatch):
    """Django has queued its “was added successfully” by the commit."""
    commits = iter([error(code=sqlite3.SQLITE_FULL)])

    def commit():
        if failure := next(commits, None):
            raise OperationalError("database or disk is full") from failure.__cause__

    monkeypatch.setattr(connections["default"], "_commit", commit)
    response = at_alices.post("/admin/profiles/newsitem/add/", NEWS)
    assert response.status_code == 507
    for page in (response, at_alices.get("/admin/")):
        assert "successfully" not in page.content.decode()


def test_pages_are_read_on(at_alices):
    fill_up()
    for path in ("/alice-ahlgren/", "/admin/", "/admin/profiles/newsitem/add/"):
        assert at_alices.get(path).status_code == 200


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_portrait_that_does_not_fit(at_alices, monkeypatch, is_kept):
    alice = Researcher.objects.get()
    before = alice.portrait.name

    def fail(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = f"/admin/profiles/researcher/{alice.pk}/change/"
    form = at_alices.get(path).context["adminform"].form
    data = {name: form[name].value() or "" for name in form.fields if name != "portrait"}
    formsets = at_alices.get(path).context["inline_admin_formsets"]
    for formset in (each.formset for each in formsets):
        data |= {f"{formset.prefix}-{n}_FORMS": 0 for n in ("TOTAL", "INITIAL")}
    data |= {"headline": "Kelp", "portrait": picture(300)}
    monkeypatch.setattr(FileSystemStorage, "_save", fail)
    if not is_kept:
        monkeypatch.setattr("uploads.kept.Path.open", fail)
    response = at_alices.post(path, data)
    assert response.status_code == 507
    html = response.content.decode()
    assert ("choose it again" in html) != is_kept
    assert ('name="portrait-kept"' in html) == is_kept
    assert re.search(r">\s*Kelp</textarea>", html)
    alice.refresh_from_db()
    assert (alice.portrait.name, alice.headline) == (before, "")
    assert alice.portrait.storage.exists(before)


def test_an_import_keeps_what_was_pasted(at_alices):
    fill_up()
    alice = Researcher.objects.get()
    data = {"text": BIBTEX, "researcher": alice.pk, "update": "fill", "state": "publish"}
    response = at_alices.post("/admin/publications/importbatch/add/", data)
    assert response.status_code == 507
    assert "The disk of this site is full. Nothing was saved." in response.content.decode()
    assert "@article{k499" in response.content.decode()
    assert not PendingImport.objects.exists()


@pytest.mark.parametrize("password", ["alice-password", "wrong"])
def test_signing_in_says_so_and_not_whether_the_password_was_right(at_alices, password):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")  # as on a disk that is read-only
    data = {"username": "alice", "password": password}
    response = Client(raise_request_exception=False).post("/admin/login/", data)
    assert response.status_code == 503
    assert "The disk of this site cannot be written just now." in response.content.decode()
    assert not response.cookies.get("sessionid")


def test_any_other_form_leads_back_to_what_was_typed(monkeypatch):
    try:
        raise OSError(errno.EDQUOT, "Disk quota exceeded")
    except OSError:
        response = views.server_error(RequestFactory().post("/"))
    assert response.status_code == 507
    assert "what you typed is still in the form" in response.content.decode()


def test_a_disk_that_is_read_only_is_another_matter():
    try:
        raise OSError(errno.EROFS, "Read-only file system")
    except OSError:
        response = views.server_error(RequestFactory().get("/"))
    assert (response.status_code, response["Retry-After"]) == (503, "60")
    html = response.content.decode()
    assert "The disk of this site cannot be written just now." in html
    assert "make room" not in html


def error(code="", sqlstate=""):
    cause = sqlite3.OperationalError("what SQLite says")
    cause.sqlite_errorcode, cause.sqlstate = code or 0, sqlstate
    wrapper = RuntimeError("a view failed")
    wrapper.__cause__ = cause
    return wrapper


@pytest.mark.parametrize(
    ("failure", "status"),
    [
        (error(code=sqlite3.SQLITE_FULL), 507),
        (error(code=sqlite3.SQLITE_IOERR | 3 << 8), 503),
        (error(code=sqlite3.SQLITE_READONLY), 503),
        (error(sqlstate="53100"), 507),
        (error(sqlstate="25006"), 503),
        (error(code=sqlite3.SQLITE_CONSTRAINT), None),
        (error(sqlstate="40001"), None),
        (FileNotFoundError(errno.ENOENT, "No such file"), None),
        (ValueError(errno.ENOSPC), None),
    ],
)
def test_which_errors_are_a_disks(failure, status):
    found = storage_error(failure)
    assert (found and found.status) == status


def test_a_command_says_it_in_one_line(at_alices, settings, tmp_path, monkeypatch, capsys):
    settings.STATIC_ROOT = tmp_path / "static"
    file = tmp_path / "kelp.bib"
    file.write_text(BIBTEX)
    monkeypatch.setattr(sys, "argv", ["manage.py", "import_bibtex", str(file)])
    fill_up()
    with pytest.raises(SystemExit) as refused:
        manage.main()
    assert refused.value.code == (
        "The disk of this site is full. (database or disk is full) Once that is mended, run this "
        "again: it was not finished."
    )
    assert "Traceback" not in capsys.readouterr().err
    assert list(Publication.objects.values_list("slug", flat=True)) == ["tides"]


# --- /readyz --------------------------------------------------------------------------------------


def ready(caplog):
    caplog.clear()
    response = Client().get("/readyz")
    text = f"ok {views.settings.VERSION}\n" if response.status_code == 200 else "not ready\n"
    assert response.text == text
    return response.status_code, lines(caplog)


@pytest.mark.django_db
def test_it_is_not_ready_where_nothing_can_be_written(settings, monkeypatch, caplog):
    assert ready(caplog) == (200, [])

    class Full(io.BytesIO):
        def flush(self):
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self):
            pass

    monkeypatch.setattr(views, "TemporaryFile", lambda **options: Full())
    why = f"/readyz: {settings.DATA_DIR} cannot be written (No space left on device)"
    settings.MEDIA_ROOT = settings.DATA_DIR
    assert ready(caplog) == (503, [why])


@pytest.mark.django_db
def test_it_is_not_ready_without_static_files(settings, tmp_path, caplog):
    backend = {"BACKEND": "config.static.StaticStorage", "OPTIONS": {"location": tmp_path / "s"}}
    settings.STORAGES = settings.STORAGES | {"staticfiles": backend}
    why = "/readyz: static files are missing: run manage.py collectstatic"
    assert ready(caplog) == (503, [why])
