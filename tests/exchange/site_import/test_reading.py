"""A theme is a table: which collection, which column, which key, which converter."""

from exchange.site_import.columns import Collection, body, iso_date, line, markdown, words
from exchange.site_import.reading import Theme
from exchange.site_import.records import Place
from profiles.models import Talk

TALK = """---
title: On *kelp*
where: Kelp &amp; Co
when: 2024-05-01 10:00
summary: In short.
layout: talk
colour: green
published: false
redirect_from: [/kelp/]
---
At length.
"""


class Garden(Theme):
    system = "garden"
    looks = {"layout": "a switch"}


TALKS = Collection(
    "talks",
    Talk,
    {
        "title": (line, "title"),
        "event": (words, "where"),
        "date": (iso_date, "when"),
        "description": [(markdown, "summary"), (body, "")],
    },
    finish=lambda theme, row, document: row.links.append({"label": "", "url": theme.system}),
)


def read(tree_of, **files):
    config = "collections:\n  talks: {output: true}\n"
    theme = Garden(tree_of({"_config.yml": config, "_talks/kelp.md": TALK} | files))
    theme.read_collection(TALKS)
    return theme


def test_a_document_becomes_a_row(tree_of):
    theme = read(tree_of)
    [row] = theme.record.rows
    assert row.values == {
        "title": "On *kelp*",
        "event": "Kelp & Co",
        "date": "2024-05-01",
        "description": "In short.\n\nAt length.",
    }
    assert (row.model, row.origin, row.label) == (Talk, "_talks/kelp.md", "On *kelp*")
    assert row.place == Place("_talks/kelp.md", 2)
    assert row.old_paths == ["/talks/kelp.html", "/kelp/"]
    assert row.is_draft
    assert row.links == [{"label": "", "url": "garden"}]


def test_a_key_that_no_table_has_is_told(tree_of):
    theme = read(tree_of)
    assert [(place.line, key) for place, key in theme.tree.unread() if key] == [(7, "colour")]
    assert (Place("_talks/kelp.md", 6), "layout", "a switch") in theme.tree.left_out


def test_a_value_that_no_converter_can_read_is_told(tree_of):
    theme = read(tree_of, **{"_talks/kelp.md": TALK.replace("2024-05-01 10:00", "soon")})
    assert "date" not in theme.record.rows[0].values
    [unclear] = theme.tree.unclear
    assert (unclear.place, unclear.text) == (Place("_talks/kelp.md", 4), "soon")


def test_a_collection_without_pages_has_no_old_addresses(tree_of):
    theme = read(tree_of, **{"_config.yml": "collections:\n  talks: {output: false}\n"})
    assert theme.record.rows[0].old_paths == ["/kelp/"]
