"""Our own field `topics`: names between commas or semicolons, a name that holds one in braces."""

from collections.abc import Iterable

from profiles.slugs import make_slug
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


class Topics:
    """Those of the site, by name, small and capital letters alike; asked for when one is needed."""

    def __init__(self):
        self._named: dict[str, int] = {}
        self._keys: dict[str, int] = {}
        self._slugs: set[str] = set()
        # Primary key -> name of those that this run made.
        self.made: dict[int, str] = {}

    def keys(self, names: Iterable[str]) -> dict[str, int]:
        """Name -> primary key; what is missing is made."""
        names = list(dict.fromkeys(names))
        if names and not self._keys:
            self._load()
        missing = {name.casefold(): name for name in names if name.casefold() not in self._keys}
        self._make(missing.values())
        return {name: self._named.get(name) or self._keys[name.casefold()] for name in names}

    def _load(self):
        for pk, name, slug in Topic.objects.order_by("-pk").values_list("pk", "name", "slug"):
            self._named[name] = self._keys[name.casefold()] = pk
            self._slugs.add(slug)

    def _make(self, names):
        rows = []
        for name in names:
            slug = make_slug(name, self._slugs, fallback="topic")
            self._slugs.add(slug)
            rows.append(Topic(name=name, slug=slug))
        for row in Topic.objects.bulk_create(rows):
            self._keys[row.name.casefold()] = row.pk
            self.made[row.pk] = row.name
