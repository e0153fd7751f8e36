"""Papers as BibTeX: what a file said, as it said it; what was written here, LaTeX-safe."""

from collections.abc import Container, Iterable

from publications.bibtex import ORIGINAL_KEY, clean_key, unique_keys, write_entry
from publications.citations.bibtex_fields import COLUMNS, made
from publications.citations.bibtex_kept import PARENTS, is_same, kept_fields
from publications.citations.bibtex_links import link_fields
from publications.citations.dialects import translated
from publications.citations.forms import Form, forms, lead
from publications.latex import from_text
from publications.models import Publication


def bibtex(papers: Iterable[Publication], *, versions: bool = True, dialect: str = "") -> str:
    """Entries in the order of `papers`, each paper's other versions behind it.

    The same papers give the same bytes. Without `versions`, only the form that leads. `dialect`
    is one of DIALECTS, or "" for the names that the files used; in a dialect, what an entry
    inherits is written out.
    """
    papers = list(papers)
    shown = [form for paper in papers for form in (forms(paper) if versions else [lead(paper)])]
    keys = _keys(shown)
    here = set() if dialect else {key.casefold() for key in keys}
    keep_parents = len(papers) > 1 and not dialect
    entries = []
    for form, key in zip(shown, keys, strict=True):
        pairs = fields(form, here, keep_parents=keep_parents)
        entry_type, pairs = translated(form.entry_type, pairs, dialect, form.fields)
        entries.append(write_entry(entry_type, key, [*pairs, *_key(form, key)]))
    return "\n".join(entries)


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
    inherits = _inherits(form, here)
    kept, told = kept_fields(form, written_out=not inherits)
    if inherits:
        told |= {column for column in COLUMNS if is_same(form, form.sources[0], column)}
    elif not keep_parents:
        kept = [pair for pair in kept if pair[0] not in PARENTS]
    added = list(made(form, told))
    names = {name for name, _raw in added}
    kept = [pair for pair in kept if pair[0] not in names]
    links = [row for row in form.links if row[2] not in told]
    return [*kept, *added, *link_fields(links, {name for name, _raw in kept})]


def _inherits(form, here):
    """Whether all its parents stand in the same file."""
    parents = [raw for name, raw in form.fields if name in PARENTS]
    found = all(key.strip().casefold() in here for key in parents)
    return bool(parents and form.sources and found)
