"""Real sites of the three systems, and homepages alone: read whole, once, and taken back.

They are other people's and lie beside the project; without them these tests skip.
"""

import re
from shutil import copytree

import pytest

from exchange.site_import import importer
from exchange.site_import.report import NOT_UNDERSTOOD, as_json, counts
from exchange.site_import.tree import Tree
from profiles.models import Picture, Redirect, Researcher
from publications.importer import undo
from publications.models import ImportBatch
from tests.conftest import make_researcher
from tests.exchange.site_import.importing import dump
from tests.profiles.test_markdown_upload import GIF

pytestmark = pytest.mark.django_db
SITES = {
    "wutianyuan1": ("Tianyuan Wu", {"publication": 14, "newsitem": 12, "teaching": 4}),
    "chenyu-jiang": ("Chenyu Jiang", {"publication": 4}),
    "qzweng": ("Qizhen Weng", {"publication": 24, "newsitem": 7, "award": 4}),
    "AFDWang": ("Yujie Wang", {"publication": 11, "newsitem": 14}),
}
PICTURE = re.compile(r"[\w-][\w./-]*\.(?:png|jpe?g|gif|webp)\b", re.I)
SEEDS = ("000", "001", "002", "003", "004")


def run(path, researcher, **options):
    tree = Tree.open(path, **options)
    return importer.run(tree, researcher, by_operator=True)


def new(plan):
    return {kind: sum(actions.values()) for kind, actions in counts(plan).items()}


def losses(plan):
    """What nobody asked for, as "file:line key"."""
    report = as_json(plan)
    return [
        f"{one['file']}:{one['line']} {one.get('key', '')}"
        for one in (*report["files"], *report["keys"])
        if one["status"] == NOT_UNDERSTOOD
    ]


@pytest.mark.parametrize("site", SITES)
def test_a_site(site, shared, client):
    name, counted = SITES[site]
    researcher = make_researcher(name)
    before = dump()
    plan, number = run(shared / "sites" / site, researcher)
    found = new(plan)
    assert {kind: found.get(kind) for kind in counted} == counted
    assert losses(plan) == []
    for redirect in Redirect.objects.all():
        answer = client.get(f"{researcher.get_absolute_url()}{redirect.old_path[1:]}", follow=True)
        assert answer.status_code == 200, redirect.old_path
    again, none = run(shared / "sites" / site, researcher)
    assert none is None, [s for s in again.rows if s.writes] or again.papers.steps
    undo.undo(ImportBatch.objects.get(pk=number), by_operator=True)
    assert dump() == before


@pytest.mark.parametrize("site", SITES)
def test_pictures_of_a_site(site, shared, client, tmp_path):
    """They were left out of the shared files: each that a file names is one of ours here."""
    folder = copytree(shared / "sites" / site, tmp_path / site)
    texts = [path.read_text(errors="ignore") for path in folder.rglob("*") if path.is_file()]
    for name in {name for text in texts for name in PICTURE.findall(text)}:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(GIF)
    researcher = make_researcher(SITES[site][0])
    run(folder, researcher)
    logos = researcher.experience_set.exclude(organisation_logo="")
    stored = {row.image.name for row in Picture.objects.all()}
    stored |= set(logos.values_list("organisation_logo", flat=True))
    led = {}
    for redirect in Redirect.objects.filter(old_path__iregex=r"\.(png|jpe?g|gif|webp)$"):
        url = f"{researcher.get_absolute_url()}{redirect.old_path[1:]}"
        assert client.get(url, follow=True).status_code == 200, redirect.old_path
        led[redirect.file.name] = client.get(url).status_code
    assert stored - led.keys() == set()
    assert set(led.values()) == {301}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_homepage_alone(seed, shared):
    researcher = make_researcher("Robin Example")
    before = dump()
    path = next((shared / "seeds").glob(f"{seed}_*.txt"))
    plan, number = run(path, researcher, repair_encoding=True)
    assert losses(plan) == []
    assert Researcher.objects.get(pk=researcher.pk).biography
    _again, none = run(path, researcher, repair_encoding=True)
    assert none is None
    undo.undo(ImportBatch.objects.get(pk=number), by_operator=True)
    assert dump() == before
