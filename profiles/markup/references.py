"""`[@key]` and `[[Name]]` in a text: links to what another app knows under them.

Whose text it is decides what they mean. What cannot be found stays as it was typed; of a paper of
one's own that its reader may not see yet, the text says no more than that there is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Model
from django.utils.translation import gettext
from markdown_it.common.utils import normalizeReference, unescapeAll
from markdown_it.rules_block import reference as definition_rule

from profiles.markup import budget
from profiles.markup.maths import push_maths, split_maths

# Bounded, and never tried again, so that a text of brackets is read in linear time. A backslash
# escapes, as elsewhere, twenty times at most.
INNER = r"(?!\])[^\\\[\]\n`]{0,300}+(?:\\[^\n][^\\\[\]\n`]{0,300}+){0,20}+"
# `[@alice](https://…)` and `[[PDF]](https://…)` are links already.
REFERENCE = re.compile(rf"\[@(?P<key>{INNER})\](?!\()|\[\[(?P<name>{INNER})\]\](?!\()")
# Different ones of one text that are looked up where all of them are: no page has more papers.
MAX_LOOKED_UP = 1000
# In steps of the budget, whatever it leads to: that is not the text's.
LOOK_UP = 6


class Reference(NamedTuple):
    """`text` is a citation key or, between two brackets, a name; `typed`: with its brackets."""

    text: str
    is_key: bool
    typed: str


@dataclass(frozen=True)
class Target:
    """`url` and `label` make the link; `title` says in full what it leads to."""

    label: str
    url: str
    title: str = ""


Find = Callable[[Reference], list[Target]]
# researcher, drafts -> a function that looks a reference up; asked once for each researcher.
# publications fills this in ready().
finders: list[Callable[[Model, bool], Find]] = []


def target(reference: Reference, researcher: Model | None) -> Target | None:
    """The one public thing that is meant; None for none, and for more than one."""
    targets = _targets(reference, researcher, drafts=False) if researcher else []
    return targets[0] if len(targets) == 1 else None


def _targets(reference, researcher, *, drafts):
    """The finders live on the researcher as loaded for this one page: nothing grows stale."""
    known = researcher.__dict__.setdefault("_reference_finders", {})
    if drafts not in known:
        known[drafts] = [make(researcher, drafts) for make in finders]
    return [target for find in known[drafts] for target in find(reference)]


def doubt(reference: Reference, researcher: Model) -> str:
    """Why it is no link in public: "unknown", "draft" or "several"; "" where it is one."""
    public = _targets(reference, researcher, drafts=False)
    if len(public) == 1:
        return ""
    if public:
        return "several"
    return "draft" if _targets(reference, researcher, drafts=True) else "unknown"


def withhold(text: str, researcher: Model | None) -> str:
    """`text`, still Markdown, without what it says of papers that no visitor may see yet."""
    if not researcher or ("[@" not in text and "[[" not in text):
        return text
    looked_up = {}

    def instead(match):
        if match[0] not in looked_up:
            if len(looked_up) == MAX_LOOKED_UP:
                return "…"
            looked_up[match[0]] = _withheld(_reference(match), researcher) or match[0]
        return looked_up[match[0]]

    return REFERENCE.sub(instead, text)


def without_references(text: str) -> str:
    """Where nobody can say whose text it is: a name is its words, and a key is nothing."""
    return REFERENCE.sub(lambda match: unescapeAll(match["name"] or ""), text)


def _withheld(reference, researcher):
    """What visitors read instead; "" where there is nothing to keep back."""
    return gettext("a forthcoming paper") if doubt(reference, researcher) == "draft" else ""


# --- markdown-it's rules -------------------------------------------------------------------------


def inline_rule(state, silent):
    """Silent, markdown-it only looks for the end of a link's text: there it is text."""
    match = None if silent or state.src[state.pos] != "[" else REFERENCE.match(state.src, state.pos)
    # `[[1]]` is a link in brackets where the text says `[1]: https://…`.
    defined = state.env.get("references", {})
    if not match or (match["name"] is not None and normalizeReference(match["name"]) in defined):
        return False
    reference = _reference(match)
    goal = target(reference, state.env.get("researcher"))
    if goal is None or state.linkLevel:
        _push_text(state, goal.label if goal else _unlinked(reference, state.env))
    else:
        link = state.push("link_open", "a", 1)
        link.attrs = {"href": goal.url, "class": "citation"}
        if goal.title and goal.title != goal.label:
            link.attrs["title"] = goal.title
        _push_text(state, goal.label)
        state.push("link_close", "a", -1)
    budget.spend_inline(state, LOOK_UP)
    state.counted = len(state.tokens)
    state.env.setdefault("cited", []).append(reference)
    state.pos = match.end()
    return True


def _unlinked(reference, env):
    """What stands there instead of a link; of a paper that is no visitor's yet, not even its name.

    In a summary nobody can say whose text it is: there a name is its words, and a key is nothing.
    """
    researcher = env.get("researcher")
    if researcher and (instead := _withheld(reference, researcher)):
        return instead
    if env.get("bare"):
        return "" if reference.is_key else reference.text
    return reference.typed


def _reference(match):
    key, name = match["key"], match["name"]
    return Reference(unescapeAll(key or name).strip(), key is not None, unescapeAll(match[0]))


def _push_text(state, words):
    """Push the words of a title, whose formulas become tokens of their own."""
    for part in split_maths(words):
        if isinstance(part, str):
            state.push("text", "", 0).content = part
        else:
            push_maths(state, part)


def block_rule(state, start_line, end_line, silent):
    """markdown-it's definitions (`[x]: /address`): "[@key]: accepted!" is none, or it vanished."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    return not state.src.startswith("[@", begin) and definition_rule(
        state, start_line, end_line, silent
    )
