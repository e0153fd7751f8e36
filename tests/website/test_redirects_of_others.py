"""No old address at the root of a lab leads below what is, was or may become another's."""

import pytest
from django.conf import settings as django_settings
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.urls import reverse

from profiles.addresses import held_at_root
from profiles.models import FormerSlug, Redirect, Researcher
from profiles.slugs import make_slug, validate_slug
from tests.conftest import make_researcher

pytestmark = pytest.mark.django_db


@pytest.fixture
def moved_in(bob):
    """Bob, whose old addresses a manager has put at the root."""
    Researcher.objects.filter(pk=bob.pk).update(old_paths_at_root=True)
    return bob


def answer(client, path, old_path=None):
    """Of `path`, once Bob's old address is it, or `old_path`."""
    bob = Researcher.objects.get(slug="bob-brandt")
    Redirect.objects.create(researcher=bob, old_path=old_path or path, target="cv/")
    response = client.get(path)
    return response.get("Location") or response.status_code


OLD_SITES = [
    "/about/", "/about.html", "/publication/2019-x", "/cv/", "/files/x.pdf", "/talks/2014-02-01",
    "/teaching/2014-spring/", "/blog/2015/formatting/", "/2015/05/17/a-post/", "/projects/1_kelp/",
    "/assets/pdf/x.pdf", "/images/me.png", "/publications/2010-tides/", "/~bob/index.htm",
    "/resume", "/index.php", "/Kelp.pdf", "/author/bob/", "/post/kelp/", "/people/", "/news/one/",
    "/bob-brandt/old/", "/uploads/cv.pdf", "/talkmap.html", "/year-archive/", "/Research/kelp/",
]  # fmt: skip


@pytest.mark.parametrize("path", OLD_SITES)
def test_what_sites_really_have_works(client, moved_in, path):
    assert answer(client, path) == "/bob-brandt/cv/"


@pytest.mark.parametrize(
    "path",
    [
        "/alice-ahlgren/old-cv/",
        "/alice-ahlgren/",
        "/alice-ahlgren",
        "/Alice-Ahlgren/old-cv/",
        "/alice-before/old-cv/",
        "/ALICE-BEFORE/",
        "/new-colleague/",
        "/new-colleague",
        "/new-colleague/cv/",
        "/newton",
        "//alice-ahlgren/old-cv/",
        "/\\alice-ahlgren/old-cv/",
        "/about/../alice-ahlgren/old-cv/",
        "/./alice-ahlgren/old-cv/",
        "/zh-hans/zh-hans/alice-ahlgren/old-cv/",
        "//admin/x/",
    ],
)
@pytest.mark.parametrize("is_draft", [False, True])
def test_others_addresses_and_free_ones_are_not_taken(client, moved_in, alice, path, is_draft):
    FormerSlug.objects.create(researcher=alice, slug="alice-before")
    if is_draft:
        Researcher.objects.filter(pk=alice.pk).update(published_at=None)
    assert "/bob-brandt/" not in str(answer(client, path))


@pytest.mark.parametrize(
    ("asked", "old_path"),
    [
        ("/alice%2Dahlgren/old-cv/", "/alice-ahlgren/old-cv/"),
        ("/alice%252Dahlgren/old-cv/", "/alice%2Dahlgren/old-cv/"),
        ("/%2561lice-ahlgren/old-cv/", "/%61lice-ahlgren/old-cv/"),
        ("/zh-hans/alice-ahlgren/old-cv/", "/alice-ahlgren/old-cv/"),
        ("/zh-hans/new-colleague/", "/new-colleague/"),
        ("/alice-ahlgren%2Fold-cv/", "/alice-ahlgren/old-cv/"),
    ],
)
def test_nor_in_another_spelling_or_language(client, moved_in, alice, asked, old_path):
    assert answer(client, asked, old_path) == 404


def test_a_language_that_is_not_in_use_is_no_way_round(client, moved_in, alice, monkeypatch):
    monkeypatch.setattr("profiles.site.second_languages", list)
    assert answer(client, "/zh-hans/alice-ahlgren/old-cv/") == 404


def test_who_has_such_a_word_as_address_keeps_it(client, moved_in, alice):
    """From before it was refused."""
    Researcher.objects.filter(pk=alice.pk).update(slug="research", published_at=None)
    assert answer(client, "/research/kelp/") == 404


def test_a_former_address_that_somebody_has_now_leads_nowhere(client, alice, bob):
    FormerSlug.objects.create(researcher=bob, slug=alice.slug)
    Researcher.objects.filter(pk=alice.pk).update(published_at=None)
    for path in ("/alice-ahlgren/", "/alice-ahlgren/old/"):
        assert client.get(path).status_code == 404


def test_alone_all_of_them_work(client, bob, alice, settings):
    settings.SINGLE_RESEARCHER = bob.slug
    from website.redirects import moved

    Redirect.objects.create(researcher=bob, old_path="/my-kelp-garden/", target="cv/")
    assert moved("/my-kelp-garden/").endswith("cv/")


# --- Addresses of people --------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["about", "About", "publication", "2019", "Admin", "CV"])
def test_a_person_gets_no_word_of_sites(slug):
    with pytest.raises(ValidationError):
        validate_slug(slug)


def test_a_page_may(alice):
    assert make_slug("About", fallback="page") == "about"


def test_creating_a_person_says_what_is_free(db, capsys):
    with pytest.raises(CommandError, match="former sites have"):
        call_command("create_researcher", "A Portfolio", "--slug", "portfolio")
    call_command("create_researcher", "Portfolio")
    assert Researcher.objects.get().slug == "portfolio-2"


def test_the_admin_makes_another(client, manager):
    client.force_login(manager)
    url = reverse("admin:profiles_researcher_add")
    page = client.get(url)
    sent = {}
    for inline in page.context["inline_admin_formsets"]:
        prefix = inline.formset.prefix
        sent |= {f"{prefix}-TOTAL_FORMS": 0, f"{prefix}-INITIAL_FORMS": 0}
    initial = page.context["adminform"].form.initial
    sent |= {name: value for name, value in initial.items() if isinstance(value, str)}
    defaults = {"theme": "harbour", "layout": Researcher().layout, "email_display": "hidden"}
    defaults |= {"portrait_shape": "rounded", "portrait_side": "start"}
    client.post(url, sent | defaults | {"display_name": "Portfolio"})
    assert Researcher.objects.get().slug == "portfolio-2"


# --- What a manager sees --------------------------------------------------------------------------


def test_a_manager_sees_what_is_claimed_before_ticking(client, manager, alice, bob):
    for path in ("/about/", "/files/cv.pdf", "/alice-ahlgren/old-cv/", "/new-colleague/"):
        Redirect.objects.create(researcher=bob, old_path=path, target="cv/")
    client.force_login(manager)
    account = reverse("admin:profiles_researcher_change", args=[bob.pk]) + "?_part=account"
    page = client.get(account).text
    held, never = page.partition("Would work without")[2].split("Never so")
    for path in ("/about/", "/files/cv.pdf"):
        assert f"<code>{path}</code>" in held
    for path in ("/alice-ahlgren/old-cv/", "/new-colleague/"):
        assert f"<code>{path}</code>" in never
    client.force_login(bob.owner)
    page = client.get(account).text
    assert "at the root" not in page


def test_all_of_a_site_are_asked_at_once(bob, django_assert_num_queries):
    for number in range(30):
        make_researcher(f"Person {number}")
    with django_assert_num_queries(2):
        assert len(held_at_root(bob, [f"/files/{n}.pdf" for n in range(500)])) == 500


def test_the_admins_own_path_is_nobodys(bob):
    assert held_at_root(bob, [f"/{django_settings.ADMIN_PATH}/x/", "/"]) == []
