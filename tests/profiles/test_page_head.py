"""What a page says of itself to search engines and to those who share it."""

import json
import re

import pytest

from profiles.models import Affiliation, Award, Education, NewsItem, Researcher, Section
from profiles.schema_org import script, subjects

pytestmark = pytest.mark.django_db
JSON_LD = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)


def get(client, path="/alice-ahlgren/"):
    return client.get(path).content.decode()


def test_head_has_title_canonical_and_type(client, alice):
    html = get(client)
    assert "<title>Alice Ahlgren" in html
    assert '<link rel="canonical" href="http://testserver/alice-ahlgren/">' in html
    assert '<meta property="og:type" content="profile">' in html


def test_it_describes_the_page_by_the_headline(client, alice):
    alice.headline = "Works on [sheaves](https://example.org)."
    alice.save()
    words = "Alice Ahlgren. Works on sheaves."
    assert f'<meta name="description" content="{words}">' in get(client)


def test_title_and_description_say_where_one_works(client, alice):
    place = {"role": "Professor", "organisation": "Uppsala University"}
    Affiliation.objects.create(researcher=alice, **place)
    html = get(client)
    assert "<title>Alice Ahlgren, Uppsala University · Vitae</title>" in html
    assert 'content="Alice Ahlgren, Professor, Uppsala University."' in html


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
    assert person["sameAs"] == [person["identifier"]["url"]]
    assert person["sameAs"] == ["https://orcid.org/0000-0002-1825-0097"]


def test_it_keeps_a_protected_email_out_of_json_ld(client, alice):
    alice.email, alice.email_display = "alice@example.org", "protected"
    alice.save()
    assert "alice@example.org" not in get(client)


def test_it_cannot_be_left_by_a_closing_tag():
    text = script({"name": "</script><script>alert(1)</script><!-- & \u2028"})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text)["name"].startswith("</script>")


def test_it_leaves_out_what_is_empty():
    assert script({"name": "A", "email": "", "sameAs": [], "image": None}) == '{"name":"A"}'


def test_it_loads_nothing_from_another_host(client, alice):
    loaded = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"', get(client))
    assert loaded
    assert all(url.startswith(("/", "#", "http://testserver/")) for url in loaded)


def test_it_tells_what_the_home_page_shows(client, alice):
    Researcher.objects.update(
        interests="- Sheaves\n- *Topoi*", native_name="爱丽丝", other_names="A former name"
    )
    Education.objects.create(researcher=alice, organisation="Uppsala", end="2001")
    Education.objects.create(researcher=alice, organisation="Lund")
    Award.objects.create(researcher=alice, name="Prize")
    person = json.loads(JSON_LD.search(get(client))[1])["mainEntity"]
    assert person["alternateName"] == ["爱丽丝"]
    assert person["knowsAbout"] == ["Sheaves", "Topoi"]
    assert [school["name"] for school in person["alumniOf"]] == ["Uppsala"]
    assert person["award"] == ["Prize"]


def test_it_does_not_tell_what_is_hidden_there(client, alice):
    Award.objects.create(researcher=alice, name="Prize")
    Section.objects.create(researcher=alice, kind="awards", is_shown=False)
    assert "Prize" not in get(client)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/alice-ahlgren/", ["Vitae", "Alice Ahlgren"]),
        ("/alice-ahlgren/cv/", ["Vitae", "Alice Ahlgren", "CV"]),
        ("/alice-ahlgren/publications/", ["Vitae", "Alice Ahlgren", "Publications"]),
    ],
)
def test_it_tells_the_way_to_the_page(client, alice, path, names):
    [trail] = [data for data in blocks(client, path) if data["@type"] == "BreadcrumbList"]
    assert [step["name"] for step in trail["itemListElement"]] == names
    assert trail["itemListElement"][-1]["item"] == f"http://testserver{path}"


def test_the_directory_lists_its_people_and_its_search(client, alice, bob):
    site, page = blocks(client, "/")
    assert site["potentialAction"]["target"]["urlTemplate"].endswith("/search/?q={query}")
    assert len(page["mainEntity"]["itemListElement"]) == 2


@pytest.mark.parametrize("path", ["/publications/?q=x", "/alice-ahlgren/publications/?year=2020"])
def test_a_filtered_list_is_no_page_of_its_own(client, alice, path):
    html = get(client, path)
    assert '<meta name="robots" content="noindex, follow">' in html
    assert "canonical" not in html
    assert '"ItemList"' not in html


def test_a_further_page_of_a_list_is(client, alice):
    NewsItem.objects.bulk_create(
        NewsItem(researcher=alice, date="2024", body="x") for _ in range(101)
    )
    html = get(client, "/alice-ahlgren/news/?page=2&a=1")
    assert 'canonical" href="http://testserver/alice-ahlgren/news/?page=2"' in html


def blocks(client, path):
    return [json.loads(text) for text in JSON_LD.findall(get(client, path))]


@pytest.mark.parametrize(
    ("interests", "told"),
    [
        ("- Sheaves\n- *Topoi*, and more", ["Sheaves", "Topoi, and more"]),
        ("Sheaves, topoi; **logic**.", ["Sheaves", "topoi", "logic"]),
        ("逻辑、计算机", ["逻辑", "计算机"]),
        ("I study sheaves, and their topoi.", []),
        ("Sheaves matter. Topoi, too.", []),
        ("", []),
    ],
)
def test_interests_are_subjects_where_they_are_listed(interests, told):
    assert subjects(interests) == told
