"""Generated .bib files and what can happen to one, to try what nobody thought of."""

from hypothesis import strategies as st

LAST = """@misc{last,
  title = {The Last of Them},
  author = {Ahlgren, Alice},
  year = 2021
}
"""
VALUES = st.sampled_from(
    [
        '{Kelp and {DNA} of \\"Oland}',
        '"Waves of {"}Sound{"}"',
        "2019",
        "jan",
        'jan # "~7"',
        "{Ahlgren, Alice* and {The Kelp Team} and others}",
        "{10.5555/Kelp_1}",
        "{$O(n^2)$ for 50\\% \\& more}",
        "{https://e.org/a%20b?c=d}",
        "{}",
        "{line one\n    line two}",
        "{x\n@misc{inner, title = {y}}\n}",
        "undefined",
        "{" + "long " * 500 + "}",
        "{" * 50 + "deep" + "}" * 50,
    ]
)
NAMES = st.sampled_from(
    ["title", "author", "year", "month", "journal", "doi", "url", "note", "eprint", "crossref"]
)
TYPES = st.sampled_from(["article", "misc", "inproceedings", "BOOK", "kelp", "comment", "string"])
KEYS = st.sampled_from(["a", "b:2", "Ü3", "", "kelp forest"])


@st.composite
def entries(draw):
    fields = draw(st.lists(st.tuples(NAMES, VALUES), min_size=1, max_size=5))
    body = ",\n".join(f"  {name} = {value}" for name, value in fields)
    return f"@{draw(TYPES)}{{{draw(KEYS)},\n{body}\n}}\n"


SIGNS = st.sampled_from([*'{}",@=#%()\\\n \t~$&é\u2028\0', "@misc{", "}\n", "\\}"])


@st.composite
def damaged(draw, text):
    """`text` after one small accident."""
    at = draw(st.integers(0, max(len(text) - 1, 0)))
    kind = draw(st.sampled_from(["drop", "insert", "double", "cut", "none"]))
    if kind == "drop":
        return text[:at] + text[at + 1 :]
    if kind == "insert":
        return text[:at] + draw(SIGNS) + text[at:]
    if kind == "double":
        return text[: at + 1] + text[at:]
    return text[:at] if kind == "cut" else text


def damaged_entries():
    return entries().flatmap(damaged)


def files():
    """Some entries, each with an accident or none, one after the other or glued."""
    glue = st.sampled_from(["", "\n", "\n\n", "% note\n", "text @ between\n"])
    some = st.lists(damaged_entries(), max_size=3)
    return st.tuples(some, glue).map(lambda made: made[1].join(made[0]))
