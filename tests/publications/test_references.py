"""What a researcher's `[@key]` and `[[Short name]]` lead to."""

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from profiles.markup import plain_text, render_inline, survey
from profiles.markup.parser import doubt
from profiles.models import NewsItem, Page
from publications.models import Authorship, Publication, Source, Venue, Version
from publications.references import label, short_title
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper(alice):
    venue = Venue.objects.create(name="Networked Systems", short_name="NSDI")
    return make_paper(
        "PipeMorph: Pipelines that change",
        alice,
        short_name="PipeMorph",
        citation_key="wang:2026/pipe.morph+x",
        entry_type="inproceedings",
        venue=venue,
        date="2026",
    )


def fresh(researcher):
    """As the next page loads it: what it has looked up is forgotten."""
    return type(researcher).objects.get(pk=researcher.pk)


def shown(typed, researcher):
    return str(render_inline(typed, fresh(researcher)))


def test_key_and_short_name_become_a_link(alice, paper):
    for typed in ("[@wang:2026/pipe.morph+x]", "[[PipeMorph]]"):
        assert shown(typed, alice) == (
            f'<a href="/publications/{paper.slug}/" class="citation" '
            'title="PipeMorph: Pipelines that change" rel="noopener">PipeMorph, NSDI\'26</a>'
        )


@pytest.mark.parametrize("typed", ["[[ PIPEmorph ]]", "[@WANG:2026/pipe.morph+X]"])
def test_case_and_blanks_do_not_count(alice, paper, typed):
    assert "<a" in shown(typed, alice)


def test_other_names_of_a_paper(alice, paper):
    Version.objects.create(publication=paper, title="PipeMorph", citation_key="preprint")
    Source.objects.create(publication=paper, citation_key="of-a-file", entry_type="x", checksum="1")
    for typed in ("[@preprint]", "[@of-a-file]", f"[@{paper.slug}]", f"[[{paper.title}]]"):
        assert f"/publications/{paper.slug}/" in shown(typed, alice), typed


@pytest.mark.parametrize("hide", ["draft", "scheduled", "hidden"])
def test_a_paper_that_is_not_public_leaves_nothing(alice, paper, hide):
    if hide == "hidden":
        Authorship.objects.update(is_hidden=True)
    else:
        later = timezone.now() + timezone.timedelta(days=1) if hide == "scheduled" else None
        Publication.objects.update(published_at=later)
    for typed in ("[@wang:2026/pipe.morph+x]", "[[PipeMorph]]"):
        assert shown(typed, alice) == "a forthcoming paper"
        assert plain_text(typed, fresh(alice)) == "a forthcoming paper"
        assert [doubt(r, fresh(alice)) for r in survey(typed).references] == ["draft"]


def test_a_colleagues_paper_is_not_meant(bob, paper):
    assert shown("[[PipeMorph]]", bob) == "[[PipeMorph]]"
    assert [doubt(r, bob) for r in survey("[[PipeMorph]]").references] == ["unknown"]


def test_a_name_of_two_papers_leads_to_neither(alice, paper):
    other = make_paper("PipeMorph, continued", alice, short_name="PipeMorph", slug="other")
    assert shown("[[PipeMorph]]", alice) == "[[PipeMorph]]"
    assert [doubt(r, fresh(alice)) for r in survey("[[PipeMorph]]").references] == ["several"]
    assert "/publications/other/" in shown("[@other]", alice)
    Publication.objects.filter(pk=other.pk).update(published_at=None)
    assert f"/{paper.slug}/" in shown("[[PipeMorph]]", alice)


def test_letters_alone_may_tell_two_apart(alice, paper):
    make_paper("Another", alice, short_name="PIPEMORPH")
    assert f"/{paper.slug}/" in shown("[[PipeMorph]]", alice)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"title": "X", "short_name": "Ada", "date": "2026"}, "Ada, 2026"),
        ({"title": "Sketch of the Engine", "container_title": "Nature", "date": "2023-05",
          "entry_type": "article"}, "Sketch of the Engine, Nature 2023"),
        ({"title": "X", "container_title": "LICS", "date": "1936", "entry_type": "inproceedings"},
         "X, LICS 1936"),
        ({"title": "X", "container_title": "SIGCOMM 2024", "date": "2024"}, "X, SIGCOMM 2024"),
        ({"title": "X", "arxiv": "2401.00001", "date": "2024"}, "X, arXiv 2024"),
        ({"title": "X", "container_title": "A name that is too long for a label"}, "X"),
    ],
)  # fmt: skip
def test_labels(values, words):
    paper = Publication(**values)
    paper.venue_short_name = ""
    assert label(paper) == words


def test_a_long_title_is_cut_between_words_and_never_in_a_formula():
    assert short_title("word " * 20) == " ".join(["word"] * 12) + "…"
    maths = f"On {'very ' * 9}large $a + b + c + d$ and more of the same"
    assert "$a + b + c + d$" in short_title(maths)


def test_the_label_speaks_the_pages_language(alice, paper):
    paper.short_name, paper.translations = "", {"zh-hans": {"title": "管道"}}
    paper.save()
    with translation.override("zh-hans"):
        assert ">管道, NSDI'26</a>" in shown("[@wang:2026/pipe.morph+x]", alice)


def test_a_page_of_references_costs_one_query(alice, paper, django_assert_num_queries):
    person = fresh(alice)
    with django_assert_num_queries(1):
        for _text in range(5):
            render_inline("[[PipeMorph]] [@wang:2026/pipe.morph+x]", person)
    with django_assert_num_queries(1):  # is it one of the drafts?
        for _text in range(5):
            render_inline("[[Nothing]]", person)
    other = fresh(alice)
    with django_assert_num_queries(0):
        render_inline("No reference", other)


def test_pages_and_feeds(client, alice, paper):
    alice.biography = "See [[PipeMorph]]."
    alice.save()
    NewsItem.objects.create(researcher=alice, date="2026", body="[[PipeMorph]] is out")
    address = f'href="/publications/{paper.slug}/" class="citation"'
    assert client.get("/alice-ahlgren/").content.decode().count(address) == 2
    feed = client.get("/alice-ahlgren/news/feed/").content.decode()
    assert f"http://testserver/publications/{paper.slug}/" in feed
    assert "<title>PipeMorph, NSDI'26 is out</title>" in feed


def test_a_papers_texts_are_of_who_brought_it(client, alice, bob, paper):
    other = make_paper("Another", alice, owner=alice, tldr="Extends [[PipeMorph]]")
    Authorship.objects.create(publication=other, family="Brandt", researcher=bob)
    for path in (other.get_absolute_url(), "/bob-brandt/publications/", "/publications/"):
        assert f'href="/publications/{paper.slug}/" class="citation"' in (
            client.get(path).content.decode()
        )


def test_the_editor_offers_papers_of_ones_own_pages_alone(client, alice, bob):
    make_paper("On Engines", alice, short_name="Engine", date="2024", citation_key="a1")
    make_paper("Without a Name", alice, citation_key="a2")
    make_paper("Draft", alice, citation_key="a3", published_at=None)
    make_paper("Another’s", bob, citation_key="b1")
    for owner, published in ((alice, timezone.now()), (alice, None), (bob, timezone.now())):
        slug = "software" if published else "draft"
        Page.objects.create(researcher=owner, title=slug.title(), slug=slug, published_at=published)
    client.force_login(alice.owner)
    answer = client.post(reverse("admin:markdown-citable"), {"researcher": bob.pk})
    assert answer.json() == [
        ["[[Engine]]", "Engine: On Engines (2024)", "/publications/on-engines/"],
        ["[@a2]", "Without a Name (2024)", "/publications/without-a-name/"],
        ["", "Software", "/alice-ahlgren/software/"],
    ]
