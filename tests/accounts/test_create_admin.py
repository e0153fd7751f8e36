"""manage.py create_admin: one superuser, one line, then silence."""

from io import StringIO

import pytest
from django.contrib.auth import authenticate, get_user_model
from django.core.management import call_command

pytestmark = pytest.mark.django_db


def run():
    out, err = StringIO(), StringIO()
    call_command("create_admin", stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_first_superuser_gets_a_random_password(monkeypatch, rf):
    monkeypatch.delenv("VITAE_ADMIN_PASSWORD", raising=False)
    out, _err = run()
    password = out.strip().rpartition(" ")[2]
    assert out.count("\n") == 1
    assert authenticate(rf.get("/"), username="admin", password=password).is_superuser


def test_second_run_says_nothing(manager):
    assert run() == ("", "")
    assert not get_user_model().objects.filter(username="admin").exists()


def test_chosen_password_is_not_printed(monkeypatch):
    monkeypatch.setenv("VITAE_ADMIN_PASSWORD", "correct-horse-battery")
    out, err = run()
    assert "correct-horse-battery" not in out + err
    assert get_user_model().objects.get().check_password("correct-horse-battery")


def test_weak_choice_is_taken_with_a_warning(monkeypatch):
    monkeypatch.setenv("VITAE_ADMIN_PASSWORD", "admin")
    _out, err = run()
    assert "weak" in err
    assert get_user_model().objects.get().check_password("admin")
