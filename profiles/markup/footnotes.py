"""Footnotes: the plugin's, with ids that no other text on the page has, and named ways back."""

from __future__ import annotations

import hashlib
import re
from collections import Counter

from django.utils.html import escape
from django.utils.translation import gettext as _
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import render_footnote_anchor, render_footnote_ref

# The id of a second reference to one note: a colon would have to be escaped in style sheets.
AGAIN = re.compile(r"(fnref-[0-9a-f]+-\d+):(\d+)")


def use(md) -> None:
    md.use(footnote_plugin, inline=False)
    md.add_render_rule("footnote_ref", _reference)
    md.add_render_rule("footnote_anchor", _way_back)


def document_id(text: str, whose) -> str:
    """Two texts on one page must not share the ids of their footnotes, were they the same text."""
    seen = whose.__dict__.setdefault("_footnoted", Counter()) if whose else Counter()
    digest = hashlib.sha256(text.encode(errors="replace")).hexdigest()[:8]
    if "[^" not in text:
        return digest
    seen[digest] += 1
    again = seen[digest]
    return document_id(f"{text}{again}", None) if again > 1 else digest


def _reference(renderer, tokens, index, options, env):
    return AGAIN.sub(r"\1-\2", render_footnote_ref(renderer, tokens, index, options, env))


def _way_back(renderer, tokens, index, options, env):
    """The arrow alone says nothing to those who hear it."""
    link = AGAIN.sub(r"\1-\2", render_footnote_anchor(renderer, tokens, index, options, env))
    words = escape(_("Back to the text"))
    return link.replace("<a ", f'<a aria-label="{words}" ', 1)
