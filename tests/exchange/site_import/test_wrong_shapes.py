"""A site whose files are not shaped as the system's are is read as far as they can be."""

import pytest

from exchange.site_import import academicpages, importer
from exchange.site_import.tree import SiteError
from tests.exchange.site_import.importing import tree_of

CONFIG = "author:\n  name: Ada Example\n  avatar: a.png\ncollections:\n  publications: {}\n"
PAPER = "---\ntitle: A paper\nvenue: A venue\ndate: 2024-05-01\n---\n"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("_data/navigation.yml", "- a\n- b\n"),
        ("_publications/one.md", PAPER.replace("title: A paper\n", "")),
        ("_publications/one.md", PAPER.replace("venue", "paperurl: https://[::1\nvenue")),
        ("_publications/one.md", PAPER.replace("A paper", "[a, b]")),
        ("_config.yml", CONFIG.replace("Ada Example", "[a, b]")),
        ("_pages/about.md", "---\npermalink: [/]\nredirect_from: {a: b}\n---\nHello.\n"),
    ],
)
def test_it_is_read(path, text, tmp_path):
    files = {"_config.yml": CONFIG, "_publications/one.md": PAPER, path: text}
    assert importer.read(tree_of(tmp_path / "site", **files)).system == "academicpages"


def test_a_shape_that_nobody_thought_of_is_one_clear_line(tmp_path, monkeypatch):
    def read(tree):
        return tree.document("_config.yml").front["missing"]

    monkeypatch.setattr(academicpages.AcademicPages, "read", read)
    with pytest.raises(SiteError, match="cannot be read"):
        importer.read(tree_of(tmp_path / "site", **{"_config.yml": CONFIG}))
