"""What the isolation tests share: addresses, forms, what an answer says, and all that is stored."""

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.urls import reverse

from history.models import Revision
from profiles.models import Researcher
from publications.models import NewsMail
from tests.isolation.rows import MARK

APPS = ("profiles", "publications", "history", "website")
# What a stranger does to an own record is no concern of these tests.
OF_OUTSIDERS = {
    Researcher: " WHERE family_name <> 'Brandt'",
    Revision: " WHERE name NOT LIKE '%Brandt'",
    NewsMail: " WHERE is_wanted",
}


def url(model, view, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{view}", args=args)


def everything():
    """All rows of the two apps but the outsiders' own records, and all accounts, as stored."""
    users = get_user_model().objects.order_by("pk")
    accounts = list(users.values_list("username", "password", "is_active", "is_superuser"))
    labels = [apps.get_app_config(app) for app in APPS]
    models = [m for app in labels for m in app.get_models(include_auto_created=True)]
    return [rows_of(model) for model in models], accounts


def rows_of(model):
    """Without making models of them: it is asked after each stranger."""
    others = OF_OUTSIDERS.get(model, "")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {model._meta.db_table}{others} ORDER BY id")  # noqa: S608
        return cursor.fetchall()


def silent(answer, known=""):
    """Nothing of the owner's, but what the request itself said, and `known`, which is meant."""
    text = answer.content.decode(errors="replace")
    text = text.replace(known, "", 1) if known else text
    asked = answer.request["PATH_INFO"]
    for echo in (asked, f"q={MARK}", f'value="{MARK}"', f"%3D{MARK}"):
        text = text.replace(echo, "")
    place = answer.headers.get("Location", "").replace(f"%3D{MARK}", "").replace(asked, "")
    return MARK not in text + place and "zebrafinch" not in text + place
