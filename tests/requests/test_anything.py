"""Whatever is sent to whatever address, by whomever: an answer, never an error of the server.

VITAE_EXAMPLES=20000 tries that many instead of a few, and other ones each time.
"""

import os
from urllib.parse import quote, unquote_to_bytes, urlencode

from django.conf import settings as django_settings
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.isolation.forms import sent_by
from tests.requests.addresses import addresses, filled, templates
from tests.requests.awkward import HEADERS, KINDS, METHODS, NAMES, RAW, texts

EXAMPLES = os.environ.get("VITAE_EXAMPLES")
several = settings(
    max_examples=int(EXAMPLES or 25),
    derandomize=not EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
members = st.sampled_from(["owner", "manager"])
FORM = "application/x-www-form-urlencoded"


def paths(known, is_of_admin):
    """Real addresses, and the same with anything in a place that has a name."""
    below = [one for one in templates() if one[0].startswith("/admin/") == is_of_admin]
    real = [path for one in below for path in filled(*one, known)]
    return st.sampled_from(real) | st.sampled_from(below).flatmap(_with_anything)


def _with_anything(template):
    address, places = template
    return st.tuples(*(texts for _place in places), st.sampled_from(RAW)).map(
        lambda drawn: address % dict(zip(places, map(quote, drawn[:-1]), strict=True)) + drawn[-1]
    )


queries = st.lists(st.tuples(st.sampled_from(NAMES) | texts, texts), max_size=4)
questions = st.tuples(queries.map(urlencode), st.sampled_from(RAW)).map("".join)


def requests(where):
    return st.fixed_dictionaries(
        {
            "method": st.sampled_from(METHODS),
            "path": where,
            "QUERY_STRING": questions,
            "data": questions.map(str.encode),
            "content_type": st.sampled_from(KINDS),
        },
        optional={name: st.sampled_from(values) | texts.map(_latin) for name, values in HEADERS},
    )


def _latin(text):
    """As a server hands a header on."""
    return text.encode().decode("latin-1").replace("\r", "").replace("\n", "")


def answered(client, method, path, **rest):
    """Raises what the server failed with; nothing stays of it."""
    # As a server hands it on: the client would take "//a" for a host.
    rest["PATH_INFO"] = unquote_to_bytes(path).decode("latin-1")
    with transaction.atomic():
        answer = client.generic(method, "/", **rest)
        content = answer.getvalue() if answer.streaming else answer.content
        transaction.set_rollback(True)
    assert answer.status_code < 500 or path.startswith("/readyz")
    assert b"Traceback" not in content


def test_any_request_is_answered(known, everybody):
    @several
    @given(requests(paths(known, is_of_admin=False)))
    def send(request):
        answered(everybody["anonymous"], **request)

    send()


def test_below_the_admin(known, made, db):
    @several
    @given(requests(paths(known, is_of_admin=True)), members)
    def send(request, who):
        cookie = f"{django_settings.SESSION_COOKIE_NAME}={made[1][who]}; "
        answered(Client(), **request | {"HTTP_COOKIE": cookie + request.get("HTTP_COOKIE", "")})

    send()


def test_a_form_with_boxes_changed(known, everybody):
    """As a page of the admin shows it, so that the form gets past its first look."""
    sessions = {who: client.cookies.output(header="") for who, client in everybody.items()}
    of_admin = [path for path in addresses(known) if path.startswith("/admin/")]

    @several
    @given(st.sampled_from(of_admin), members, st.data())
    def send(path, who, data):
        form = form_of(everybody[who].get(path))
        some = st.sampled_from(sorted(form)) if form else st.nothing()
        changed = data.draw(st.dictionaries(some | st.sampled_from(NAMES), texts, max_size=4))
        body = urlencode(form | changed, doseq=True).encode()
        kept = {"HTTP_COOKIE": sessions[who].strip()}
        answered(Client(), "POST", path, data=body, content_type=FORM, **kept)

    send()


def form_of(page):
    is_page = page.status_code == 200 and page["Content-Type"].startswith("text/html")
    return sent_by(page) if is_page else {}
