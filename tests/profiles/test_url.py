import pytest
from django.core.exceptions import ValidationError

from profiles.identifiers import clean_url, validate_target, validate_url


def refusal(text, check=clean_url):
    with pytest.raises(ValidationError) as caught:
        check(text)
    return " ".join(caught.value.messages)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "http://example.org:8080/a_(b)?c=d#e",
        "HTTPS://Example.org/",
        "https://例子.中国/页",
        "https://example.org/paper.pdf]",
        "https://example.org/~ada/",
        "mailto:ada@example.org",
        "mailto:ada@example.org?subject=Hello",
    ],
)
def test_good_address_is_kept(url):
    assert clean_url(url) == url
    validate_url(url)


def test_it_takes_off_outer_blanks():
    assert clean_url(" https://example.org\n") == "https://example.org"


def test_nothing_stays_nothing():
    assert clean_url("  ") == ""


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt://example.org/%0aalert(1)",
        "data:text/html,x",
        "vbscript:x",
        "ftp://example.org/",
        "file:///etc/passwd",
        "//example.org/",
        "/about/",
        "blob:https://example.org/x",
    ],
)
def test_it_refuses_another_scheme(url):
    assert "https://" in refusal(url)


@pytest.mark.parametrize("blank", list(" \t\n\0\u2028\u202e\u200b\xa0\x7f"))
def test_it_refuses_blanks_and_controls_inside(blank):
    assert "invisible" in refusal(f"https://exam{blank}ple.org/")


@pytest.mark.parametrize("url", ["https:\\\\example.org", 'https://a.org/"x', "https://a.org/<x>"])
def test_it_refuses_what_breaks_out(url):
    assert "inside" in refusal(url)


@pytest.mark.parametrize(
    "url", ["https://ada:secret@example.org/", "https://example.org@evil.test/"]
)
def test_it_refuses_credentials(url):
    assert "password" in refusal(url)


@pytest.mark.parametrize(
    "url", ["https://", "https:///x", "https:example.org", "http://[::1", "https://a.org:port/"]
)
def test_it_refuses_an_address_without_a_site(url):
    assert "no site" in refusal(url)


@pytest.mark.parametrize("url", ["mailto:", "mailto:ada", "mailto:a@b.org?subject=x%0Abcc:c@d.org"])
def test_it_refuses_a_broken_mail_address(url):
    assert "e-mail" in refusal(url)


def test_it_suggests_the_missing_beginning():
    assert "https://www.example.org/x?" in refusal("www.example.org/x")
    assert "mailto:ada@example.org" in refusal("ada@example.org")


def test_a_stored_address_has_no_outer_blanks():
    assert "blanks" in refusal(" https://example.org", validate_url)


@pytest.mark.parametrize("path", ["publications/", "cv/", "talks", ""])
def test_a_redirect_stays_on_the_pages(path):
    validate_target(path)


@pytest.mark.parametrize(
    "path", ["//evil.test", "/x", "https://evil.test", "../admin/", "%2e%2e/x", "a\\b", "a b"]
)
def test_a_redirect_refuses_to_leave(path):
    assert refusal(path, validate_target)
