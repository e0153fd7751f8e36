"""What is missing, stale or broken on a record, and the field that mends it."""

from datetime import date

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType

from profiles.markdown_editor import url_mistake
from profiles.models import Affiliation, Experience, NewsItem, Researcher
from website import checks

TODAY = date(2026, 11, 21)


def found(researcher, today=TODAY):
    groups = checks.find_issues(Researcher.objects.get(pk=researcher.pk), today)
    return {group.check.name: group.issues for group in groups}


def test_broken_links_are_found_with_their_field(alice):
    alice.biography = "See [it]((https://example.org/a)) and [that](https://example.org/b.pdf])."
    alice.save()
    first, second = found(alice)["links"]
    assert first.subject == "Biography"
    assert first.url.endswith(f"/researcher/{alice.pk}/change/?_part=biography")
    assert "bracket" in first.detail
    assert "b.pdf] " in second.detail


def test_a_record_in_order_has_nothing_to_mend(alice):
    alice.biography = "See [it](https://example.org/a_(b)) and [the list](publications/)."
    alice.save()
    assert found(alice) == {}


@pytest.mark.parametrize(
    "url",
    [
        "((https://example.org",
        "https://example.org/a.pdf]",
        "https://example.org/a)",
        "https://example.org/a,",
        "https://example.org/a%20",
        "https://https://example.org",
        "https:/example.org",
        "www.example.org/a",
        "example.org/a",
        "http://own.example/a",
        "https://me:secret@example.org",
        "http://[",
    ],
)
def test_an_address_that_looks_wrong(url):
    assert url_mistake(url, frozenset({"own.example"}))


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/a_(b)",
        "https://own.example/a",
        "http://example.org/",
        "mailto:ada@example.org",
        "/files/cv.pdf",
        "publications/",
        "paper.html",
        "#news",
        "https://example.org/?q=a%20b",
    ],
)
def test_an_address_that_looks_right(url):
    assert url_mistake(url, frozenset({"own.example"})) == ""


def test_a_link_that_did_not_become_one(alice):
    NewsItem.objects.create(researcher=alice, date="2026", body="[a](https://x.example/a b)")
    assert "https://x.example/a b" in found(alice)["links"][0].detail


def test_damage_is_offered_repaired_and_not_applied(alice):
    alice.headline = "GrÃ¼Ãe from MÃ¼nchen"
    alice.save()
    row = found(alice)["encoding"][0]
    assert "MÃ¼nchen" in row.detail
    assert "München" in row.repaired
    alice.refresh_from_db()
    assert "MÃ¼nchen" in alice.headline


def test_a_position_whose_end_has_passed(alice):
    Experience.objects.create(researcher=alice, role="Postdoc", end="expected 2025")
    Experience.objects.create(researcher=alice, role="Professor", end="expected 2026")
    assert [row.detail for row in found(alice)["passed"]] == ["expected 2025"]


def test_an_affiliation_that_outlasts_the_position(alice):
    Affiliation.objects.create(researcher=alice, role="Student", organisation="HKUST")
    Experience.objects.create(researcher=alice, organisation="HKUST", start="2020", end="2024")
    row = found(alice)["passed"][0]
    assert row.url.endswith("?_part=affiliations")
    Experience.objects.create(researcher=alice, organisation="hkust", start="2024", end="present")
    assert "passed" not in found(alice)


def test_final_year_of_more_than_a_year_ago(alice):
    text = "I am a final-year Ph.D. candidate."
    Researcher.objects.update(biography=text, created_at="2025-10-01T00:00Z")
    assert found(alice)["overtaken"][0].url.endswith("?_part=biography")
    assert "overtaken" not in found(alice, date(2026, 9, 1))


def test_final_year_that_was_written_again_since(alice):
    text = "A final-year student."
    Researcher.objects.update(biography=text, created_at="2024-10-01T00:00Z")
    entry = LogEntry.objects.create(
        user=alice.owner,
        content_type=ContentType.objects.get_for_model(alice),
        object_id=alice.pk,
        action_flag=CHANGE,
        change_message='[{"changed": {"fields": ["Biography"]}}]',
    )
    LogEntry.objects.filter(pk=entry.pk).update(action_time="2026-10-01T00:00Z")
    assert "overtaken" not in found(alice)


def test_pictures_without_a_description(alice):
    alice.biography = "![](/media/pictures/a-1x1.webp)"
    alice.save()
    Researcher.objects.update(portrait="portraits/a-1x1.webp")
    urls = [row.url for row in found(alice)["pictures"]]
    assert [url.partition("=")[2] for url in urls] == ["portrait_alt", "biography"]


def test_a_reference_that_leads_nowhere(alice):
    NewsItem.objects.create(researcher=alice, date="2026", body="[[PipeMorph]] and `[@code]`")
    assert [row.detail for row in found(alice)["references"]] == ["[[PipeMorph]]"]


def test_what_is_no_problem_is_not_shown_again_until_it_changes(alice):
    alice.biography = "[a](www.example.org)"
    alice.save()
    checks.dismiss(alice, found(alice)["links"][0].key("links"))
    assert found(alice) == {}
    alice.biography = "[a](www.example.com)"
    alice.save()
    assert len(found(alice)["links"]) == 1


def test_nothing_of_a_colleague_is_looked_at(alice, bob):
    bob.biography = "[a](www.example.org)"
    bob.save()
    assert found(alice) == {}
