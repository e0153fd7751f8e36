"""One box takes all links that are pasted, and knows the services."""

import pytest
from django.urls import reverse

from profiles.models import Researcher
from profiles.models.people import read_links
from tests.isolation.forms import sent_by


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("github.com/alice", [("https://github.com/alice", "github", "")]),
        ("GitHub: alice", [("https://github.com/alice", "github", "")]),
        ("Google Scholar: https://scholar.google.de/citations?user=a", [("", "scholar", "")]),
        ("https://www.linkedin.com/in/alice/", [("", "linkedin", "")]),
        ("de.linkedin.com/in/alice", [("", "linkedin", "")]),
        ("zh.wikipedia.org/wiki/A", [("", "wikipedia", "")]),
        ("@alice@hci.social", [("https://hci.social/@alice", "mastodon", "")]),
        ("Mastodon: https://hci.social/@alice", [("", "mastodon", "")]),
        ("My code: github.com/alice", [("https://github.com/alice", "github", "My code")]),
        ("Lab – https://lab.example.org", [("https://lab.example.org", "website", "Lab")]),
        ("0000-0002-1825-0097", [("https://orcid.org/0000-0002-1825-0097", "orcid", "")]),
        (
            "My code is at https://github.com/alice, and I post at https://x.com/alice.",
            [("https://github.com/alice", "github", ""), ("https://x.com/alice", "x", "")],
        ),
        ("ORCID: 0000-0002-1825-0097", [("https://orcid.org/0000-0002-1825-0097", "orcid", "")]),
        ("Please do visit the page of my lab: lab.example.org", [("", "website", "")]),
        ("alice@example.org", []),
        ("hello there", []),
        ("javascript:alert(1)", []),
    ],
)
def test_what_a_line_holds(line, read):
    found = read_links(line)
    assert [(kind, label) for _url, kind, label in found] == [pair[1:] for pair in read]
    for (url, *_rest), (expected, *_more) in zip(found, read, strict=True):
        assert url == expected or not expected


@pytest.fixture
def send(at_work, alice):
    address = reverse("admin:profiles_researcher_change", args=[alice.pk])

    def send(*lines):
        boxes = {"pasted_links": "\r\n".join(lines)}
        return at_work.post(address, sent_by(at_work.get(address)) | boxes)

    return send


def stored(alice):
    return list(alice.links.values_list("kind", "url", "label"))


def test_links_are_stored_in_their_order(send, alice):
    assert send("github.com/alice", "dblp.org/pid/1", "lab.example.org", "a.example.org")
    assert stored(alice) == [
        ("github", "https://github.com/alice", ""),
        ("dblp", "https://dblp.org/pid/1", ""),
        ("website", "https://lab.example.org", ""),
        ("website", "https://a.example.org", "a.example.org"),
    ]


def test_rows_that_stay_are_not_touched(send, alice):
    cv = alice.links.create(kind="cv", url="https://example.org/cv.pdf", label="CV")
    cv.translations = {"zh-hans": {"label": "简历"}}
    cv.save()
    slides = alice.links.create(kind="other", file="files/a.pdf", label="Slides")
    send("github.com/alice", "CV: https://example.org/cv.pdf")
    assert [link.kind for link in alice.links.all()] == ["github", "cv", "other"]
    assert alice.links.get(pk=cv.pk).translations == cv.translations
    assert alice.links.filter(pk=slides.pk).exists()


def test_a_line_that_is_taken_out_is_deleted(send, alice):
    alice.links.create(kind="github", url="https://github.com/alice")
    send("")
    assert stored(alice) == []


def test_the_orcid_has_its_own_column(send, alice):
    send("https://orcid.org/0000-0002-1825-0097", "github.com/alice")
    assert Researcher.objects.get().orcid == "0000-0002-1825-0097"
    assert len(stored(alice)) == 1
    send("github.com/alice")
    assert Researcher.objects.get().orcid == ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hello there", "No web address in “hello there”."),
        ("https://user:word@example.org/", "user name and password"),
        ("https://orcid.org/0000-0002-1825-0098", "ORCID"),
    ],
)
def test_what_is_no_link_is_said_and_stays(send, alice, line, why):
    answer = send(line, "github.com/alice")
    assert why in answer.text
    assert "github.com/alice" in answer.text
    assert stored(alice) == []


def test_the_form_has_them_as_they_are_typed(send, at_work, alice):
    send("My code: github.com/alice", "0000-0002-1825-0097")
    box = sent_by(at_work.get(reverse("admin:profiles_researcher_change", args=[alice.pk])))
    assert box["pasted_links"].splitlines() == [
        "https://orcid.org/0000-0002-1825-0097",
        "My code: https://github.com/alice",
    ]


def test_two_editors_of_them_choose(send, at_work, alice):
    address = reverse("admin:profiles_researcher_change", args=[alice.pk])
    form = sent_by(at_work.get(address))
    send("github.com/alice")
    answer = at_work.post(address, form | {"pasted_links": "gitlab.com/alice"})
    assert "_answer-pasted_links" in answer.text
    assert "https://github.com/alice" in answer.text
    again = sent_by(answer)
    again["_answer-pasted_links"] = "theirs"
    assert at_work.post(address, again).status_code == 302
    assert [url for _kind, url, _label in stored(alice)] == ["https://github.com/alice"]
