"""What an import of a site would do to each row of a record: column by column, against what stands
here and what the last import left. Reads the database, writes nothing.

Values are compared as the database has them: {"start": "2024-05", "start_text": "May 2024"}.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db.models import Field, Model, TextField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.records import Place, Problem, SiteRecord, SiteRow
from exchange.site_import.tables import THEMES
from history import snapshots
from profiles import markup
from profiles.dates import END_FIRST
from profiles.folding import fold
from profiles.limits import longest
from profiles.models import Link, Page, Researcher, Section
from profiles.slugs import make_slug
from publications.importer.paper_store import FILL, NEVER, OVERWRITE, Change
from publications.models import ImportedRow

# By what two rows are the same one, whoever wrote them.
NATURAL = {kind: said.replace("|", " ").split() for kind, said in THEMES["same"].items()}
LINK = ("label", "url")
# Where a text goes that its own column cannot hold.
ROOM = ("description", "note", "body")
# Never set by a site.
OWN = {"slug", "owner", "published_at"}
# Leaves room for a number behind it.
LONGEST_ORIGIN = 490
DELETED = gettext_lazy("%(name)s: deleted here since the last import, and stays so.")
UNFIT = gettext_lazy("%(column)s: %(problem)s The site has: %(value)s")
LONGEST_SHOWN = 300  # characters of a value in a report
REFUSED = gettext_lazy("refused: %(problem)s The site has: %(values)s")
EXCESS = gettext_lazy(
    "%(column)s: from its line %(line)s on, more signs of Markdown than one text can hold; shown "
    "as typed."
)
ACTIONS = ("created", "updated", "unchanged", "joined", "kept", "missing", "refused")


@dataclass
class PlannedRow:
    """One row of the site: what becomes of it. `values`: column -> as the database has it.

    `parent` is the origin of the row on which it stands; `object_id` of the row that is here.
    """

    row: SiteRow
    action: str
    values: dict = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    conflicts: list[Change] = field(default_factory=list)
    # As the site says it, for the next import.
    source: dict = field(default_factory=dict)
    parent: str = ""
    object_id: int | None = None
    same_as: str = ""

    @property
    def writes(self) -> bool:
        return self.action in ("created", "updated")


class RowPlanner:
    """`bases`: what the last import left of each row; `by_origin` the same by where it came from.

    `usable(path, field, place)`: whether a file of the site can be stored in the column; it tells
    why not.
    """

    def __init__(
        self,
        researcher: Researcher,
        *,
        update: str,
        report: Callable[[Problem], None],
        usable: Callable[[str, Field, Place], bool],
    ):
        self.researcher, self.update, self.report, self.usable = researcher, update, report, usable
        rows = ImportedRow.objects.filter(researcher=researcher).order_by("pk")
        self.bases = {(row.kind, row.object_id): row for row in rows}
        self.by_origin = {(row.kind, row.origin): row for row in rows}
        self.here: dict[type[Model], dict[int, dict]] = {}
        self.claimed: set[tuple[str, int]] = set()
        self.first: dict[tuple, PlannedRow] = {}
        self.steps: dict[str, PlannedRow] = {}
        # Origin -> its place among the site's rows of that kind.
        self.order: dict[str, int] = {}
        self.index: dict[type[Model], dict] = {}
        self.slugs: set[str] = set()

    def plan(self, record: SiteRecord) -> list[PlannedRow]:
        """A step for each row of the site: the researcher's columns, rows, their links."""
        steps = [self._researcher(record)]
        make_distinct(record.rows)
        links = [(link, row.origin) for row in record.rows for link in links_of(row)]
        make_distinct([link for link, _parent in links])
        for rows in ([(row, "") for row in record.rows], links):
            cleaned = [(row, parent, self._clean(row)) for row, parent in rows]
            counts = Counter()
            for row, _parent in rows:
                self.order[row.origin] = counts[row.model]
                counts[row.model] += 1
            self.keys = {self._natural(row.model, v) for row, _p, v in cleaned if v is not None}
            # Rows that are where they were come first: what was put in before others moves them.
            for row, parent, values in sorted(cleaned, key=lambda one: not self._stayed(*one)):
                self.steps[row.origin] = self._step(row, parent, values)
            steps += [self.steps[row.origin] for row, _parent in rows]
        return steps

    # --- the researcher -----------------------------------------------------------------------

    def _researcher(self, record):
        values = {name: value for name, (value, _place) in record.researcher.items()}
        places = [place for _value, place in record.researcher.values()] or [Place("")]
        files = {name: path for name, (path, _place) in record.researcher_files.items()}
        row = SiteRow(
            Researcher, "researcher", places[0], values, files, label=str(self.researcher)
        )
        for name in OWN & row.values.keys():
            del row.values[name]
        cleaned = {}
        for name in row.values:
            place = record.researcher[name][1]
            cleaned |= self._clean_column(row, name, row.values[name], place) or {}
        step = PlannedRow(row, "unchanged", cleaned, files, object_id=self.researcher.pk)
        stored = Researcher._base_manager.get(pk=self.researcher.pk)
        self._compare(step, snapshots.values_of(stored))
        return step

    # --- one row ------------------------------------------------------------------------------

    def _step(self, row, parent, values):
        step = PlannedRow(row, "created", values or {}, parent=parent)
        above = self.steps.get(parent)
        if above and above.action == "joined":
            step.parent = above.same_as
        if values is None or (above and above.action in ("kept", "refused")):
            step.action = above.action if values is not None else "refused"
            return step
        base, pk = self._match(row, values, step.parent)
        if base and pk is None and self.update != OVERWRITE:
            step.action = "kept"
            reason = DELETED % {"name": row.label or row.origin}
            self.report(Problem(row.place, "warning", reason))
            return step
        key = (step.parent, self._natural(row.model, values))
        first = self.first.setdefault(key, step)
        if pk is None and first is not step and self._joins(first, step):
            return step
        if pk is None:
            step.files = self._files(row)
            step.source = values | step.files
            if issubclass(row.model, Link) and not (values.get("url") or step.files):
                step.action = "missing"
            self._place(row, values)
            return step
        self.claimed.add((row.model._meta.label_lower, pk))
        step.object_id, step.action, step.files = pk, "unchanged", dict(row.files)
        self._compare(step, self._rows(row.model)[pk])
        return step

    def _joins(self, first, step):
        """Whether it says nothing else than another row of the site, which then says it all."""
        both = first.source.keys() & step.values.keys() - {"slug"}
        is_alone = step.row.model is Section and step.values.get("kind") != Section.Kind.TEXT
        if not is_alone and any(first.source[name] != step.values[name] for name in both):
            return False
        if first.action == "created":
            first.values |= {n: v for n, v in step.values.items() if n not in first.source}
            first.source |= {n: v for n, v in step.values.items() if n not in first.source}
        step.action, step.same_as = "joined", first.row.origin
        return True

    def _stayed(self, row, parent, values):
        base = self.by_origin.get((row.model._meta.label_lower, row.origin))
        if not base or values is None or (base.kind, base.object_id) in self.claimed:
            return False
        return self._natural(row.model, base.source) == self._natural(row.model, values)

    def _match(self, row, values, parent):
        """(what the last import left, key of the row here); None for what there is not."""
        kind, rows = row.model._meta.label_lower, self._rows(row.model)
        own = self.by_origin.get((kind, row.origin))
        alike = self._alike(row.model)[self._natural(row.model, values)]
        if own and self._stayed(row, parent, values):
            alike = [(own, own.object_id)]
        elif own and self._natural(row.model, own.source) not in self.keys:
            alike = [*alike, (own, own.object_id)]
        for base, pk in alike:
            above = self._origin_above(row.model, base, pk) if parent else ""
            if (kind, pk) not in self.claimed and above == parent:
                return base, pk if pk in rows else None
        return None, None

    def _alike(self, model):
        """Natural key -> (what the last import left or None, key) of rows that are or were here."""
        if model not in self.index:
            index, kind = defaultdict(list), model._meta.label_lower
            for (label, pk), base in self.bases.items():
                if label == kind:
                    index[self._natural(model, base.source)].append((base, pk))
            for pk, here in self._rows(model).items():
                if (kind, pk) not in self.bases:
                    index[self._natural(model, here)].append((None, pk))
            self.index[model] = index
        return self.index[model]

    def _origin_above(self, model, base, pk):
        """The origin of the row on whose form a link stands, in this site; or stood."""
        here, parent = self._rows(model).get(pk), model.inline_of[0].parent
        if here is None:
            return base.origin.partition("#link:")[0]
        above = model._meta.get_field(parent).related_model
        steps = self.steps.values()
        same = (s for s in steps if s.row.model is above and s.object_id == here[parent])
        return next((step.row.origin for step in same), "")

    def _rows(self, model):
        if model not in self.here:
            path = model.owned_through[0]
            rows = model._default_manager.filter(**{path: self.researcher.pk})
            self.here[model] = {row.pk: snapshots.values_of(row) for row in rows}
        return self.here[model]

    def _natural(self, model, values):
        """What makes it this row and no other; a text without its marks, small letters alike."""
        names = NATURAL.get(model._meta.model_name, LINK)
        if model is Section and values.get("kind") != Section.Kind.TEXT:
            names = ("kind",)  # whatever heads it: a profile has one of each
        parts = (str(values.get(name) or "") for name in names)
        return model, *(fold(" ".join(markup.plain_text(part).split())) for part in parts)

    def _files(self, row):
        meta = row.model._meta
        return {
            name: path
            for name, path in row.files.items()
            if self.usable(path, meta.get_field(name), row.place)
        }

    def _place(self, row, values):
        """A new row stands after those that are here, in the order of the site."""
        names = {field.name for field in row.model._meta.fields}
        # A part of the home page without a place stays at its usual one.
        if row.model is not Section and "position" in names and "position" not in values:
            last = max((here["position"] for here in self._rows(row.model).values()), default=-1)
            values["position"] = last + 1 + self.order[row.origin]

    # --- against what is here -----------------------------------------------------------------

    def _compare(self, step, here):
        """Fills `changes` and `conflicts`; `values` and `files` keep what is to be written."""
        model = step.row.model
        base = self.bases.get((model._meta.label_lower, step.object_id))
        source, stored = (base.source, base.values) if base else ({}, {})
        taken = {}
        for name, theirs in step.values.items():
            if name.endswith("_text") or name == "position":
                continue
            mine, field = here[name], model._meta.get_field(name)
            if _same(mine, theirs):
                continue
            is_untouched = mine == stored.get(name) if name in source else _is_empty(field, mine)
            if is_untouched and theirs == source.get(name):
                continue  # links in it lead elsewhere here
            if self.update == OVERWRITE or (is_untouched and self.update == FILL):
                step.changes.append(Change(name, mine, theirs))
                taken |= {name: theirs}
                text = f"{name}_text"
                taken |= {text: step.values[text]} if text in step.values else {}
            elif self.update != NEVER:
                step.conflicts.append(Change(name, mine, theirs))
        files = {}
        for name, path in step.files.items():
            if self.update == NEVER or source.get(name) == path:
                continue
            if here[name] or name in source:
                step.conflicts.append(Change(name, here[name], path))
            elif self.usable(path, model._meta.get_field(name), step.row.place):
                files[name] = path
                step.changes.append(Change(name, "", path))
        step.source = source | step.values | files
        step.values, step.files = taken, files
        if step.changes:
            step.action = "updated"

    # --- what a column can hold ---------------------------------------------------------------

    def _clean(self, row) -> dict | None:
        """None where a column that must be filled cannot be."""
        row.values = {name: value for name, value in row.values.items() if value not in ("", None)}
        values, unfit = {}, []
        for name, value in row.values.items():
            if row.model is Page and name == "slug":
                cleaned = {name: value}
            else:
                cleaned = self._clean_column(row, name, value, row.place)
            if cleaned is None:
                unfit.append((name, value))
            else:
                values |= cleaned
        room = next((name for name in ROOM if hasattr(row.model, name)), "")
        for name, value in unfit:
            is_text = isinstance(value, str) and "://" not in value and not name.endswith("url")
            if name != room and room and is_text:
                values[room] = "\n\n".join(filter(None, [values.get(room, ""), value]))
        if row.translations and hasattr(row.model, "translations"):
            values["translations"] = row.translations
        return self._whole(row, values)

    def _clean_column(self, row, name, value, place):
        """{column: value, and the text of a date}; None, and a problem, for what it cannot hold."""
        field = row.model._meta.get_field(name)
        if field.is_relation:
            return {name: value}
        try:
            limit = {"max_length": longest(field)} if isinstance(field, TextField) else {}
            form = field.formfield(**limit)
            cleaned = field.clean(form.clean(value) if form else value, None)
        except ValidationError as error:
            shown = str(value)[:LONGEST_SHOWN]
            parts = {"column": name, "problem": " ".join(error.messages), "value": shown}
            self.report(Problem(place, "warning", UNFIT % parts))
            return None
        if isinstance(cleaned, str) and (excess := markup.too_much(cleaned)):
            reason = EXCESS % {"column": name, "line": excess.line}
            self.report(Problem(place, "warning", reason))
        values = {name: snapshots.values_of(row.model(**{name: cleaned}))[name]}
        if text_field := getattr(field, "text_field", ""):
            limit = row.model._meta.get_field(text_field).max_length
            values[text_field] = str(getattr(cleaned, "text", ""))[:limit]
        return values

    def _whole(self, row, values):
        """Checks of several columns together."""
        if row.model is Page:
            values = self._with_slug(values)
        try:
            self._check(row, values)
        except ValidationError as error:
            problem = " ".join(error.messages)
            if getattr(error, "code", "") == END_FIRST:  # the rest is right without it
                row.is_draft = True
                parts = {"column": "end", "problem": problem, "value": row.values["end"]}
                self.report(Problem(row.place, "warning", UNFIT % parts))
                return self._whole(row, {name: values[name] for name in values if name != "end"})
            said = (f"{name}: {str(value)[:LONGEST_SHOWN]}" for name, value in row.values.items())
            parts = {"problem": problem, "values": "; ".join(said)}
            self.report(Problem(row.place, "error", REFUSED % parts))
            return None
        return values

    def _check(self, row, values):
        skipped = [f.name for f in row.model._meta.fields if f.is_relation or f.name in row.files]
        built = snapshots.build(row.model, {n: v for n, v in values.items() if n not in skipped})
        built.clean_fields(exclude=skipped)
        built.clean()
        if isinstance(built, Link) and not (built.url or row.files):
            raise ValidationError(_("Give an address or a file."))

    def _with_slug(self, values):
        wanted = values.get("slug") or values.get("title", "")
        slug = make_slug(wanted, self.slugs, fallback="page")
        self.slugs.add(slug)
        return values | {"slug": slug}


def make_distinct(rows: list[SiteRow]) -> None:
    """Gives each an origin of its own, of the length of its column."""
    taken = set()
    for row in rows:
        origin, number = row.origin[:LONGEST_ORIGIN], 1
        while origin in taken:
            number += 1
            origin = f"{row.origin[:LONGEST_ORIGIN]}~{number}"
        row.origin = origin
        taken.add(origin)


def links_of(row: SiteRow) -> list[SiteRow]:
    """The links of a row as rows of their own, which stand on its form."""
    if not row.links:
        return []
    model = row.model.links.rel.related_model
    rows = []
    for link in row.links:
        address = link.get("file") or link.get("url", "")
        values = {"label": link.get("label", ""), "url": link.get("url", "")}
        files = {"file": link["file"]} if link.get("file") else {}
        origin = f"{row.origin}#link:{address}"
        rows.append(SiteRow(model, origin, row.place, values, files, label=link.get("label", "")))
    return rows


def _same(mine, theirs):
    if isinstance(mine, str) and isinstance(theirs, str) and mine != theirs:
        return " ".join(mine.split()) == " ".join(theirs.split())
    return mine == theirs


def _is_empty(field, value):
    """Nothing, or what stands in the column of any new row."""
    return value in ("", None, {}, []) or (field.has_default() and value == field.get_default())
