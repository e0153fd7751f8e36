"""Our own field `topics`: names between commas or semicolons, a name that holds one in braces."""

from publications.latex import to_text
from publications.models import Topic

LONGEST = Topic._meta.get_field("name").max_length
TOO_LONG = "topics: a name is longer than {} characters, the field is kept as it came"


def read_topics(mapper) -> None:
    """Also marks `keywords` used that say the same: an export writes them beside, for others."""
    if not (raw := mapper.record.get("topics")):
        return
    names = [" ".join(to_text(part).split()) for part in split(raw)]
    names = list({name.casefold(): name for name in reversed(names) if name}.values())[::-1]
    if any(len(name) > LONGEST for name in names):
        mapper.tell("warning", TOO_LONG.format(LONGEST))
    elif names:
        mapper.values["topics"] = names
        mapper.used |= {"topics"}
        mapper.used |= {"keywords"} if mapper.record.get("keywords") == raw else set()


def split(raw: str) -> list[str]:
    """At commas and semicolons outside braces."""
    parts, depth, escaped = [""], 0, False
    for letter in raw:
        if letter in ",;" and not depth and not escaped:
            parts.append("")
            continue
        if not escaped:
            depth += (letter == "{") - (letter == "}")
        escaped = letter == "\\" and not escaped
        parts[-1] += letter
    return parts
