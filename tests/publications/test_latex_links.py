"""URLs out of fields."""

import pytest

from publications.latex import hrefs, urls


@pytest.mark.parametrize(
    ("raw", "url"),
    [
        ("https://x.org/~me/a%20b", "https://x.org/~me/a%20b"),
        (r"https://x.org/a\_b\%20c\#d\&e", "https://x.org/a_b%20c#d&e"),
        (r"https://x.org/{\textasciitilde}me", "https://x.org/~me"),
        (r"https://x.org/$\sim$me", "https://x.org/~me"),
        (r"https://x.org/\~{}me--you", "https://x.org/~me--you"),
        (r"\url{https://x.org/a}", "https://x.org/a"),
        ('<a href="https://x.org/a">https://x.org/a</a>', "https://x.org/a"),
        ("mailto:ada@x.org", "mailto:ada@x.org"),
        ("/assets/a.pdf", "/assets/a.pdf"),
        ("a_paper.pdf", "a_paper.pdf"),
    ],
)
def test_url_is_found_in_a_field(raw, url):
    assert next(iter(urls(raw)), "") == url


def test_it_reads_lists():
    assert urls("https://x.org/1, https://x.org/2 https://x.org/1") == [
        "https://x.org/1",
        "https://x.org/2",
    ]


@pytest.mark.parametrize(
    "raw",
    [
        "javascript:alert(1)",
        "JavaScript:x",
        "java\nscript:x",
        "data:text/html,x",
        "//evil.org",
        "",
        "n/a",
    ],
)
def test_it_refuses(raw):
    assert not any("script" in url or "evil" in url or ":" in url for url in urls(raw))


def test_it_finds_links_in_text():
    raw = r"see \href{https://x.org/a\_b}{the \emph{site}} or \url{https://y.org}"
    assert hrefs(raw) == [("https://x.org/a_b", "the site"), ("https://y.org", "https://y.org")]


def test_what_only_looks_like_a_tag_stays_in_an_address():
    address = "http://dx.doi.org/10.5555/(SICI)1097(1998)17:15<1661::AID-SIM968>3.0.CO;2-2"
    assert urls(address) == [address]
