"""What operators ask for: metrics with a token, logs as JSON. Both are off by default."""

import json
import logging
import runpy
import sys
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured
from gunicorn.config import Config
from gunicorn.glogging import Logger

from config import logs

TOKEN = "a-token-of-thirty-characters-ok"


@pytest.fixture
def metrics(settings, tmp_path, monkeypatch):
    """The module, loaded anew as a server does that has a token."""
    settings.METRICS_TOKEN, settings.DATA_DIR = TOKEN, tmp_path
    (gone := tmp_path / "metrics" / "4194305").mkdir(parents=True)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    module = SimpleNamespace(**runpy.run_path(str(settings.BASE_DIR / "config" / "metrics.py")))
    assert not gone.exists()
    return module


def test_request_is_counted_without_its_path(metrics, rf):
    request = rf.get("/alice-ahlgren/")
    request.resolver_match = SimpleNamespace(view_name="researcher")
    answer = SimpleNamespace(status_code=200)
    assert metrics.MetricsMiddleware(lambda _request: answer)(request) is answer
    shown = metrics.metrics(rf.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}))
    counted = 'vitae_requests_total{method="GET",status="200",view="researcher"} 1.0'
    assert counted in shown.text
    assert "alice" not in shown.text


@pytest.mark.parametrize("sent", ["", "Bearer ", "Bearer wrong", f"Basic {TOKEN}"])
def test_without_the_token_nothing_is_said(sent, metrics, rf):
    answer = metrics.metrics(rf.get("/metrics", headers={"Authorization": sent}))
    assert (answer.status_code, answer.text) == (401, "unauthorized\n")


@pytest.mark.django_db
def test_they_are_off_by_default(client, settings):
    assert not any("metrics" in each for each in settings.MIDDLEWARE)
    assert client.get("/metrics", follow=True).status_code == 404


@pytest.mark.parametrize(
    ("variable", "value"), [("VITAE_METRICS_TOKEN", "short"), ("VITAE_LOG_FORMAT", "xml")]
)
def test_a_value_that_makes_no_sense_stops_the_start(variable, value, monkeypatch, settings):
    monkeypatch.setenv(variable, value)
    with pytest.raises(ImproperlyConfigured, match=variable):
        runpy.run_path(str(settings.BASE_DIR / "config" / "settings.py"))


# --- Logs ----------------------------------------------------------------------------------------


def failure():
    try:
        raise ValueError("zebra\r\nforged /admin/link/invitation/Mg/zebra-token/")
    except ValueError:
        return sys.exc_info()


def test_a_record_is_one_line_of_json():
    values = ("vitae", logging.ERROR, "x.py", 1, "Kelp %s", ("\x1b[2J",), failure())
    [line] = logs.JsonFormatter().format(logging.LogRecord(*values)).splitlines()
    record = json.loads(line)
    assert (record["level"], record["logger"]) == ("ERROR", "vitae")
    assert record["message"] == "Kelp \N{REPLACEMENT CHARACTER}[2J"
    assert record["time"].endswith("+00:00")
    assert "ValueError: zebra" in record["traceback"]
    assert "zebra-token" not in line


def test_gunicorn_writes_the_same(settings, tmp_path, monkeypatch):
    monkeypatch.setenv("VITAE_LOG_FORMAT", "json")
    server_config = Config()
    server_config.set("errorlog", str(tmp_path / "log"))
    server = SimpleNamespace(log=Logger(server_config))
    runpy.run_path(str(settings.BASE_DIR / "config" / "gunicorn.py"))["on_starting"](server)
    server.log.error("Error handling request %s", "/admin/link/forgotten/Mg/zebra-token/?x")
    record = json.loads((tmp_path / "log").read_text())
    assert record["message"] == "Error handling request /admin/link/…"
