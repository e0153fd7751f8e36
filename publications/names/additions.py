"""What people add to a name that is no part of it."""

import re

MARKDOWN = re.compile(r"(\*\*|__)(?=\w)(.+\w\W?)\1(.*)", re.S)
# What people add to a name, and no part of one: "(Supervisor)", "(ed.)", "(University of X)".
ADDED = re.compile(r"(.*[^\s(])\s*\(([^()]*[^\W\d_][^()]*)\)", re.S)
# DBLP tells people of one name apart: "Wei Wang 0001".
HOMONYM = re.compile(r"(?<=[^\W\d_]) 0\d{3}$")
ROLE = re.compile(
    r"(?:ph\.?\s?d\.?\s+)?(?:co-?)?(?:supervisor|advis[oe]r|mentor|editor|ed|hrsg|hg|translator|trans"
    r"|chair|author|pi)s?\.?|.*\b(?:universit\w+|institut\w*|college|department|labs?)\b.*",
    re.I | re.S,
)


def without_additions(raw: str, warnings: list[str]) -> str:
    """The name without a number of DBLP's, bold type of Markdown, or brackets behind it.

    "Smith, Robert (Bob)" keeps his.
    """
    raw = HOMONYM.sub("", _without_brackets(raw, warnings))
    bold = MARKDOWN.fullmatch(raw)
    return bold[2] + bold[3] if bold else raw


def _without_brackets(raw: str, warnings: list[str]) -> str:
    added = ADDED.fullmatch(raw) if raw.endswith(")") else None
    if not added or ("," in added[1] and not ROLE.fullmatch(added[2])):
        return raw
    warnings.append(f"“({added[2][:60]})” behind a name was left out of it.")
    return added[1]
