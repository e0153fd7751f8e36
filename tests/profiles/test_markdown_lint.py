"""What the admin tells a writer of a text: on save, and below the preview."""

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from profiles.markdown_editor import lint
from profiles.models import NewsItem
from publications.models import NewsMention
from tests.publications.papers import make_paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def papers(alice):
    make_paper("Notes", alice, short_name="Notes G")
    make_paper("Zebrafinch", alice, short_name="Zebra", published_at=None)
    for number in range(2):
        make_paper(f"Twin {number}", alice, short_name="Twin")


def test_unresolved_references_are_reported(alice, papers):
    [unknown, draft, several] = lint(["[[Notes G]] [@nix] [[Zebra]]", "[[Twin]]"], alice)
    assert unknown.startswith("No paper on your pages is called [@nix].")
    assert draft.startswith("[[Zebra]] becomes a link once the paper is public")
    assert several.startswith("[[Twin]] is the name of several papers")


def test_nothing_to_say(alice, papers):
    assert lint(["[[Notes G]] `[[Nix]]` ![A dog](/media/a.webp)", ""], alice) == []


def test_a_colleagues_draft_is_unknown(bob, papers):
    assert lint(["[[Zebra]]"], bob)[0].startswith("No paper on your pages")


@pytest.mark.parametrize(
    "text", ["[a](www.example.org)", "[a]((https://example.org))", "[a](https://example.org/b])"]
)
def test_a_link_that_looks_wrong(alice, text):
    [remark] = lint([f"{text} [b](https://example.org/)"], alice)
    assert remark.startswith("The link “")


@pytest.mark.parametrize("alt", ["", " ", "describe this picture"])
def test_a_picture_without_a_description(alice, alt):
    [remark] = lint([f"![{alt}](/media/a.webp) ![A dog](/media/a.webp)"], alice)
    assert remark.startswith("A picture has no description")


def test_a_long_list_is_cut(alice):
    [remark] = lint([" ".join(f"[[N{n}]]" for n in range(500))], alice)
    assert len(remark) < 300


EMPTY = {"mentions-TOTAL_FORMS": 0, "mentions-INITIAL_FORMS": 0, "date": "2025", "position": 0}


def save_news(client, researcher, body):
    client.force_login(researcher.owner)
    texts = {"body": body, "headline__zh_hans": "[[Nicht]]", "published_at_0": ""}
    answer = client.post(reverse("admin:profiles_newsitem_add"), EMPTY | texts)
    assert answer.status_code == 302
    return [(m.level_tag, str(m)) for m in get_messages(answer.wsgi_request)]


def test_saving_warns_and_keeps_the_text(client, alice, papers):
    said = save_news(client, alice, "[[Notes G]] and [[<b>Nix]]")
    assert [(tag, words[:51]) for tag, words in said if tag == "warning"] == [
        ("warning", "No paper on your pages is called [[<b>Nix]], [[Nich")
    ]
    item = NewsItem.objects.get()
    assert item.body == "[[Notes G]] and [[<b>Nix]]"
    assert NewsMention.objects.get(news_item=item).by_hand is False


def test_the_preview_says_it_too(client, alice, bob, papers):
    client.force_login(alice.owner)
    post = {"content": "[[Notes G]] [[<b>Nix]]", "researcher": alice.pk}
    html = client.post(reverse("admin:markdown-preview"), post).content.decode()
    assert 'href="/publications/notes/"' in html
    assert '<ul class="markdownx-remarks"><li>No paper' in html
    assert "[[&lt;b&gt;Nix]]" in html


def test_the_preview_never_looks_in_anothers_record(client, alice, bob, papers):
    client.force_login(bob.owner)
    post = {"content": "[[Zebra]] [[Notes G]]", "researcher": alice.pk}
    html = client.post(reverse("admin:markdown-preview"), post).content.decode()
    assert "<a" not in html
    assert "No paper on your pages is called [[Zebra]], [[Notes G]]" in html


def test_the_form_says_whose_text_it_is(client, alice):
    client.force_login(alice.owner)
    item = NewsItem.objects.create(researcher=alice, date="2025", body="x")
    page = client.get(reverse("admin:profiles_newsitem_change", args=[item.pk])).content.decode()
    assert f'data-researcher="{alice.pk}"' in page


def test_a_text_that_is_too_much_is_said(alice):
    [remark] = lint(["One\n\n" + "![" * 9_000], alice)
    assert remark.startswith("From line 3 on, this text has more signs of Markdown than one text")
    assert "most often “!”" in remark
    assert remark.endswith("Until then it is shown as typed.")


def test_a_text_that_is_too_much_is_not_saved(at_work):
    url = reverse("admin:profiles_newsitem_add")
    answer = at_work.post(url, EMPTY | {"body": "![" * 9_000, "published_at_0": ""})
    assert not NewsItem.objects.exists()
    assert "From line 1 on" in answer.context["adminform"].form.errors["body"][0]


def test_one_that_is_stored_keeps_nobody_from_the_rest(at_work, alice):
    body = "![" * 9_000
    item = NewsItem.objects.create(researcher=alice, date="2025", body=body)
    url = reverse("admin:profiles_newsitem_change", args=[item.pk])
    values = EMPTY | {"body": body, "date": "2026", "published_at_0": ""}
    at_work.post(url, values)
    item.refresh_from_db()
    assert str(item.date) == "2026"
