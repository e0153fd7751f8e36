"""Two exports of one lab's papers, a year apart, under one name or under two.

Every change is told, nothing of either is lost, and a third import changes nothing.
"""

import io

import pytest
from django.core.management import call_command

from publications.fields import COLUMNS
from publications.models import Publication, Source
from tests.publications.importing import DATA, dump

pytestmark = pytest.mark.django_db
OLD, NEW = (DATA / "exports" / f"lab_{year}.bib" for year in (2024, 2025))


def run(text, folder, name):
    path, out = folder / name, io.StringIO()
    path.write_text(text)
    call_command("import_bibtex", str(path), stdout=out)
    return out.getvalue()


@pytest.fixture(params=["lab.bib", "lab_2025.bib"], ids=["one name", "two names"])
def second(request, tmp_path):
    """What the second import tells; and a function that imports again."""
    run(OLD.read_text(), tmp_path, "lab.bib")
    return run(NEW.read_text(), tmp_path, request.param), lambda: run(
        NEW.read_text(), tmp_path, request.param
    )


def paper(doi):
    return Publication.objects.get(doi=doi)


def names(work):
    return [row.name for row in work.authorships.all()]


def field(work, name):
    return {item.strip() for key, raw in work.fields if key == name for item in raw.split(",")}


def test_second_export_updates_the_papers(second):
    told, _again = second
    assert Publication.objects.count() == 8
    drift = paper("10.5555/cl.4.11")
    assert names(drift) == ["Alice Maria Ahlgren", "Bob Brandt"]
    assert (drift.issue, drift.abstract) == ("2", "We follow seeds.")
    assert "authors: A. Ahlgren, B. Brandt → Alice Maria Ahlgren, Bob Brandt" in told
    assert "issue: nothing → 2" in told
    assert {"seagrass", "seeds"} <= field(drift, "keywords")


def test_a_preprint_that_was_published_is_a_version(second):
    told, _again = second
    maps = paper("10.5555/mm.24")
    assert (maps.container_title, maps.year, maps.arxiv) == ("Maps and Models", 2024, "2303.01234")
    assert (maps.et_al, len(names(maps))) == (False, 3)
    assert maps.versions.get().arxiv == "2303.01234"
    assert "container_title: nothing → Maps and Models" in told
    assert "date: 2023 → 2024" in told


def test_another_key_of_a_paper_is_an_alias_or_the_new_one(second):
    told, _again = second
    buoys = paper("10.5555/rsd.23")
    assert names(buoys) == ["Bob Brandt", "Zoe Zhu", "Alice Ahlgren"]
    assert {"brandt2023counting"} <= field(buoys, "ids") | {buoys.citation_key}
    assert "Counting Bouys from Orbit" in told
    assert "Counting Buoys from Orbit" in told


def test_what_came_out_has_its_date(second):
    told, _again = second
    tides = Publication.objects.get(title="Tides in Closed Harbours")
    assert (tides.year, tides.volume, tides.status, tides.date_text) == (2024, "9", "published", "")
    assert "status: in-press → published" in told


def test_what_is_another_work_stays_one(second):
    assert Publication.objects.filter(title="Counting Things at Sea").count() == 2
    assert Publication.objects.filter(title="Frequently Asked Questions").count() == 2


@pytest.mark.parametrize("name", ["lab.bib", "lab_2025.bib"])
def test_every_change_is_told(tmp_path, name):
    run(OLD.read_text(), tmp_path, "lab.bib")
    before = {work.pk: work for work in Publication.objects.all()}
    told = run(NEW.read_text(), tmp_path, name)
    changed = {
        (column, str(getattr(work, column)))
        for work in Publication.objects.filter(pk__in=before)
        for column in COLUMNS
        if getattr(work, column) != getattr(before[work.pk], column)
    }
    assert len(changed) >= 10
    assert not [pair for pair in changed if f"changes {pair[0]}: " not in told]


def test_nothing_of_the_new_file_is_lost(second):
    """Each of its entries is a source as it stands; the preprint's entry is still there."""
    entries = NEW.read_text().split("\n\n")[1:]
    stored = set(Source.objects.values_list("raw", flat=True))
    assert {entry.strip() for entry in entries} <= {raw.strip() for raw in stored}
    assert Source.objects.filter(raw__contains="arXiv").exists()


def test_a_third_import_changes_nothing(second):
    _told, again = second
    before = dump()
    assert "7 entries: 7 unchanged." in again()
    assert dump() == before


def test_both_exports_in_one_run_tell_each_join(tmp_path):
    old, new = tmp_path / "old.bib", tmp_path / "new.bib"
    old.write_text(OLD.read_text())
    new.write_text(NEW.read_text())
    out = io.StringIO()
    call_command("import_bibtex", str(old), str(new), stdout=out)
    assert out.getvalue().count(f"is one paper with {old}:") == 5
    assert Publication.objects.count() == 8
