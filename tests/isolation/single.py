"""Probes of one guard each, most of them without a page: True while the guard holds."""

import re
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.test import RequestFactory
from django.urls import reverse

from accounts.admin import InvitationForm
from history import snapshots
from profiles import access, versions
from profiles import models as people
from profiles.items import visible
from publications import claims
from publications import models as papers
from publications.admin.actions import SeveralForm
from publications.admin.merging import _mentions
from publications.admin.news import about_paper
from publications.merging import refusal
from publications.models import readable_papers, shown_authorships
from tests.conftest import make_researcher
from tests.isolation.admin_views import silent, url
from tests.isolation.forms import sent_by
from tests.isolation.rows import item
from tests.publications.papers import make_paper
from website.inbox import find_changes


def account(name):
    return get_user_model().objects.get(username=name)


def bobs():
    return people.Researcher.objects.get(slug="bob-brandt")


# --- Papers ---------------------------------------------------------------------------------------


def merges_no_paper_of_anothers(owner, everybody, row):
    own, _made = papers.Publication.objects.get_or_create(
        slug="bobs", owner=bobs(), published_at=None
    )
    return bool(refusal([own, row], account("bob")))


def publishes_no_draft_by_merging(owner, everybody, row):
    """Bob writes drafts for the owner by now."""
    values = {"researcher": owner, "user": account("bob"), "may_publish": False}
    people.Delegation.objects.update_or_create(**values)
    own, _made = papers.Publication.objects.get_or_create(
        slug="bobs", owner=bobs(), published_at=owner.created_at
    )
    return bool(refusal([own, row], account("bob")))


def counts_no_news_of_anothers(owner, everybody, row):
    news = item(people.NewsItem, owner, date="2025")
    papers.NewsMention.objects.create(news_item=news, publication=row)
    return _mentions(row, account("bob")) == ""


def mentions_no_draft_of_anothers(owner, everybody, row):
    """It was public when Bob wrote of it."""
    news, _made = people.NewsItem.objects.get_or_create(researcher=bobs(), date="2025", body="Mine")
    papers.NewsMention.objects.get_or_create(news_item=news, publication=row)
    return silent(everybody["bob"].get(url(people.NewsItem, "change", news.pk)))


def unpublishes_nothing_for_a_coauthor(owner, everybody, row):
    """Bob, whose name is on the owner's paper."""
    papers.Publication.objects.filter(pk=row.pk).update(published_at=owner.created_at)
    row.authorships.get_or_create(family="Brandt", researcher=bobs())
    data = {"action": "withdraw", "_selected_action": row.pk}
    everybody["bob"].post(url(papers.Publication, "changelist"), data)
    row.refresh_from_db()
    return row.is_public


def undoes_no_change_for(owner, everybody, row):
    """What Bob changed on the owner's public paper, one who may only write drafts."""
    papers.Publication.objects.filter(pk=row.pk).update(published_at=owner.created_at)
    row.authorships.get_or_create(family="Brandt", researcher=bobs())
    with snapshots.track_changes(account("bob"), row):
        papers.Publication.objects.filter(pk=row.pk).update(title="Changed")
    (change,) = find_changes(owner, account("drafter"))
    return not change.may_undo


def is_deleted_without_a_word_of_others(owner, everybody, row):
    """Bob deletes a paper of his that a draft of the owner's mentions."""
    own, made = papers.Publication.objects.get_or_create(title="Kelp", slug="bobs", owner=bobs())
    if made:
        news = item(people.NewsItem, owner, date="2025")
        papers.NewsMention.objects.create(news_item=news, publication=own)
    page = everybody["bob"].get(url(papers.Publication, "delete", own.pk))
    return len(page.context["model_count"]) == 1


def drafts_no_news_about(owner, everybody, row):
    return about_paper(account("bob"), row.pk) is None


def offers_no_words(owner, everybody, row):
    """To one who may not read the shared ones."""
    papers.Topic.objects.get_or_create(name="A topic", slug="a-topic")
    form = SeveralForm(account("charlie"), admin.site)
    return not form.fields["topics"].queryset.exists()


def offers_no_topics(owner, everybody, row):
    papers.Topic.objects.get_or_create(name="A topic", slug="a-topic")
    request = RequestFactory().get("/")
    request.user = account("charlie")
    column = papers.Publication._meta.get_field("topics")
    form = admin.site._registry[papers.Publication]
    return not form.formfield_for_manytomany(column, request).queryset.exists()


def links_nobody_for(owner, everybody, row):
    """A paper that a writer of drafts adds is not on the owner's page by that."""
    client, page = everybody["drafter"], url(papers.Publication, "add")
    author = {"given": "Zoe", "family": owner.family_name, "role": "author", "position": 1}
    form = sent_by(client.get(page)) | {"title": "New", "authorships-TOTAL_FORMS": 1}
    client.post(page, form | {f"authorships-0-{name}": said for name, said in author.items()})
    paper = papers.Publication.objects.filter(title="New").latest("pk")
    return paper.authorships.get().researcher is None


def previews_no_paper(owner, everybody, row):
    return not readable_papers(account("bob")).exists()


def previews_no_name(owner, everybody, row):
    owner.editor = account("bob")
    return not shown_authorships(owner).exists()


def previews_no_row(owner, everybody, row):
    owner.editor = account("bob")
    return not visible(owner, "talk_set").exists()


def tells_no_state(owner, everybody, row):
    """Of the row that a preview is said to come from: as of a row that is none, or of no row."""
    label = row._meta.label_lower
    asked = ({}, {"form": f"{label}/{row.pk}"}, {"form": f"{label}/{row.pk + 1}"})
    return len({_told_by_preview(query, everybody["bob"]) for query in asked}) == 1


def _told_by_preview(query, client):
    """Without what is new in each answer, and what was asked."""
    answer = client.get(reverse("admin:preview", args=["bob-brandt/"]), query)
    assert answer.status_code == 200
    html = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.text)
    return html.replace(f"?{urlencode(query)}", "") if query else html


def links_to_no_form(owner, everybody, row):
    """From a preview to what is public, for who writes drafts only."""
    row.published_at = "2020-01-01T00:00Z"
    row.save()
    page = reverse("admin:preview", args=[f"{owner.slug}/"])
    html = everybody["drafter"].get(page).content.decode()
    return "desk-tools" in html and f'data-desk="talk-{row.pk}"' not in html


# --- Questions whose a name is --------------------------------------------------------------------


def found_by_an_import(row):
    """A question about a draft that nobody asked by hand."""
    papers.AuthorshipSuggestion.objects.filter(pk=row.pk).update(
        researcher=bobs(), reason=claims.Reason.EXACT
    )


def counts_no_question_of_drafts(owner, everybody, row):
    """Neither on the front page nor in the menu."""
    found_by_an_import(row)
    page = everybody["bob"].get(reverse("admin:index")).content.decode()
    return "may be yours" not in page and "(1)" not in page


def answers_no_question(owner, everybody, row):
    everybody["bob"].post(url(papers.AuthorshipSuggestion, "changelist"), {"row_confirm": row.pk})
    row.authorship.refresh_from_db()
    return row.authorship.researcher is None


def takes_nothing_back(owner, everybody, row):
    row.state = claims.State.REFUSED
    row.save()
    return not claims.take_back(row, account("bob"))


def looks_for_nobody_else(owner, everybody, row):
    """Who writes drafts asks no question in the owner's name."""
    people.Researcher.objects.filter(pk=owner.pk).update(published_at=owner.created_at)
    if not papers.Publication.objects.filter(slug="kelp").exists():
        make_paper("Kelp", str(owner), slug="kelp")
    everybody["drafter"].post(url(papers.AuthorshipSuggestion, "changelist"), {"look": "1"})
    return not papers.AuthorshipSuggestion.objects.filter(researcher=owner).exists()


# --- Versions -------------------------------------------------------------------------------------


def restores_no_page_of_anothers(owner, everybody, row):
    """Bob's old version leads to a page that is the owner's."""
    own = people.NewsItem.objects.filter(researcher=bobs()).first()
    own = own or people.NewsItem.objects.create(researcher=bobs(), date="2025", body="Mine")
    version = snapshots.save_revision(own, account("bob"))
    version = version or snapshots.revisions_of(own).first()
    version.state["fields"]["page"] = row.pk
    versions.restore(version, own, ["page"], account("bob"))
    own.refresh_from_db()
    return own.page is None


def restores_no_topic(owner, everybody, row):
    topic, _made = papers.Topic.objects.get_or_create(name="A topic", slug="a-topic")
    version = snapshots.save_revision(row, owner.owner) or snapshots.revisions_of(row).first()
    version.state["fields"]["topics"] = [topic.pk]
    versions.restore(version, row, ["topics"], account("charlie"))
    return not row.topics.exists()


def restores_as_a_draft(owner, everybody, row):
    """A part of the page that was public when it went, by one who may not publish."""
    owner.section_set.all().delete()
    owner.section_set.create(kind="text", published_at=owner.created_at)
    version = snapshots.save_revision(owner, owner.owner) or snapshots.revisions_of(owner).first()
    owner.section_set.all().delete()
    versions.restore(version, owner, ["profiles.section"], account("drafter"))
    return owner.section_set.get().published_at is None


# --- Accounts -------------------------------------------------------------------------------------


def invites_no_superuser(owner, everybody, row):
    get_user_model().objects.get_or_create(username="chief", is_superuser=True)
    inviter, data = account("manager"), {"username": "chief"}
    return not InvitationForm(data, researcher=owner, inviter=inviter).is_valid()


def chiefs():
    """A superuser's profile."""
    chief, _made = get_user_model().objects.get_or_create(username="chief", is_superuser=True)
    return people.Researcher.objects.filter(owner=chief).first() or make_researcher("Chief", chief)


def gives_no_archive_of_a_superuser(owner, everybody, row):
    """To a manager, who may edit the profile."""
    page = reverse("admin:profiles_researcher_data", args=[chiefs().pk])
    return everybody["manager"].get(page).status_code == 404


def makes_no_superuser_an_owner(owner, everybody, row):
    chief = chiefs().owner
    people.Researcher.objects.filter(owner=chief).delete()
    client, page = everybody["manager"], url(people.Researcher, "add")
    form = sent_by(client.get(page)) | {"display_name": "New", "slug": "new", "owner": chief.pk}
    client.post(page, form)
    return not people.Researcher.objects.filter(owner=chief).exists()


def offers_no_superuser(owner, everybody, row):
    chiefs()
    query = {"app_label": "profiles", "model_name": "researcher", "field_name": "owner"}
    return "chief" not in everybody["manager"].get(reverse("admin:autocomplete"), query).text


def names_no_superuser_as_delegate(owner, everybody, row):
    chiefs()
    page = f"{url(people.Researcher, 'change', owner.pk)}?_part=delegates"
    client = everybody["owner"]
    people.Delegation.objects.filter(user__username="chief").delete()
    get_user_model().objects.filter(username="chief").update(is_staff=True)
    form = sent_by(client.get(page))
    place = form["delegations-TOTAL_FORMS"]
    form |= {"delegations-TOTAL_FORMS": int(place) + 1, f"delegations-{place}-account": "chief"}
    client.post(page, form)
    return not people.Delegation.objects.filter(user__username="chief").exists()


def invites_nobody(owner, everybody, row):
    """To a record without an account, a delegate gives none."""
    people.Researcher.objects.filter(pk=owner.pk).update(owner=None)
    page = reverse("admin:profiles_researcher_invite", args=[owner.pk])
    return everybody["delegate"].get(page).status_code == 404


def makes_no_manager(owner, everybody, row):
    """A manager makes none, of whatever form."""
    page = url(get_user_model(), "change", account("bob").pk)
    form = sent_by(everybody["manager"].get(page)) | {"is_manager": "on"}
    form.pop("is_superuser", None)
    everybody["manager"].post(page, form)
    return not Group.objects.get(name=access.MANAGERS).user_set.filter(username="bob").exists()


# --- Rows below a row -----------------------------------------------------------------------------


def names_no_link(owner, everybody, row):
    """Of a talk that Bob has come to see by now."""
    people.TalkLink.objects.get_or_create(talk=row, url="https://below.example/")
    page = everybody["bob"].get(url(people.Talk, "change", row.pk))
    return "below.example" not in page.content.decode()


def adds_no_link(owner, everybody, row):
    """To a talk that is public, one who may only write drafts."""
    people.Talk.objects.update(published_at=owner.created_at)
    page, client = url(people.Talk, "change", row.pk), everybody["drafter"]
    link = {"url": "https://example.org/", "label": "Video", "position": 1}
    form = sent_by(client.get(page)) | {"links-TOTAL_FORMS": 1}
    client.post(page, form | {f"links-0-{name}": said for name, said in link.items()})
    return not row.links.exists()


# --- The rest -------------------------------------------------------------------------------------


def offers_no_record(owner, everybody, row):
    """Bob writes for Dora, too: the form asks for which of the two."""
    dora = make_researcher("Dora Brandt", slug=f"dora-{people.Researcher.objects.count()}")
    people.Delegation.objects.create(researcher=dora, user=account("bob"))
    return silent(everybody["bob"].get(url(people.Talk, "add")))


def counts_no_lab(owner, everybody, row):
    return everybody["bob"].get(reverse("admin:index")).context.get("filters") is None


def imports_for_nobody(owner, everybody, row):
    """A paper of nobody is a manager's to bring."""
    pending = papers.PendingImport.objects.create(
        user=account("bob"),
        name="x",
        data=b"@misc{x, title={X}}",
        options={"update": "fill", "draft": False, "encoding": ""},
    )
    plan = reverse("admin:publications_importbatch_plan", args=[pending.pk])
    return everybody["bob"].get(plan).status_code == 404


def asks_columns_alone(owner, everybody, row):
    """The other end of a relation has no box."""
    client = everybody["owner"]
    client.raise_request_exception = False
    query = {"app_label": "profiles", "model_name": "researcher", "field_name": "talk", "term": "x"}
    return client.get(reverse("admin:autocomplete"), query).status_code == 404
