"""Why something of a site was left out is said in the language of whoever reads it."""

from pathlib import Path

import pytest
from django.utils import translation

from exchange.site_import import importer
from exchange.site_import.report import account
from exchange.site_import.tree import Tree

SITES = Path(__file__).resolve().parents[2] / "data" / "sites"


@pytest.mark.parametrize("site", sorted(path.name for path in SITES.iterdir()))
def test_every_reason_is_translated(site, monkeypatch):
    tree = Tree.open(SITES / site)
    monkeypatch.setattr(translation._trans, "gettext", "«{}»".format)
    importer.read(tree)

    losses = [one for part in account(tree).values() for one in part]
    assert {one["reason"] for one in losses if one["reason"] and "«" not in one["reason"]} == set()
