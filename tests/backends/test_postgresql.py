"""The main job on PostgreSQL: migrate, create, import twice, look at the pages."""

import json

import pytest

from tests.backends.conftest import Site

pytestmark = pytest.mark.postgresql

BIBTEX = """
@article{ahlgren2021tides, title={Tides in {Small} Lakes}, author={Ahlgren, Alice and Brandt, Bob},
  journal={Journal of Lakes}, year={2021}, doi={10.5555/tides}}
@inproceedings{ahlgren2023waves, title={Waves, $k$ at a Time}, author={Alice Ahlgren},
  booktitle={Proceedings of the Water Conference}, year={2023}, month=mar}
"""


@pytest.fixture
def site(tmp_path, postgresql_url):
    site = Site(tmp_path, DATABASE_URL=postgresql_url)
    site.manage("migrate", "--verbosity", "0")
    site.manage("create_researcher", "Alice Ahlgren", "--publish")
    return site


def test_second_import_changes_nothing_on_postgresql(site, tmp_path):
    file = tmp_path / "papers.bib"
    file.write_text(BIBTEX)
    arguments = ["import_bibtex", str(file), "--researcher", "alice-ahlgren", "--json"]
    assert json.loads(site.manage(*arguments))["created"] == 2
    assert json.loads(site.manage(*arguments))["unchanged"] == 2
    status, html = site.get("/alice-ahlgren/publications/")
    assert status == 200
    assert "Tides in Small Lakes" in html


def test_the_newest_paper_stands_first(site, tmp_path):
    file = tmp_path / "papers.bib"
    file.write_text(BIBTEX)
    site.manage("import_bibtex", str(file), "--researcher", "alice-ahlgren")
    _status, html = site.get("/alice-ahlgren/publications/")
    assert html.index("at a Time") < html.index("Tides in Small Lakes")


def test_rows_made_after_an_import_get_keys_of_their_own(site, tmp_path):
    file = tmp_path / "papers.bib"
    file.write_text(BIBTEX)
    site.manage("import_bibtex", str(file))
    code = (
        "from publications.models import Authorship, Publication;"
        "paper = Publication.objects.create(title='Typed', slug='typed');"
        "Authorship.objects.create(publication=paper, family='Zhu');"
        "print(Publication.objects.count(), Authorship.objects.count())"
    )
    assert site.manage("shell", "--verbosity", "0", "-c", code).split() == ["3", "4"]


def test_a_changed_entry_changes_its_paper(site, tmp_path):
    file = tmp_path / "papers.bib"
    file.write_text(BIBTEX)
    site.manage("import_bibtex", str(file))
    file.write_text(BIBTEX.replace("Journal of Lakes", "Annals of Lakes"))
    report = json.loads(site.manage("import_bibtex", str(file), "--json"))
    assert (report["updated"], report["unchanged"]) == (1, 1)


def test_an_import_is_undone(site, tmp_path):
    file = tmp_path / "papers.bib"
    file.write_text(BIBTEX)
    site.manage("import_bibtex", str(file), "--researcher", "alice-ahlgren")
    file.write_text(BIBTEX.replace("Lakes}, year", "Ponds}, year"))
    site.manage("import_bibtex", str(file), "--researcher", "alice-ahlgren")
    assert "0 papers taken back, 1 restored, 0 kept." in site.manage("undo_import", "2")
    assert "Journal of Lakes" in site.manage("export_publications")
    assert "2 papers taken back, 0 restored, 0 kept." in site.manage("undo_import", "1")
    assert not site.manage("export_publications").strip()
