"""Old addresses in an exported site: as pages, and as rules for hosts that know some."""

import importlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import clear_url_caches

import config.urls
from exchange.static_site.addresses import ORIGIN
from exchange.static_site.crawl import Crawl
from exchange.static_site.folder import Folder
from profiles.models import FormerSlug, Page, Redirect
from publications.models import FormerAddress
from tests.exchange.exported_links import broken_links
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db


def reload_urls():
    importlib.reload(config.urls)
    clear_url_caches()


@pytest.fixture
def alone(alice, bob, settings):
    """Alice's own site, with a past."""
    settings.ORIGIN, settings.SINGLE_RESEARCHER = ORIGIN, alice.slug
    reload_urls()
    paper = make_paper("Tides", alice)
    FormerAddress.objects.create(slug="tide", publication=paper)
    FormerSlug.objects.create(slug="alice", researcher=alice)
    Page.objects.create(researcher=alice, title="Secret", slug="secret", published_at=None)
    old = {"/about/": "cv/", "/home.html": "", "/files/My CV.pdf": "cv/", "/x": "secret/"}
    old['/say "x"/'] = "cv/"  # no rule could hold it
    for path, target in old.items():
        Redirect.objects.create(researcher=alice, old_path=path, target=target)
    pdf = Redirect(researcher=alice, old_path="/files/cv.pdf")
    pdf.file = SimpleUploadedFile("cv.pdf", b"%PDF-1.7 cv")
    pdf.save()
    Redirect.objects.create(researcher=bob, old_path="/bob/", target="cv/")
    yield alice
    settings.SINGLE_RESEARCHER = ""
    reload_urls()


def test_old_address_is_exported_as_a_redirecting_page(alone, tmp_path):
    folder = Folder(tmp_path / "site")
    with folder.opened():
        report = Crawl(folder, "https://alice.github.io").run()

    def leads_to(name):
        html = (tmp_path / "site" / name).read_text()
        return html.partition("0; url=")[2].partition('"')[0]

    host = "https://alice.github.io"
    assert leads_to("about/index.html") == "../cv/"
    assert leads_to("home.html") == "./"
    assert leads_to("publications/tide/index.html") == "../tides/"
    assert leads_to("alice/cv/index.html") == "../../cv/"
    assert leads_to("alice-ahlgren/publications/index.html") == "../../publications/"
    assert (tmp_path / "site/files/cv.pdf").read_bytes() == b"%PDF-1.7 cv"
    assert report.files_only_redirected == ["/files/My CV.pdf"]
    assert "Alice Ahlgren" in (tmp_path / "site/index.html").read_text()
    names = {path.name for path in (tmp_path / "site").iterdir()}
    assert {"x", "bob", "secret", "bob-brandt"} & names == set()
    netlify = (tmp_path / "site/_redirects").read_text().splitlines()
    assert "/about/ /cv/ 301" in netlify
    assert "/files/My%20CV.pdf /cv/ 301" in netlify
    assert "/alice/* /:splat 301" in netlify
    assert "/news/feed/ /news/feed/feed.xml 301" not in netlify  # she has none
    assert "/publications/feed/ /publications/feed/feed.xml 301" in netlify
    apache = (tmp_path / "site/.htaccess").read_text().splitlines()
    assert apache[0] == "ErrorDocument 404 /404.html"
    assert "AddCharset utf-8 .bib .ris .txt" in apache  # Apache sends them without
    assert 'RedirectMatch 301 "^/about/?$" "/cv/"' in apache
    assert 'RedirectMatch 301 "^/files/My\\ CV\\.pdf/?$" "/cv/"' in apache
    assert not [line for line in (*netlify, *apache) if "say" in line]
    assert broken_links(tmp_path / "site", host) == []


def test_with_a_base_url_pages_still_work_wherever_they_stand(alone, tmp_path):
    folder = Folder(tmp_path / "site")
    with folder.opened():
        Crawl(folder, "https://alice.github.io").run()
    page = (tmp_path / "site/cv/index.html").read_text()
    assert '<link rel="canonical" href="https://alice.github.io/cv/">' in page
    assert 'href="../publications/"' in page
    assert 'href="../static/css/' in page


def test_no_rule_of_a_lab_leads_away_from_anothers_pages(alice, bob, settings, tmp_path):
    """Apache's would, even where a page is."""
    settings.ORIGIN = ORIGIN
    type(bob).objects.filter(pk=bob.pk).update(old_paths_at_root=True)
    FormerSlug.objects.create(slug="alice-ahlgren", researcher=bob)
    for path in ("/about/", "/alice-ahlgren/old/", "/%61lice-ahlgren/older/", "/new-colleague/"):
        Redirect.objects.create(researcher=bob, old_path=path, target="cv/")
    folder = Folder(tmp_path / "site")
    with folder.opened():
        Crawl(folder, "https://lab.github.io").run()
    apache, netlify = ((tmp_path / "site" / n).read_text() for n in (".htaccess", "_redirects"))
    assert 'RedirectMatch 301 "^/about/?$" "/bob-brandt/cv/"' in apache
    for rules in (apache, netlify):
        olds = [line.removeprefix('RedirectMatch 301 "^') for line in rules.splitlines()]
        assert not [old for old in olds if old.startswith(("/alice", "/new", "/%61"))]
    assert not (tmp_path / "site/alice-ahlgren/old").exists()
