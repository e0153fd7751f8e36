"""The archive holds every column of every row about a person; generated from the models."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.sessions.models import Session
from django.db.models import FileField

from profiles.models import NewsItem
from tests.personal_data.marked import MARK
from website import personal_data
from website.personal_data import Person, personal_tables, write_archive

HELD = [table for table in personal_tables() if table.model is not Session]
each_table = pytest.mark.parametrize("table", HELD, ids=lambda table: table.label)
# What lets one in, what another may have written, and from where another came.
LEFT_OUT = {
    "auth.user": {"password"},
    "otp_totp.totpdevice": {"key"},
    "otp_static.statictoken": {"token"},
    "admin.logentry": {"object_repr", "change_message"},
}
ELSEWHERE = {"ip_address", "user_agent", "http_accept", "get_data", "post_data", "session_hash"}


@pytest.fixture(scope="module")
def opened(everywhere):
    out = BytesIO()
    assert write_archive(everywhere.researcher, out) == []
    return ZipFile(out)


@pytest.fixture(scope="module")
def record(opened):
    return json.loads(opened.read("record.json"))


def left_out(table):
    return ELSEWHERE if table.label.startswith("axes.") else LEFT_OUT.get(table.label, set())


def columns(table):
    fields = [*table.model._meta.concrete_fields, *table.model._meta.many_to_many]
    return {field.name for field in fields} - left_out(table)


def test_archive_holds_readme_bibtex_and_csl(opened, record):
    assert record["format"] == "vitae-person 1"
    assert MARK in opened.read("README.txt").decode()
    assert MARK in opened.read("publications.bib").decode()
    assert json.loads(opened.read("publications.json"))[0]["title"].startswith(MARK)


@each_table
def test_every_column_is_there(record, table):
    """Not? Then a column is new to `without` or `describe` of its table, or its row to `rows`."""
    [row] = record["rows"][table.label]
    assert columns(table) <= set(row)
    assert columns(table) <= set(record["columns"][table.label])
    assert not left_out(table) & set(row)


@each_table
def test_every_text_is_there(everywhere, record, table):
    said = json.dumps(record["rows"][table.label])
    row, names = everywhere.rows[table.label], columns(table)
    fields = [f for f in row._meta.concrete_fields if f.name in names and not f.is_relation]
    texts = [str(getattr(row, field.name)) for field in fields]
    assert [text for text in texts if text.startswith(MARK) and text not in said] == []


def test_every_upload_is_there(everywhere, opened):
    fields = [(r, f) for r in everywhere.rows.values() for f in r._meta.concrete_fields]
    uploads = {getattr(row, f.name).name for row, f in fields if isinstance(f, FileField)}
    stored = {name for name in opened.namelist() if name.startswith("files/")}
    assert stored == {f"files/{name}" for name in uploads}
    assert all(MARK in opened.read(name).decode() for name in stored)


def test_an_upload_that_is_lost_is_named(alice):
    alice.portrait = "portraits/lost.webp"
    alice.save()
    out = BytesIO()
    assert write_archive(alice, out) == ["portraits/lost.webp"]
    assert "portraits/lost.webp" in ZipFile(out).read("README.txt").decode()


def test_a_person_without_an_account_has_one_too(alice):
    alice.owner = None
    alice.save()
    rows = personal_data.record(Person(alice))["rows"]
    assert set(rows) == {"profiles.researcher"}


def test_an_address_that_led_to_a_row_that_is_gone_is_in_it(alice):
    item = NewsItem.objects.create(researcher=alice, date="2025", body="High water")
    alice.redirects.create(old_path="/tides/", news_item=item)
    key = item.pk
    item.delete()
    [redirect] = personal_data.record(Person(alice))["rows"]["profiles.redirect"]
    assert redirect["news_item"] == key
