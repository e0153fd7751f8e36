"""All of ../shared in one installation: every public address and every export; minutes of CPU."""

import json
import zipfile
from functools import partial

import pytest

from publications.citations import DIALECTS
from tests.conftest import SHARED
from tests.crawling import Crawl, check_bibtex, check_ris
from tests.exchange.whole_lab import AUTHOR, PEOPLE, fill, manage
from tests.server import serve

# Of thousands that one view answers alike, some: pictures of papers, and what another language
# makes of each paper.
SAMPLED = (
    (r"/cards/publications/", 40),
    (r"/publications/[^/?]+\.bib\?", 4),
    (r"/zh-hans/publications/[^/?]+/$", 20),
    (r"/zh-hans/publications/[^/?]+\.(bib|ris|json)", 40),
    (r"/zh-hans/.*\?", 10),
    (rf"/{AUTHOR}/publications/\?", 2),
)
# What bibtexparser cannot read whoever writes it: a value with \" in it.
UNREADABLE = r"\vphantom{\}}"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The data folder of an installation with all of it."""
    if not SHARED.is_dir():
        pytest.skip("the shared data lies not beside the project")
    data = tmp_path_factory.mktemp("lab")
    fill(data, SHARED)
    return data


def starts():
    of_one = ("", "publications/", "news/", "cv/", "news/feed/", "publications/feed/")
    of_one += ("publications.bib", "publications.ris", "publications.json", "nothing-here/")
    of_one += tuple(f"publications.bib?dialect={dialect}" for dialect in DIALECTS)
    of_lab = ("", "publications/", "news/", "news/feed/", "search/?q=learning", "sitemap.xml")
    of_lab += ("robots.txt", "favicon.ico", "healthz", "readyz", ".well-known/security.txt")
    of_lab += ("nothing/here", "publications/nothing-here/", "publications/nothing.json")
    of_lab += ("zh-hans/", "zh-hans/nothing/", "media/nothing.webp", "publications.json")
    return [*(f"/{p}" for p in of_lab), *(f"/{slug}/{p}" for slug in PEOPLE for p in of_one)]


@pytest.mark.slow
def test_every_public_address(lab):
    with serve(lab) as server:
        crawl = Crawl(server, SAMPLED)
        problems = crawl.run(starts())
    assert problems == []
    assert "Traceback" not in (lab / "log").read_text()
    found = {path for path, status in crawl.answers.items() if status == 200}
    assert {f"/{slug}/publications.json" for slug in PEOPLE} <= found
    assert len([path for path in found if path.startswith("/publications/")]) > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("whose", [None, "qzweng"])
def test_every_export_of_papers(lab, whose):
    options = ("--researcher", whose) if whose else ("--drafts",)
    export = partial(manage, lab, "export_publications", *options, "--format")
    check_ris(export("ris"))
    for dialect in DIALECTS:
        check_bibtex(export("bibtex", "--dialect", dialect), UNREADABLE)
    assert export("bibtex").count("\n@") > 20
    papers = json.loads(export("csl-json"))
    assert len({paper["id"] for paper in papers}) == len(papers) > 20


@pytest.mark.slow
def test_every_other_export(lab, tmp_path):
    files = {"archive": ("export_archive",), "backup": ("backup",)}
    files |= {slug: ("export_person", slug) for slug in PEOPLE}
    for name, command in files.items():
        path = tmp_path / f"{name}.zip"
        manage(lab, *command, path)
        if name != "backup":
            assert zipfile.ZipFile(path).testzip() is None
    manage(lab, "export_archive", tmp_path / "one.zip", "--researcher", AUTHOR)


@pytest.mark.slow
def test_the_site_as_files(lab, tmp_path):
    manage(lab, "collectstatic", "--no-input", "--verbosity", "0")
    manage(lab, "export_site", tmp_path / "site", "--base-url", "https://e.org")
    for path in (tmp_path / "site").rglob("*.json"):
        json.loads(path.read_text())
