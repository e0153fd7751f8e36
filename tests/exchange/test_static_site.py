"""export_site: the live pages, but for their links, as files that any web server gives out."""

import re
import stat
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone

from exchange.static_site.addresses import ORIGIN, Address, Links, exported
from exchange.static_site.crawl import Crawl
from exchange.static_site.folder import Folder
from exchange.static_site.pages import PageWriter
from profiles.models import LabNewsItem, NewsItem, Page, ResearcherLink
from publications.models import Publication
from tests.exchange.exported_links import broken_links
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db
BASE = "https://alice.github.io/site"


@pytest.fixture
def lab(alice, settings):
    settings.ORIGIN = ORIGIN
    make_paper("Tides", alice, "Bob Brandt", date="2024", owner=alice, abstract="The *moon*.")
    NewsItem.objects.create(researcher=alice, date="2025", body="Hello [all](/alice-ahlgren/cv/).")
    LabNewsItem.objects.create(headline="A new boat", date="2025", body="She [floats](/).")
    Page.objects.create(researcher=alice, title="Join", slug="join", body='`href="/x/"`')
    return alice


@pytest.fixture
def export(tmp_path):
    def run(base_url=""):
        folder = Folder(tmp_path / "site")
        with folder.opened():
            return Crawl(folder, base_url).run()

    run.folder = tmp_path / "site"
    run.read = lambda name: (run.folder / name).read_text()
    return run


def everything_in(folder):
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_exported_site_has_no_broken_link(export, lab):
    report = export()
    assert report.broken == []
    assert broken_links(export.folder) == []
    for name in ("index.html", "alice-ahlgren/cv/index.html", "publications/tides.bib"):
        assert (export.folder / name).is_file(), name
    assert "She <a" in export.read("news/index.html")
    for name in ("404.html", "robots.txt", ".nojekyll", "alice-ahlgren/join/index.html"):
        assert (export.folder / name).is_file(), name
    for path in export.folder.rglob("*"):  # a server may read it
        assert stat.S_IMODE(path.stat().st_mode) == (0o755 if path.is_dir() else 0o644), path


def test_pages_are_the_live_ones_but_for_their_links(client, export, lab):
    export(BASE)
    changed = re.compile(r' (data-[a-z]+|href|src|srcset|action|content)="[^"]*"')
    for path in ("", "alice-ahlgren/", "news/", "alice-ahlgren/news/", "publications/tides/"):
        live = client.get(f"/{path}").content.decode().replace(ORIGIN, BASE)
        page = export.read(f"{path}index.html")
        assert changed.sub("", page) == changed.sub("", live), path
        assert f'"{BASE}/' in page[page.index("application/ld+json") :]


def test_with_an_address_what_is_read_elsewhere_has_it(export, lab):
    export(f"{BASE}/")
    page = export.read("alice-ahlgren/news/index.html")
    assert f'<link rel="canonical" href="{BASE}/alice-ahlgren/news/">' in page
    assert '<a href="../cv/" rel="noopener">all</a>' in page
    assert f"<loc>{BASE}/publications/tides/</loc>" in export.read("sitemap.xml")
    feed = export.read("alice-ahlgren/news/feed/feed.xml")
    assert f'href="{BASE}/alice-ahlgren/news/feed/feed.xml"' in feed
    assert "A new boat" in export.read("news/feed/feed.xml")
    assert broken_links(export.folder, BASE) == []
    assert 'href="/site/static/' in export.read("404.html")


def test_without_one_links_are_relative_and_what_needs_it_is_left_out(export, lab):
    export()
    assert 'href="/x/"' in export.read("alice-ahlgren/join/index.html"), "a text's own code stays"
    names = {path.name for path in export.folder.rglob("*")}
    assert not {"sitemap.xml", "feed.xml"} & names
    page = export.read("alice-ahlgren/news/index.html")
    assert '<a href="../cv/" rel="noopener">all</a>' in page
    assert not re.search(r' (href|src|action)="/', page)
    for word in ("canonical", "og:url", "og:image", "ld+json", "/feed/", "hreflang"):
        assert word not in page, word
    assert not [
        p for p in export.folder.rglob("*") if p.is_file() and ORIGIN in p.read_text("latin-1")
    ]


def test_a_second_run_writes_only_what_changed(export, lab):
    export()
    before = {path: path.stat().st_mtime_ns for path in export.folder.rglob("*")}
    assert export().counts["written"] == 0
    assert {path: path.stat().st_mtime_ns for path in export.folder.rglob("*")} == before
    Page.objects.update(body="New")
    assert export().counts["written"] == 2  # the page, and the words of the search


def test_what_is_withdrawn_goes(export, lab):
    export()
    Publication.objects.update(published_at=None)
    assert export().counts["removed"] >= 6
    assert not [path for path in export.folder.rglob("*") if "tides" in path.name]
    assert "Tides" not in export.read("alice-ahlgren/index.html")


def test_a_drafts_file_is_never_there(export, lab):
    make_paper("Secret, later", lab, published_at=timezone.now() + timedelta(days=1))
    draft = make_paper("Secret", lab, owner=lab, published_at=None)
    draft.links.create(file=SimpleUploadedFile("a.pdf", b"%PDF-1.7 secret"))
    shown = ResearcherLink(researcher=lab, label="CV")
    shown.file = SimpleUploadedFile("cv.pdf", b"%PDF-1.7 public")
    shown.save()
    export()
    files = [path for path in export.folder.rglob("*.pdf") if "media" in path.parts]
    assert [path.read_bytes() for path in files] == [b"%PDF-1.7 public"]
    assert b"ecret" not in everything_in(export.folder)


def test_both_languages(export, lab):
    lab.translations = {"zh-hans": {"display_name": "爱丽丝"}}
    lab.save()
    export()
    page = export.read("zh-hans/alice-ahlgren/index.html")
    assert "爱丽丝" in page
    assert 'href="../../alice-ahlgren/"' in page
    assert broken_links(export.folder) == []
    assert (export.folder / "zh-hans/search/search.index.json").is_file()
    assert not (export.folder / "zh-hans/publications/tides.bib").exists()  # as in the first


def test_a_link_that_leads_nowhere_is_told(export, lab):
    Page.objects.update(body="[gone](/alice-ahlgren/gone/)")
    assert export().broken == [("/alice-ahlgren/join/", "/alice-ahlgren/gone/")]


def test_pages_of_a_long_list_are_files(export, lab, monkeypatch):
    monkeypatch.setattr("publications.views.ListMixin.paginate_by", 1)
    make_paper("Waves", lab, date="2020")
    export(BASE)
    assert "Waves" in export.read("alice-ahlgren/publications/page/2/index.html")
    second = export.read("alice-ahlgren/publications/view/compact/page/2/index.html")
    assert f'canonical" href="{BASE}/alice-ahlgren/publications/page/2/"' in second
    assert broken_links(export.folder, BASE) == []


@pytest.mark.slow
def test_the_demo_lab(export, settings):
    settings.ORIGIN = ORIGIN
    call_command("demo", verbosity=0)
    assert export(BASE).broken == []
    assert broken_links(export.folder, BASE) == []
    assert ORIGIN.encode() not in everything_in(export.folder)


@pytest.mark.parametrize(
    ("live", "path"),
    [
        ("/a/publications/?page=2&view=compact", "/a/publications/view/compact/page/2/"),
        ("/a/publications/?page=../../../etc", "/a/publications/"),
        ("/a/publications.bib?dialect=biblatex", "/a/publications.biblatex.bib"),
        ("/publications/x.bib?dialect=../x", "/publications/x.bib"),
        ("/zh-hans/publications/x.ris", "/publications/x.ris"),
        ("/a/?page=1", "/a/"),
    ],
)
def test_an_address_has_a_place(live, path):
    assert exported(live).path == path


@pytest.mark.parametrize(
    "path",
    [
        "/../x",
        "/a/%2e%2e/b",
        "/a%2f..%2fb",
        "/.git/hooks/x",
        "/a/\\b",
        "/%00",
        "/a//b",
        f"/{'x' * 300}",
    ],
)
def test_nothing_stands_outside(path):
    assert Address(path).file == ""


@pytest.mark.parametrize(
    ("link", "written"),
    [
        ("/a/", "../"),
        ("./x/", "x/"),
        ("?topic=ai", "./?topic=ai"),
        ("#top", "#top"),
        ("//evil.example/", "//evil.example/"),
        ("https://example.org/a", "https://example.org/a"),
        ("javascript:x", "javascript:x"),
        ("http://[", "http://["),
        ("/a/publications.json", "../publications.json"),
    ],
)
def test_a_link_is_rewritten(link, written):
    page = PageWriter(Links(), lambda live: None)
    html = page.html(f'<a href="{link}">', "/a/publications/", Address("/a/publications/"))
    assert html == f'<a href="{written}">'
