"""The home page: who it is, how to reach them, what they have done."""

import pytest

from profiles.models import Advisorship, Affiliation, Experience, ResearcherLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, alice):
    def get(**fields):
        type(alice).objects.filter(pk=alice.pk).update(**fields)
        return client.get("/alice-ahlgren/").content.decode()

    return get


def test_home_shows_the_name(page):
    assert "<h1" in page()
    assert "Alice Ahlgren" in page()


def test_it_marks_the_language_of_the_name_in_its_own_script(page):
    html = page(native_name="翁祈桢", native_language="zh-Hans")
    assert '<span class="native-name" lang="zh-Hans">翁祈桢</span>' in html


def test_it_shows_initials_in_place_of_a_portrait(page):
    html = page()
    assert ">AA</span>" in html
    assert "<img" not in html


def test_it_hides_a_hidden_email(page):
    assert "alice@" not in page(email="alice@example.org", email_display="hidden")


def test_it_never_writes_a_protected_email_plainly(page):
    html = page(email="alice@example.org", email_display="protected")
    assert "alice [at] example [dot] org" in html
    assert "alice@example.org" not in html


def test_it_links_a_plain_email(page):
    html = page(email="alice@example.org", email_display="plain")
    assert '<a href="mailto:alice@example.org">' in html


def test_it_links_the_orcid(page):
    assert "https://orcid.org/0000-0002-1825-0097" in page(orcid="0000-0002-1825-0097")


def test_it_names_each_link(page, alice):
    ResearcherLink.objects.create(researcher=alice, kind="github", url="https://example.org/a")
    own = {"kind": "other", "label": "My notes", "url": "https://example.org/n"}
    ResearcherLink.objects.create(researcher=alice, **own)
    html = page()
    assert '<a href="https://example.org/a" rel="me">GitHub</a>' in html
    assert '<a href="https://example.org/n" rel="me">My notes</a>' in html


def test_it_lists_successive_advisors_with_their_periods(page, alice):
    Advisorship.objects.create(researcher=alice, name="Grete", start="2019", end="2021")
    Advisorship.objects.create(researcher=alice, name="Max", start="2021", end="present")
    html = page()
    assert "2019 – 2021" in html
    assert "2021 – present" in html


def test_it_shows_affiliations(page, alice):
    Affiliation.objects.create(researcher=alice, role="Professor", organisation="Göttingen")
    assert "Göttingen" in page()


def test_an_affiliation_without_an_end_says_since_when(page, alice):
    Affiliation.objects.create(researcher=alice, organisation="Göttingen", start="2021")
    assert '<span class="fact-when">since 2021</span>' in page()


def test_an_experience_of_another_kind_needs_no_role(page, alice):
    Experience.objects.create(researcher=alice, organisation="Uppsala", kind="other")
    html = page()
    assert "Uppsala" in html
    assert ">Other<" not in html


def test_it_renders_markdown_safely(page):
    html = page(biography="**Bold** <script>alert(1)</script>")
    assert "<strong>Bold</strong>" in html
    assert "<script>alert" not in html


def test_it_groups_experience_by_organisation(page, alice):
    for role in ("Professor", "Postdoc"):
        Experience.objects.create(researcher=alice, role=role, organisation="Uppsala")
    html = page()
    assert html.count("Uppsala") == 1
    assert html.index("Uppsala") < html.index("Professor")
    assert "Postdoc" in html


def test_it_keeps_nested_bullets(page, alice):
    Experience.objects.create(
        researcher=alice, role="Lead", description="- one\n  - two\n    - three"
    )
    html = page()
    assert html[html.index("one") : html.index("three")].count("<ul>") == 2


def test_the_portrait_stands_on_the_chosen_side(client, alice):
    assert 'class="profile profile-start"' in client.get("/alice-ahlgren/").content.decode()
    type(alice).objects.update(portrait_side="end")
    assert 'class="profile profile-end"' in client.get("/alice-ahlgren/").content.decode()
