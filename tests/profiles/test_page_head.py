"""What a page says of itself to search engines and to those who share it."""

import json
import re

import pytest

from profiles.schema_org import script

pytestmark = pytest.mark.django_db
JSON_LD = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)


def get(client, path="/alice-ahlgren/"):
    return client.get(path).content.decode()


def test_it_works(client, alice):
    html = get(client)
    assert "<title>Alice Ahlgren" in html
    assert '<link rel="canonical" href="http://testserver/alice-ahlgren/">' in html
    assert '<meta property="og:type" content="profile">' in html


def test_it_describes_the_page_by_the_headline(client, alice):
    alice.headline = "Works on [sheaves](https://example.org)."
    alice.save()
    assert '<meta name="description" content="Works on sheaves.">' in get(client)


def test_it_begins_addresses_with_the_configured_origin(client, alice, settings):
    settings.ORIGIN = "https://lab.example"
    assert '<link rel="canonical" href="https://lab.example/alice-ahlgren/">' in get(client)


def test_it_leaves_the_query_out_of_the_canonical_address(client, alice):
    assert 'canonical" href="http://testserver/alice-ahlgren/"' in get(
        client, "/alice-ahlgren/?a=1"
    )


def test_it_describes_the_person_as_json_ld(client, alice):
    alice.orcid = "0000-0002-1825-0097"
    alice.save()
    data = json.loads(JSON_LD.search(get(client))[1])
    assert data["@type"] == "ProfilePage"
    person = data["mainEntity"]
    assert (person["givenName"], person["familyName"]) == ("Alice", "Ahlgren")
    assert person["url"] == "http://testserver/alice-ahlgren/"
    assert person["sameAs"] == ["https://orcid.org/0000-0002-1825-0097"]


def test_it_keeps_a_protected_email_out_of_json_ld(client, alice):
    alice.email, alice.email_display = "alice@example.org", "protected"
    alice.save()
    assert "alice@example.org" not in get(client)


def test_it_cannot_be_left_by_a_closing_tag():
    text = script({"name": "</script><script>alert(1)</script><!-- & "})
    assert "<" not in text
    assert json.loads(text)["name"].startswith("</script>")


def test_it_leaves_out_what_is_empty():
    assert script({"name": "A", "email": "", "sameAs": [], "image": None}) == '{"name":"A"}'


def test_it_loads_nothing_from_another_host(client, alice):
    loaded = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"', get(client))
    assert loaded
    assert all(url.startswith(("/", "http://testserver/")) for url in loaded)
