"""Public pages and style sheets travel small; the admin's pages are never compressed."""

import gzip
from pathlib import Path

import brotli
import pytest
from django.http import HttpResponse
from django.template.loader import get_template
from django.test import RequestFactory
from django.urls import reverse

from config.middleware import CompressionMiddleware
from config.static import inline_imports, minify, minify_script, without_idle_blanks

PACKED = {"headers": {"accept-encoding": "gzip"}}


@pytest.mark.django_db
def test_public_page_is_compressed(client, alice):
    packed = client.get("/alice-ahlgren/", **PACKED)
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == client.get("/alice-ahlgren/").content


@pytest.mark.django_db
@pytest.mark.parametrize("taken", ["br", "gzip, deflate, br, zstd"])
def test_a_browser_that_takes_brotli_gets_it(client, alice, taken):
    packed = client.get("/alice-ahlgren/", headers={"accept-encoding": taken})
    assert packed["Content-Encoding"] == "br"
    assert packed["Vary"] == "Accept-Encoding"
    assert packed["Content-Length"] == str(len(packed.content))
    assert brotli.decompress(packed.content) == client.get("/alice-ahlgren/").content


@pytest.mark.parametrize("coding", ["br", "gzip"])
def test_an_etag_of_the_unpacked_is_weak(coding):
    """One that a view has set; the others are of the bytes that are sent."""
    text = HttpResponse("tides " * 99, headers={"ETag": '"1"'})
    request = RequestFactory().get("/", headers={"accept-encoding": coding})
    request.resolver_match = None
    packed = CompressionMiddleware(lambda _request: text)(request)
    assert (packed["Content-Encoding"], packed["ETag"]) == (coding, 'W/"1"')


@pytest.mark.django_db
def test_an_answer_is_the_same_each_time(client, alice):
    first, second = (client.get("/alice-ahlgren/", **PACKED).content for _ in range(2))
    assert first == second


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["admin:index", "admin:login", "admin:profiles_newsitem_add"])
def test_the_admin_is_not_compressed(client, alice, name):
    client.force_login(alice.owner)
    assert "Content-Encoding" not in client.get(reverse(name), **PACKED)


def test_a_sheet_loses_its_comments_and_blanks():
    assert minify("/* Why. */\na:hover,\nb {\n  color: red;\n}\n") == "a:hover,b{color:red}"


def test_a_sheet_keeps_the_blanks_that_mean_something():
    sheet = (
        "@media (min-width: 2rem) { .a .b :is( i, b ) { width: calc(1px + 2px); font: 1px / 2 a } }"
    )
    kept = "@media (min-width:2rem){.a .b :is(i,b){width:calc(1px + 2px);font:1px/2 a}}"
    assert minify(sheet) == kept


def test_a_sheet_keeps_its_strings():
    assert minify('a::after { content: ", /* 0.5 */ ;}"; }') == 'a::after{content:", /* 0.5 */ ;}"}'


def test_a_sheet_keeps_its_numbers():
    assert minify("a > b { margin: 0.5rem 0 10.5px; flex: 0 0 1; }") == (
        "a>b{margin:.5rem 0 10.5px;flex:0 0 1}"
    )


def test_a_sheet_holds_its_parts():
    sheet = inline_imports(
        '@import url("site/tokens.css");@import url("site/print.0123456789ab.css");'
    )
    assert "--paper:" in sheet
    assert "@media print" in sheet
    assert "@import" not in sheet


@pytest.mark.django_db
def test_a_packed_page_has_a_strong_etag_of_its_own(client, alice):
    etags = {client.get("/alice-ahlgren/", **options)["ETag"] for options in (PACKED, {})}
    assert len(etags) == 2
    assert all(etag.startswith('"') for etag in etags)


def test_a_template_loses_its_indentation():
    """And keeps its ends of lines, which are blanks between words; a text template keeps all."""
    page = get_template("profiles/contents.html").template.source
    assert "\n<ul" in page
    assert "\n " not in page
    mail = get_template("accounts/invitation.txt").template
    assert mail.source == Path(mail.origin.name).read_text()


def test_a_template_has_no_lines_of_tags_alone():
    source = "<b>a</b>\n  {% if x %}\n    <i>b</i>\n  {% endif %}\n  {% include x %}\n<u>c</u>"
    short = "<b>a</b>\n{% if x %}<i>b</i>\n{% endif %}{% include x %}\n<u>c</u>"
    assert without_idle_blanks(source) == short


def test_a_line_that_is_not_there_leaves_no_blank_one():
    source = "<p>\n{% if a %}<b>{{ a }}</b>{% endif %}\n</p>"
    assert without_idle_blanks(source) == "<p>{% if a %}\n<b>{{ a }}</b>{% endif %}\n</p>"


def test_a_script_loses_its_comments():
    script = '/* Why. */\nlet a = "https://x.example"; // an address\n  // and more\nb();\n'
    assert minify_script(script) == 'let a = "https://x.example";\nb();\n'
