"""What machines ask for by name: robots.txt, security.txt, favicon.ico."""

import pytest


def test_robots_txt_hides_admin_and_search(client, db):
    response = client.get("/robots.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    text = response.content.decode()
    assert "Disallow: /admin/" in text
    assert "Disallow: /zh-hans/search/" in text
    assert "Sitemap: http://testserver/sitemap.xml" in text


def test_it_names_the_configured_origin(client, settings):
    settings.ORIGIN = "https://lab.example"
    assert "Sitemap: https://lab.example/sitemap.xml" in client.get("/robots.txt").content.decode()


def test_security_txt_is_absent_without_a_contact(client, db):
    assert client.get("/.well-known/security.txt").status_code == 404


def test_security_txt_names_the_contact(client, settings):
    settings.SECURITY_CONTACTS = ["mailto:security@lab.example", "https://lab.example/security"]
    settings.SECURITY_LANGUAGES = ["en", "sv"]
    text = client.get("/.well-known/security.txt").content.decode()
    contacts = "Contact: mailto:security@lab.example\nContact: https://lab.example/security\n"
    assert text.startswith(f"{contacts}Expires: ")
    assert "Preferred-Languages: en, sv\n" in text
    assert "Canonical: http://testserver/.well-known/security.txt\n" in text


def test_the_favicon_is_found(client):
    assert client.get("/favicon.ico")["Location"].startswith("/static/favicon")


@pytest.mark.parametrize("path", ["/robots.txt", "/favicon.ico", "/healthz", "/readyz"])
def test_it_takes_no_post(client, path):
    assert client.post(path).status_code == 405
