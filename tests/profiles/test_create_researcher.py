"""manage.py create_researcher: prints the slug."""

import io

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from profiles.models import FormerSlug, Researcher
from profiles.models.researcher import divide_name

pytestmark = pytest.mark.django_db


def create(name, **options):
    out = io.StringIO()
    call_command("create_researcher", name, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def refusal(name, **options):
    before = (Researcher.objects.count(), get_user_model().objects.count())
    with pytest.raises(CommandError) as caught:
        create(name, **options)
    assert caught.value.returncode == 1
    assert (Researcher.objects.count(), get_user_model().objects.count()) == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_created_researcher_prints_the_slug():
    assert create("Dana Duarte", publish=True) == "dana-duarte\n"
    dana = Researcher.objects.get()
    assert (dana.given_name, dana.family_name) == ("Dana", "Duarte")
    assert dana.is_public


def test_without_publish_it_is_a_draft():
    create("Dana Duarte")
    assert Researcher.objects.get().state == "draft"


def test_a_second_of_the_name_has_another_address(alice):
    assert create("Alice Ahlgren") == "alice-ahlgren-2\n"


def test_a_name_in_chinese_is_not_divided():
    assert create("翁祈桢").strip().isascii()
    assert Researcher.objects.get().family_name == ""


def test_native_name_and_orcid():
    create("Dana Duarte", native_name="达娜", orcid="https://orcid.org/0000-0002-1825-0097")
    dana = Researcher.objects.get()
    assert (dana.native_name, dana.orcid) == ("达娜", "0000-0002-1825-0097")


def test_a_new_account_cannot_sign_in_before_it_has_a_password():
    create("Dana Duarte", username="dana")
    owner = Researcher.objects.get().owner
    assert (owner.username, owner.is_staff, owner.is_superuser) == ("dana", True, False)
    assert not owner.has_usable_password()


def test_an_existing_account(charlie):
    create("Charlie Chase", username="charlie")
    assert Researcher.objects.get().owner == charlie


def test_an_account_that_has_a_record(alice):
    assert "edits alice-ahlgren already" in refusal("Dana Duarte", username="alice")


def test_a_username_that_is_none():
    assert "--username a b" in refusal("Dana Duarte", username="a b")


def test_a_reserved_address():
    assert "the site itself uses" in refusal("Dana Duarte", slug="admin")


def test_a_taken_address(alice):
    assert "alice-ahlgren-2 is free" in refusal("Dana Duarte", slug="alice-ahlgren")


def test_a_former_address_of_another(alice):
    FormerSlug.objects.create(slug="ahlgren", researcher=alice)
    assert "taken" in refusal("Dana Duarte", slug="ahlgren")


def test_an_address_with_blanks():
    assert "--slug a b" in refusal("Dana Duarte", slug="a b")


def test_an_orcid_with_a_wrong_digit():
    assert "wrong digit" in refusal("Dana Duarte", orcid="0000-0002-1825-0098")


def test_an_empty_name():
    assert "Give a name" in refusal("  ")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ada Lovelace", ("Ada", "Lovelace")),
        ("Ludwig van Beethoven", ("Ludwig", "van Beethoven")),
        ("Oscar de la Cruz", ("Oscar", "de la Cruz")),
        ("Plato", ("", "")),
        ("이 순신", ("", "")),
    ],
)
def test_a_name_is_divided(name, parts):
    assert divide_name(name) == parts
