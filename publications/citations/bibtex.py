"""Papers as BibTeX: what a file said, as it said it; what was written here, LaTeX-safe."""

from collections.abc import Container, Iterable

from publications.bibtex import ORIGINAL_KEY, clean_key, unique_keys, write_entry
from publications.citations.bibtex_fields import LINKS, TELLS, made
from publications.citations.forms import PARTS, VERSION_COLUMNS, Form, forms, lead
from publications.latex import from_text
from publications.models import Publication, Source

# Fields by which an entry inherits from another one.
PARENTS = {"crossref", "xdata"}


def bibtex(papers: Iterable[Publication], *, versions: bool = True) -> str:
    """Entries in the order of `papers`, each paper's other versions behind it.

    The same papers give the same bytes. Without `versions`, only the form that leads.
    """
    papers = list(papers)
    shown = [form for paper in papers for form in (forms(paper) if versions else [lead(paper)])]
    keys = _keys(shown)
    here = {key.casefold() for key in keys}
    entries = (
        (
            form.entry_type,
            key,
            [*fields(form, here, keep_parents=len(papers) > 1), *_key(form, key)],
        )
        for form, key in zip(shown, keys, strict=True)
    )
    return "\n".join(write_entry(*entry) for entry in entries)


def _keys(shown: list[Form]) -> list[str]:
    """Each form's own key, else its paper's address; of two equal ones the elder keeps it."""
    by_age = sorted(range(len(shown)), key=lambda index: shown[index].age)
    wanted = (clean_key(shown[i].key) or shown[i].paper.slug for i in by_age)
    made = dict(zip(by_age, unique_keys(wanted), strict=True))
    return [made[index] for index in range(len(shown))]


def _key(form, key):
    """The form's own key where another had to be written, so that it is there to read again."""
    return [(ORIGINAL_KEY, from_text(form.key))] if form.key and form.key != key else []


def fields(
    form: Form, here: Container[str] = (), *, keep_parents: bool = False
) -> list[tuple[str, str]]:
    """Name and raw LaTeX: first what its sources still say, then what only we know.

    `here`: the keys in the same file, in small letters. What an entry inherits is written out,
    unless its parent stands in the same file. A reference to an absent parent goes where the
    paper stands alone, for BibTeX complains of it; among others it is kept as it came.
    """
    kept, told = _kept(form)
    parents = [raw for name, raw in kept if name in PARENTS]
    if form.sources and parents and all(key.strip().casefold() in here for key in parents):
        told |= {column for column in COLUMNS if _is_same(form, form.sources[0], column)}
    elif not keep_parents:
        kept = [pair for pair in kept if pair[0] not in PARENTS]
    added = list(made(form, told))
    names = {name for name, _raw in added}
    return [pair for pair in kept if pair[0] not in names] + added


def _kept(form):
    """The raw fields that still hold, and the columns that they tell of."""
    kept, told = [], set()
    for source in form.sources:
        rest = [list(pair) for pair in source.values.get("fields", [])]
        names = {name for name, _raw in kept}
        for name, raw in source.fields:
            is_rest = [name, raw] in rest
            if is_rest and [name, raw] not in form.fields:
                continue
            if name == ORIGINAL_KEY:
                continue
            if name not in names and raw.strip() and _holds(form, source, name):
                kept.append((name, raw))
                told |= set() if is_rest else _columns(name)
    kept += [(name, raw) for name, raw in form.fields if name != "day" or "date" in told]
    told |= {column for name, _raw in kept for column in TELLS.get(name, ()) if column in UNREAD}
    return list(dict.fromkeys(kept)), told | _derived(form)


COLUMNS = {column for columns in TELLS.values() for column in columns}
# Columns of ours that the importer fills from no field: a raw field of that name is left alone.
UNREAD = {"keywords", "short_name"}


def _columns(name):
    return {f"link:{LINKS[name]}"} if name in LINKS else set(TELLS.get(name, ()))


def _holds(form: Form, source: Source, name: str) -> bool:
    """Whether every column that the field tells of is still what its entry made it."""
    return all(_is_same(form, source, column) for column in _columns(name) - UNREAD)


def _is_same(form, source, column):
    said = source.values
    if column in ("author", "editor", "translator"):
        cut_alike = not form.is_lead or form.values.get("et_al") == said.get("et_al")
        return cut_alike and form.printed(column) == _printed(source, column)
    if column == "date":
        return _date(form.values) == _date(said)
    if not form.is_lead and column not in VERSION_COLUMNS:
        return True
    if column.startswith("link:"):
        return all(link in form.links for link in said.get("links", []) if link[0] == column[5:])
    if column == "awards":
        return form.awards == said.get("awards", [])
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
    if "xdata" in told and form.values.get("title") != form.key:
        return False
    return all(_is_same(form, form.sources[0], name) for name in ("title", "container_title"))
