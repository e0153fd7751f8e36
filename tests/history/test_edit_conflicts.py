"""Two editors of one row: the second is told, sees both texts, and nothing is lost."""

import re

import pytest
from django.urls import reverse

from history import snapshots
from profiles.models import Affiliation, Delegation, FormerSlug, NewsItem
from tests.conftest import make_user
from tests.profiles.test_admin_own_record import NEWS, researcher_form


@pytest.fixture
def news(alice):
    return NewsItem.objects.create(researcher=alice, date="2025-11", body="As it was.")


@pytest.fixture
def both(alice, client):
    """Alice, and Dora who writes for her."""
    dora = make_user("dora")
    Delegation.objects.create(researcher=alice, user=dora)
    return alice.owner, dora


def url(row):
    return reverse(f"admin:profiles_{row._meta.model_name}_change", args=[row.pk])


def opened(client, user, row):
    """What the form that `user` opens carries."""
    client.force_login(user)
    html = client.get(url(row)).content.decode()
    return {"_opened_on": re.search(r'name="_opened_on" value="(\w+)"', html)[1]}


def save(client, user, row, data):
    client.force_login(user)
    return client.post(url(row), data)


def text(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def clash(client, both, news, **hers):
    """Alice and Dora open it; Dora saves. Returns what Alice's form carries after her first try."""
    alice, dora = both
    seen = opened(client, alice, news)
    theirs = opened(client, dora, news)
    save(client, dora, news, NEWS | {"body": "Dora's text."} | hers | theirs)
    html = text(save(client, alice, news, NEWS | {"body": "Alice's text."} | seen))
    again = re.search(r'name="_opened_on" value="(\w+)"', html)[1]
    return html, {"_opened_on": again}


def test_second_editor_chooses_between_both_texts(client, both, news):
    html, again = clash(client, both, news)
    assert "dora saved this while you had it open" in html
    assert "Dora&#x27;s text." in html
    assert html.count("Alice&#x27;s text.") >= 2  # beside hers, and still in the form
    news.refresh_from_db()
    assert news.body == "Dora's text."
    mine = NEWS | {"body": "Alice's text.", "_answer-body": "mine"} | again
    assert save(client, both[0], news, mine).status_code == 302
    news.refresh_from_db()
    assert news.body == "Alice's text."
    bodies = [row.state["fields"]["body"] for row in snapshots.revisions_of(news)]
    assert bodies == ["Alice's text.", "Dora's text.", "As it was."]


def test_one_bar_answers(client, both, news):
    html, _again = clash(client, both, news)
    names = re.findall(r'<(?:input|button)[^>]*type="submit"[^>]*name="(\w+)"', html)
    assert names == ["_save", "_all_mine"]
    assert html.count("saved this while you had it open") == 1
    assert "<strong>dora saved this" in html
    assert "correct the error" not in html
    assert html.index("_all_mine") > html.index('name="body"')


def test_in_another_window_it_is_oneself(client, both, news):
    alice, _dora = both
    first, second = opened(client, alice, news), opened(client, alice, news)
    save(client, alice, news, NEWS | {"body": "One."} | first)
    html = text(save(client, alice, news, NEWS | {"body": "Two."} | second))
    assert "You saved this in another window meanwhile." in html
    assert "alice saved this" not in html


def test_alone_nothing_is_asked(client, both, news):
    seen = opened(client, both[0], news)
    assert save(client, both[0], news, NEWS | seen).status_code == 302


def test_theirs_is_kept_and_the_rest_is_saved(client, both, news):
    _html, again = clash(client, both, news)
    data = NEWS | {"body": "Alice's text.", "headline": "Hers", "_answer-body": "theirs"} | again
    assert save(client, both[0], news, data).status_code == 302
    news.refresh_from_db()
    assert (news.body, news.headline) == ("Dora's text.", "Hers")


def test_all_of_mine(client, both, news):
    _html, again = clash(client, both, news)
    data = NEWS | {"body": "Alice's text.", "_answer-body": "theirs", "_all_mine": "1"} | again
    assert save(client, both[0], news, data).status_code == 302
    news.refresh_from_db()
    assert news.body == "Alice's text."


def test_what_only_the_other_changed_stays_theirs_unless_chosen(client, both, news):
    html, _again = clash(client, both, news, headline="Dora's headline", body="As it was.")
    headline = html[html.index('name="_answer-headline"') :]
    assert headline.startswith('name="_answer-headline" value="theirs" checked')
    assert "_answer-body" not in html  # nobody else touched it


def test_a_text_of_several_lines_that_only_the_other_changed_stays_theirs(client, both, news):
    NewsItem.objects.filter(pk=news.pk).update(body="Line one.\nLine two.")
    alice, dora = both
    seen, theirs = (opened(client, user, news) for user in both)
    save(client, dora, news, NEWS | {"body": "Dora's text.", "date": "2025"} | theirs)
    mine = NEWS | {"body": "Line one.\r\nLine two.", "headline": "Hers"} | seen
    html = text(save(client, alice, news, mine))
    body = html[html.index('name="_answer-body"') :]
    assert body.startswith('name="_answer-body" value="theirs" checked')


def test_a_text_that_is_refused_stands_beside_theirs(client, both, news):
    alice, dora = both
    seen, theirs = (opened(client, user, news) for user in both)
    save(client, dora, news, NEWS | {"date": "2024"} | theirs)
    html = text(save(client, alice, news, NEWS | {"date": "<soon>"} | seen))
    answers = html[html.index('name="_answer-date"') : html.index("_save")]
    assert "2024" in answers
    assert "&lt;soon&gt;" in answers
    assert "correct the error" in html


def test_a_third_save_is_noticed_too(client, both, news):
    _html, again = clash(client, both, news)
    NewsItem.objects.filter(pk=news.pk).update(body="A command's text.")
    data = NEWS | {"body": "Alice's text.", "_answer-body": "mine"} | again
    html = text(save(client, both[0], news, data))
    assert "This was changed while you had it open." in html


def test_a_text_is_never_markup(client, both, news):
    html, _again = clash(client, both, news, body="<script>alert(1)</script>")
    assert "<script>alert(1)" not in html


def test_a_row_deleted_meanwhile_keeps_the_text(client, both, news):
    seen = opened(client, both[0], news)
    client.force_login(both[1])
    client.post(reverse("admin:profiles_newsitem_delete", args=[news.pk]), {"post": "yes"})
    answer = save(client, both[0], news, NEWS | {"body": "Alice's long text."} | seen)
    assert answer.status_code == 409
    assert "Alice&#x27;s long text." in answer.content.decode()
    assert reverse("admin:profiles_researcher_trash", args=[news.researcher_id]) in str(
        answer.content
    )


# --- Rows of the form -------------------------------------------------------------------------


def with_row(row, **values):
    fields = {"id": row.pk, "researcher": row.researcher_id, "role": row.role, "position": 0}
    counts = {"affiliations-TOTAL_FORMS": 1, "affiliations-INITIAL_FORMS": 1}
    return counts | {f"affiliations-0-{name}": value for name, value in (fields | values).items()}


def test_rows_of_two_editors(client, both, alice):
    row = Affiliation.objects.create(researcher=alice, role="Student")
    seen = opened(client, both[0], alice)
    form = researcher_form(alice, **with_row(row, role="Postdoc"))
    assert save(client, both[1], alice, form).status_code == 302
    mine = researcher_form(alice, **with_row(row, role="Professor"))
    html = text(save(client, both[0], alice, mine | seen))
    assert "_answer-affiliations" in html
    again = re.search(r'name="_opened_on" value="(\w+)"', html)[1]
    answers = {"_opened_on": again, "_answer-affiliations": "theirs"}
    assert save(client, both[0], alice, mine | answers).status_code == 302
    assert Affiliation.objects.get().role == "Postdoc"
    answers = {"_opened_on": again, "_answer-affiliations": "mine"}
    assert save(client, both[0], alice, mine | answers).status_code == 302
    assert Affiliation.objects.get().role == "Professor"


def test_a_row_of_the_form_deleted_meanwhile_can_be_kept(client, both, alice):
    row = Affiliation.objects.create(researcher=alice, role="Student")
    seen = opened(client, both[0], alice)
    row_id, form = row.pk, with_row(row, role="Professor")
    row.delete()
    html = text(save(client, both[0], alice, researcher_form(alice, **form) | seen))
    assert "_answer-affiliations" in html
    again = re.search(r'name="_opened_on" value="(\w+)"', html)[1]
    answers = {"_opened_on": again, "_answer-affiliations": "mine"}
    answer = save(client, both[0], alice, researcher_form(alice, **form) | answers)
    assert answer.status_code == 302
    assert Affiliation.objects.get().role == "Professor"
    assert Affiliation.objects.get().pk != row_id


def test_of_rows_without_versions_nothing_is_compared(client, manager, alice):
    former = FormerSlug.objects.create(researcher=alice, slug="former")
    sent = {"_opened_on": "x", "slug": "formerly", "researcher": alice.pk}
    answer = save(client, manager, former, sent)
    assert answer.status_code == 302
