"""What the sources of a paper still say: their raw fields, as far as nobody has edited them."""

from publications.bibtex import ORIGINAL_KEY, ORIGINAL_TYPE
from publications.citations.bibtex_fields import columns_of
from publications.citations.forms import PARTS, VERSION_COLUMNS, Form
from publications.latex import to_text, urls
from publications.models import Source

# Said anew in each export, where it is needed.
ORIGINALS = (ORIGINAL_KEY, ORIGINAL_TYPE)
# Fields by which an entry inherits from another one.
PARENTS = {"crossref", "xdata"}
# Fields that say a part of a column, and those without which they do not say it.
PART_OF = {
    "month": {"year", "date"},
    "mon": {"year", "date"},
    "day": {"year", "date"},
    "subtitle": {"title"},
    "booksubtitle": {"booktitle"},
    "journalsubtitle": {"journal", "journaltitle"},
    "archiveprefix": {"eprint"},
    "eprinttype": {"eprint"},
}
# Columns that the importer fills from no field: a raw field of that name is left alone, unless it
# repeats the topics.
UNREAD = {"keywords"}


def kept_fields(form: Form, *, written_out: bool) -> tuple[list[tuple[str, str]], set[str]]:
    """The raw fields that still hold, and what they tell of: columns, and addresses of links.

    `written_out`: whether what an entry inherits is to be said in full, too.
    """
    kept, told = [], set()
    for source in form.sources:
        rest = [list(pair) for pair in source.values.get("fields", [])]
        names = {name for name, _raw in kept}
        links = {row[2]: row in form.links for row in source.values.get("links", [])}
        for name, raw in source.fields:
            if _is_ours(source, name, raw) or (
                [name, raw] in rest and [name, raw] not in form.fields
            ):
                continue
            inherited = _inherited(source, name, raw) if written_out else set()
            if inherited and [name, raw] not in rest:
                continue  # half of what is written whole
            if name not in names and raw.strip() and _holds(form, source, name, raw, links):
                kept.append((name, raw))
                told |= set(columns_of(name)) - inherited
            else:
                links |= dict.fromkeys(urls(raw), False) if _gives_link(raw, links) else {}
        told |= {url for url, is_here in links.items() if is_here}
    kept += [(name, raw) for name, raw in form.fields if name != "day" or "date" in told]
    told |= {column for name, _raw in kept for column in columns_of(name) if column in UNREAD}
    return list(dict.fromkeys(kept)), told | _derived(form)


def _inherited(source, name, raw):
    """Columns that the field would tell of, did they not hold what the entry's parent says."""
    own = dict(source.fields)
    if not PARENTS & own.keys():
        return set()
    columns = {column for column in columns_of(name) if column in source.values}
    if [name, raw] in source.values.get("fields", []):
        # A value that was too long for its column begins as the column does.
        text = to_text(raw)
        return {name for name in columns if not _is_cut(text, str(source.values[name]))}
    return columns if name in PART_OF and not PART_OF[name] & own.keys() else set()


def _is_cut(text, value):
    return text != value and text.startswith(value)


def _is_ours(source, name, raw):
    """Whether an earlier export put the field there beside a key or a type that it changed."""
    if name == "howpublished":
        fields = dict(source.fields)
        return ORIGINAL_TYPE in fields and raw == f"\\url{{{fields.get('url')}}}"
    return name in ORIGINALS


def _holds(form: Form, source: Source, name: str, raw: str, links: dict[str, bool]) -> bool:
    """Whether each column and link that the field tells of is still what its entry made it."""
    columns = set(columns_of(name)) - UNREAD
    if name in UNREAD and [name, raw] not in source.values.get("fields", []):
        columns = {"topics"}
    if columns or not _gives_link(raw, links):
        return all(is_same(form, source, column) for column in columns)
    return all(links.get(url, True) for url in urls(raw))


def _gives_link(raw, links):
    return "://" in raw and any(url in links for url in urls(raw))


def is_same(form: Form, source: Source, column: str) -> bool:
    """Whether the form holds in `column` what the entry put there."""
    said = source.values
    if column in ("author", "editor", "translator"):
        cut_alike = not form.is_lead or form.values.get("et_al") == said.get("et_al")
        return cut_alike and form.printed(column) == _printed(source, column)
    if column == "date":
        return _date(form.values) == _date(said)
    if not form.is_lead and column not in VERSION_COLUMNS:
        return True
    if column == "awards":
        return form.awards == said.get("awards", [])
    if column == "topics":
        return sorted(form.topics) == sorted(said.get("topics", []))
    return form.values.get(column) == said.get(column)


def _printed(source, role):
    rows = source.values.get("authors", [])
    return [row[: len(PARTS)] for row in rows if row[0] == role]


def _date(values):
    return values.get("date") or values.get("date_text")


def _derived(form):
    """Columns that the importer read between the lines, and that nobody changed since."""
    said = form.sources[0].values if form.sources else {}
    same = form.values.get("status", "published") == said.get("status")
    return ({"status"} if same else set()) | ({"title"} if _has_no_title(form) else set())


def _has_no_title(form):
    """Whether its title is none, but what an entry without one is shown under."""
    told = {name for source in form.sources for name, _raw in source.fields}
    if not told or "title" in told or not form.key:
        return False
    if PARENTS & told and form.values.get("title") != form.key:
        return False
    return all(is_same(form, form.sources[0], name) for name in ("title", "container_title"))
