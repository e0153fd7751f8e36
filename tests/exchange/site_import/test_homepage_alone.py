"""One homepage alone is a site; with the seeds beside this repository, the real ones are, too."""

from collections import Counter
from pathlib import Path

import pytest

from exchange.site_import import importer
from exchange.site_import.tree import Tree

SEEDS = Path(__file__).parents[4] / "shared" / "seeds"
PAGE = """---
permalink: /
subtitle: Keeper of bees
redirect_from:
  - /about/
author_profile: true
---
I keep bees. <!-- not these -->

## News
- [5/2025] A swarm.
-
## Portfolio
See [here](/portfolio/).
"""


def test_a_homepage_alone_becomes_a_record_and_nothing_is_unread(tree_of):
    tree = tree_of({"index.md": PAGE})
    site = importer.read(tree)
    assert site.system == "homepage"
    assert site.researcher["biography"][0] == "I keep bees."
    assert site.researcher["headline"] == ("Keeper of bees", ("index.md", 3))
    assert site.old_paths == ["/about/"]
    assert [row.model.__name__ for row in site.rows] == ["NewsItem", "Section", "Section"]
    assert list(tree.unread()) == []


@pytest.mark.parametrize(
    ("seed", "counts"),
    [
        ("000", {"NewsItem": 7}),
        ("001", {"Education": 2, "Experience": 2, "Award": 5, "papers": 4}),
        ("002", {"Award": 4}),
        ("004", {"NewsItem": 4, "Experience": 3, "Teaching": 4, "Award": 5}),
    ],
)
def test_the_seeds_alone(seed, counts):
    if not SEEDS.is_dir():
        pytest.skip("needs ../shared/seeds")
    tree = Tree.open(next(SEEDS.glob(f"{seed}*")), repair_encoding=True)
    site = importer.read(tree)
    found = Counter(row.model.__name__ for row in site.rows if row.model.__name__ != "Section")
    assert found + Counter(papers=len(site.papers)) == counts
    assert list(tree.unread()) == []
