"""Of many who ask for a document at once, one has it made."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Thread

import pytest

from exchange import views
from exchange.cv_formats import FORMATS
from tests.exchange.cv_formats import records


@pytest.fixture
def asked(settings, tmp_path, alice):
    """A view of a format that takes a while, and what it was asked to write."""
    settings.DATA_DIR = tmp_path
    backend = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache"}
    place = {"LOCATION": str(tmp_path / "documents")}
    settings.CACHES = settings.CACHES | {"documents": backend | place}
    made = []

    def write(document):
        made.append(document.name)
        Event().wait(0.2)
        return document.name.encode()

    view = views.CVFileView()
    view.format = replace(FORMATS[0], write=write)
    return view, records.of(alice), made


def test_the_same_is_made_once(asked):
    view, document, made = asked
    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(view._written, [document] * 8))
    assert answers == {b"Alice Ahlgren"}
    assert made == ["Alice Ahlgren"]


def test_what_failed_lets_the_next_one_in(asked):
    view, document, made = asked
    view.format = replace(view.format, write=lambda document: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        view._written(document)
    waiting = Thread(target=view._written, args=[replace(document, name="Bob")])
    view.format = replace(view.format, write=lambda document: made.append(document.name) or b"x")
    waiting.start()
    waiting.join(10)
    assert made == ["Bob"]
