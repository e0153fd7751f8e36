"""A database of the first version, with a row in every table, becomes today's; nothing is lost."""

import json

import pytest

from tests.backends.conftest import Site

# Of the first migrations, by their own models: those of today have other columns.
FILL = """
import datetime, json, uuid
from django.db import connection, models
from django.db.migrations.executor import MigrationExecutor

FIRST = [(app, "0001_initial") for app in ("history", "profiles", "publications", "website")]
NOW = datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC)
executor = MigrationExecutor(connection)
executor.migrate([*FIRST, *[n for n in executor.loader.graph.leaf_nodes() if n[0] == "sessions"]])
old = executor.loader.project_state(FIRST).apps
# Found by these later on; whatever else may be empty is.
FILLED = {"published_at", "owner", "researcher", "publication"}
KINDS = {
    "JSONField": {}, "BooleanField": True, "SlugField": "kelp", "BinaryField": b"kelp",
    "PictureField": "portraits/kelp-48x48.webp", "DocumentField": "files/kelp.pdf",
    "EmailField": "kelp@example.org", "UUIDField": uuid.UUID(int=7),
}
rows = {}

def value(model, field):
    if field.remote_field:
        return row(field.related_model)
    if field.choices:
        return field.choices[0][0]
    if field.has_default() and not isinstance(field, models.CharField | models.TextField):
        return field.get_default()
    kind = type(field).__name__
    if kind == "DateTimeField":
        return NOW
    if "Date" in kind or kind == "PeriodsField":
        return "2021"
    if field.name.endswith("language"):
        return "en"
    if isinstance(field, models.IntegerField):
        return 1
    if isinstance(field, models.CharField | models.TextField) and kind not in KINDS:
        text = ("https://example.org/" if "url" in field.name else "Kelp ") + model._meta.model_name
        return text[: field.max_length or 99]
    return KINDS.get(kind, "kelp")

def row(model):
    if model._meta.label not in rows:
        wanted = [
            field for field in model._meta.fields
            if field.name in FILLED or not (field.null or field.primary_key)
        ]
        rows[model._meta.label] = None  # a row that refers to itself has nobody to refer to
        values = {field.name: value(model, field) for field in wanted}
        rows[model._meta.label] = model.objects.create(**values)
    return rows[model._meta.label]

for model in old.get_models():
    if model._meta.app_label in dict(FIRST):
        row(model)
print(json.dumps({
    label: {
        name: text for name, text in type(one).objects.values().get().items()
        if isinstance(text, str) and text.startswith(("Kelp", "https", "2021"))
    }
    for label, one in rows.items()
}))
"""
# What of those texts is there no more.
LOST = """
import json
from django.apps import apps
lost = []
for label, values in json.loads(r'''TEXTS''').items():
    model = apps.get_model(label.replace("NotTheSame", "NotDuplicate"))
    now = model._base_manager.values().first() or {}
    lost += [(label, name) for name, text in values.items() if now.get(name) != text]
print(json.dumps(lost))
"""


def upgraded(site):
    texts = json.loads(site.manage("shell", "--no-imports", "--verbosity", "0", "-c", FILL))
    assert len(texts) > 30
    site.manage("migrate", "--verbosity", "0")
    code = LOST.replace("TEXTS", json.dumps(texts))
    lost = json.loads(site.manage("shell", "--no-imports", "--verbosity", "0", "-c", code))
    assert lost == []
    site.manage("migrate", "--check")
    [backup] = site.data.glob("backups/*.zip")
    site.manage("restore", "--dry-run", str(backup))
    return site


def pages_answer(site):
    for path in (
        "/",
        "/kelp/",
        "/kelp/publications/",
        "/kelp/news/",
        "/kelp/cv/",
        "/publications/",
    ):
        status, html = site.get(path)
        assert (status, "Kelp" in html) == (200, True), path


@pytest.mark.slow
def test_first_version_migrates_with_all_rows(tmp_path):
    pages_answer(upgraded(Site(tmp_path)))


@pytest.mark.postgresql
def test_on_postgresql(tmp_path, postgresql_url):
    pages_answer(upgraded(Site(tmp_path, DATABASE_URL=postgresql_url)))
