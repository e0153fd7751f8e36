"""What an entry changes on its paper: three sides compared, field by field.

Mine is what stands on the paper, theirs what the entry says now, base what it said before; the
others are the paper's other entries. What stands there and no entry ever said was typed by hand.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import methodcaller
from typing import NamedTuple
from urllib.parse import urlsplit

from publications import entry_types
from publications.bibtex import is_outdated
from publications.fields import COLUMNS, FORM_COLUMNS, VERSION_COLUMNS, trust_rank
from publications.importer.linking import realign
from publications.importer.paper_store import (
    MOST_ENTRIES,
    NEVER,
    OVERWRITE,
    AuthorState,
    Change,
    Entry,
    PaperState,
    SourceState,
    VersionState,
)
from publications.importer.uniting import LISTINGS, add_items, unite, unite_two
from publications.importer.venues import Venues
from publications.matching import is_preprint
from publications.matching.forms import bare_url, is_resolver

# Fields by which an entry inherits from another one.
PARENTS = {"crossref", "xdata"}
# Of the form that leads; the text of its date goes with the date. And what any form says alike.
LEAD_COLUMNS = tuple(name for name in FORM_COLUMNS if name != "date_text")
WORK_COLUMNS = tuple(name for name in COLUMNS if name not in (*FORM_COLUMNS, "et_al"))
SILENT = (
    f"The paper has {MOST_ENTRIES} entries by now: this and further ones are kept with it and "
    "change nothing on it."
)
TAKE, UNITE, KEEP = "take", "unite", "keep"
CONTRADICTION, CONFLICT = "contradiction", "conflict"


# --- The decision -----------------------------------------------------------------------------


class Sides(NamedTuple):
    """One field of one entry. `by_entry`: what each of the paper's entries said of it.

    `before` and `after`: what they said together, and say with this entry as it is now.
    `is_forced`: the file wins over edits. `contradicts`: theirs and what stays cannot both be.
    """

    mine: object
    theirs: object
    base: object
    by_entry: list
    before: object
    after: object
    is_forced: bool
    contradicts: bool

    @classmethod
    def of_papers(cls, lead, other) -> "Sides":
        """Two papers that are here: what the one says counts as what its entries said."""
        sides = {"base": None, "by_entry": [lead], "before": lead, "after": lead}
        return cls(lead, other, **sides, is_forced=False, contradicts=True)

    @property
    def is_untouched(self) -> bool:
        """What stands there is what the entries said."""
        return bool(self.mine) and (self.mine == self.before or self.mine in self.by_entry)


# The first that holds decides.
DECISIONS = (
    # It says nothing new.
    (lambda s: not s.theirs or s.theirs == s.mine, KEEP),
    # Nothing stands there, and nobody can have taken it away.
    (lambda s: not (s.mine or any(s.by_entry)), TAKE),
    # It says what it always said, and the entries of this paper have the word.
    (lambda s: s.theirs == s.base and s.is_untouched, KEEP),
    # Nobody edited it, and the file has changed its mind, or knows more.
    (lambda s: s.is_untouched and s.after != s.mine, UNITE),
    (lambda s: s.is_forced and (s.contradicts or not s.is_untouched), TAKE),
    (lambda s: s.is_untouched and s.contradicts, CONTRADICTION),
    (lambda s: s.is_untouched, KEEP),
    # It was edited, or emptied, by hand.
    (lambda s: True, CONFLICT),
)


def decide(sides: Sides) -> str:
    return next(decision for holds, decision in DECISIONS if holds(sides))


# --- One entry onto one paper -----------------------------------------------------------------


@dataclass(slots=True)
class Outcome:
    """`changes` were made; `conflicts` were not, because a hand had been there, and
    `contradictions` neither, because another entry of the paper says otherwise.

    `values` is what the entry says; `authors` are the paper's new rows.
    """

    values: dict
    changes: list[Change] = field(default_factory=list)
    contradictions: list[Change] = field(default_factory=list)
    conflicts: list[Change] = field(default_factory=list)
    authors: list[AuthorState] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


class ListRule(NamedTuple):
    """How rows of a list compare. `identity`: what makes two rows one; `slot`: what a file may
    replace by another; `whole`: what must be as the file had it, or else it was edited by hand.
    """

    identity: Callable
    slot: Callable
    whole: Callable = lambda row: row


LISTS = {
    "links": ListRule(lambda row: row[2], lambda row: row[0]),
    "awards": ListRule(lambda row: row[0], lambda row: ""),
    "topics": ListRule(str.casefold, lambda row: "", str.casefold),
}


class Merge:
    """One entry onto one paper. `second`: a further entry of the paper in one run. `choices`: the
    fields of which the person at the plan said: take the file's; and: leave it as it is.
    """

    def __init__(self, state: PaperState, source: SourceState, update: str, *, second, choices):
        self.state, self.source, self.update, self.second = state, source, update, second
        self.take_theirs, self.keep_mine = choices
        self.version, self.base = source.version, source.values
        speaking = state.sources[:MOST_ENTRIES]
        self.is_silent = source not in speaking
        self.others = [other for other in speaking if other is not source]
        # What is said of the work: by the form that leads before all others, and of one form by
        # the source that is trusted most.
        self.sources = sorted(
            speaking, key=lambda one: (one.version is not None, trust_rank(one.file))
        )

    def apply(self, values: dict) -> Outcome:
        """Makes the paper say what the entry says, as far as the rules allow."""
        self.outcome, self.values = Outcome(values), values
        if self.is_silent or (self.update == NEVER and not self.state.is_new):
            return self.outcome
        state, others = self.state, [source.values for source in self.others]
        same_form = [source for source in self.sources if source.version is self.version]
        if self.version:
            changed = self._columns(VERSION_COLUMNS, self.version.values, same_form)
            self.version.is_changed |= bool(changed)
        else:
            changed = self._columns(LEAD_COLUMNS, state.columns, same_form)
            state.changed |= changed | self._date_text(is_new_date="date" in changed)
        state.changed |= self._columns(WORK_COLUMNS, state.columns, self.sources)
        state.changed |= self._outdated_note()
        self._authors()
        self._fields(values.get("fields", ()))
        for name, rule in LISTS.items():
            further = self._further_address() if name == "links" else []
            self._list(name, rule, [*values.get(name, ()), *further], others)
        return self.outcome

    def _date_text(self, *, is_new_date):
        """The text goes with its date: by itself it is no edit, since forms rewrite it."""
        columns, text = self.state.columns, self.values.get("date_text")
        stored = columns.get("date_text")
        is_same_date = columns.get("date") == self.values.get("date")
        is_news = (
            is_same_date and (is_new_date or not stored) and text != self.base.get("date_text")
        )
        if text == stored or not (is_news if text else is_new_date):
            return set()
        if "date_text" in self.keep_mine:
            return set()
        columns.pop("date_text", None)
        columns |= {"date_text": text} if text else {}
        self.outcome.changes.append(Change("date_text", stored, text))
        return {"date_text"}

    def _outdated_note(self):
        """ "To appear" goes where the entry no longer says so, and the status with it."""
        columns, note = self.state.columns, self.state.columns.get("note", "")
        is_gone = note and note == self.base.get("note") and not self.values.get("note")
        if not is_gone or not is_outdated(note, columns.get("status", "published")):
            return set()
        del columns["note"]
        self.outcome.changes.append(Change("note", note, None))
        return {"note"}

    def _decide(self, name, stored, get, sources):
        """What is to stand in a field instead of `mine`, or None; notes the change, or what was not
        taken. `get`: an entry's values -> what it says of the field.
        """
        incoming, base = get(self.values), get(self.base)
        if not incoming or incoming == stored:  # as the table says, for most of all fields
            return None
        by_entry = [get(source.values) for source in sources]
        before = unite(name, by_entry)
        if stored and stored not in (before, base):
            after = unite_two(name, stored, incoming) or stored
        elif stored == base != before:
            after = incoming
        else:
            now = (self.values if s is self.source else s.values for s in sources)
            after = unite(name, list(map(get, now)))
        sides = Sides(
            stored,
            incoming,
            base,
            by_entry,
            before,
            after,
            is_forced=self._is_forced(name),
            contradicts=unite_two(name, after, incoming) is None,
        )
        decision = decide(sides)
        if decision in (TAKE, UNITE) and name in self.keep_mine:
            decision = CONFLICT
        taken = {TAKE: incoming, UNITE: after}.get(decision)
        if taken:
            self.outcome.changes.append(Change(name, stored, taken))
        elif decision == CONFLICT:
            self.outcome.conflicts.append(Change(name, stored, incoming))
        elif decision == CONTRADICTION:
            self.outcome.contradictions.append(Change(name, stored, incoming))
        return taken

    def _is_forced(self, name):
        return name in self.take_theirs or (self.update == OVERWRITE and not self.second)

    def _columns(self, names, columns, sources):
        """Decide each column; return the names of those that were changed."""
        changed = set()
        for name in names:
            value = self._decide(name, columns.get(name), methodcaller("get", name), sources)
            if value is not None:
                columns[name] = value
                changed.add(name)
        return changed

    def _authors(self):
        """The names; and whether the list is cut, which it is no longer where one entry has all."""
        state, names = self.state, methodcaller("get", "authors")
        if rows := self._decide("authors", state.printed or None, names, self.sources):
            state.changed.add("authors")
            self.outcome.authors = realign(state, rows)
        was_cut, is_cut = self._is_cut(self.base), self._is_cut(self.values)
        is_edited = any(conflict.field == "authors" for conflict in self.outcome.conflicts)
        is_as_said = bool(state.columns.get("et_al")) == was_cut and not is_edited
        if is_cut != was_cut and is_as_said and "et_al" not in self.keep_mine:
            state.columns.pop("et_al", None)
            state.columns |= {"et_al": True} if is_cut else {}
            state.changed.add("et_al")
            self.outcome.changes.append(Change("et_al", was_cut, is_cut))

    def _is_cut(self, values_now):
        """Whether the entries, this one with the values `own`, all cut the list of authors."""
        values = [values_now if source is self.source else source.values for source in self.sources]
        cut = [bool(reading.get("et_al")) for reading in values if reading.get("authors")]
        return bool(cut) and all(cut)

    def _fields(self, rows):
        """Decide the BibTeX fields without a column, each name by itself."""
        stored = fields_by_name(self.state.fields)
        base = fields_by_name(self.base.get("fields", ()))
        others = [fields_by_name(source.values.get("fields", ())) for source in self.others]
        for name, incoming in self._with_key(fields_by_name(rows)).items():
            if name in PARENTS and others:
                continue  # what it inherits is not what the paper's first entry does
            if name in LISTINGS:
                previous = [", ".join(other.get(name, ())) for other in others]
                texts = [", ".join(fields.get(name, ())) for fields in (stored, base)]
                united = add_items(texts[0], ", ".join(incoming), texts[1], previous)
                is_kept = united == texts[0] or name in self.keep_mine
                values = None if is_kept else [united]
                if values:
                    self.outcome.changes.append(Change(name, stored.get(name), values))
            else:
                values = self._decide(name, stored.get(name), partial(_field, name), self.sources)
            if values:
                stored[name] = values
                self.state.changed.add("fields")
        self.state.fields = [[name, value] for name, values in stored.items() for value in values]

    def _with_key(self, fields):
        """A key by which the paper is called elsewhere is an alias: biblatex's `ids`."""
        forms = [self.base, self.state.columns, *(form.values for form in self.state.versions)]
        key = self.values.get("citation_key")
        if not key or key in [form.get("citation_key") for form in forms]:
            return fields
        return fields | {"ids": [*fields.get("ids", ()), key]}

    def _further_address(self):
        """The entry's own address as a row of links, where the paper has another one."""
        url, stored = self.values.get("url"), self.state.columns.get("url", "")
        is_new = url and stored and self.version is None and url != self.base.get("url")
        known = map(bare_url, [stored, *(link[2] for link in self.state.links)])
        if not is_new or is_resolver(url) or bare_url(url) in known:
            return []
        return [["other", urlsplit(url).hostname or "", url]]

    def _list(self, name, rule, incoming, others):
        """A row is added once, and replaced where the file replaced it."""
        stored, base = getattr(self.state, name), self.base.get(name, ())
        known = {rule.identity(r) for rows in (self.base, *others) for r in rows.get(name, ())}
        identities, kept = set(map(rule.identity, stored)), set(map(str, incoming))
        # What the entry no longer says, in each slot; and where it stands among mine.
        gone, places = defaultdict(set), defaultdict(deque)
        for row in base:
            if str(row) not in kept:
                gone[rule.slot(row)].add(str(rule.whole(row)))
        for place, row in enumerate(stored if gone else ()):
            if str(rule.whole(row)) in gone[rule.slot(row)]:
                places[rule.slot(row)].append(place)
        for row in incoming:
            identity, slot = rule.identity(row), rule.slot(row)
            if identity in identities:
                continue
            before = stored[places[slot][0]] if places[slot] else None
            is_edited = identity in known or (gone[slot] and before is None)
            if name in self.keep_mine or (is_edited and not self._is_forced(name)):
                if not self.second:
                    self.outcome.conflicts.append(Change(name, None, row))
                continue
            identities.add(identity)
            if before is None:
                stored.append(row)
            else:
                identities.discard(rule.identity(before))
                stored[places[slot].popleft()] = row
            self.state.changed.add(name)
            self.outcome.changes.append(Change(name, before, row))


def fields_by_name(fields: Iterable[Sequence[str]]) -> dict[str, list[str]]:
    """Further BibTeX fields, (name, value) each; a name may stand there more than once."""
    values = {}
    for name, value in fields:
        values.setdefault(name, []).append(value)
    return values


def _field(name, values):
    """What an entry says in a further field of that name; None where it has none."""
    return [raw for field, raw in values.get("fields", ()) if field == name] or None


def promote(state: PaperState, values: dict, keep=()) -> list[Change]:
    """The published form takes the lead: what led becomes a version, with the entries that fed it.

    What was typed by hand since the import, or is in `keep`, stays on the lead, where it is
    compared again.
    """
    leading = [source for source in state.sources if source.version is None]
    version = VersionState({n: state.columns[n] for n in VERSION_COLUMNS if n in state.columns})
    version.is_changed = True
    state.versions.append(version)
    for source in leading:
        source.version, source.is_changed = version, True
    changes = []
    for name in FORM_COLUMNS:
        stored, incoming = state.columns.get(name), values.get(name)
        by_hand = leading and stored and stored not in [s.values.get(name) for s in leading]
        if stored == incoming or name in keep or (by_hand and name != "date_text"):
            continue
        state.columns.pop(name, None)
        if incoming:
            state.columns[name] = incoming
        state.changed.add(name)
        changes.append(Change(name, stored, incoming))
    return changes


# --- Where on its paper an entry goes: the lead, a version, beside what it said before ------------


class EntryApplier:
    """For one run. `theirs`: (file, line, field) of conflicts in which the file wins; `mine`: of
    changes that are not to be made.
    """

    def __init__(self, venues: Venues, update: str, theirs=(), mine=()):
        self.venues, self.update = venues, update
        self.theirs, self.mine = _by_entry(theirs), _by_entry(mine)

    def apply(
        self, entry: Entry, state: PaperState, *, second: bool, row: AuthorState | None = None
    ) -> Outcome:
        """Fills a new paper; changes one that is here as far as the rules allow.

        `second`: an earlier entry of this run was of the same paper. `row`: the authorship of
        the researcher whose import it is.
        """
        if state.is_new and not state.sources:
            return self._create(entry, state)
        if self.update == NEVER and not (entry.known or state.is_new):
            return Outcome(entry.reading.values)
        place = (entry.file, entry.record.line)
        choices = self.theirs.get(place, ()), self.mine.get(place, ())
        values = entry.source.values if entry.known else entry.reading.values
        source, promoted = entry.source, []
        if source is None:
            source, promoted = self._add(entry, state, choices[1])
        merge = Merge(state, source, self.update, second=second, choices=choices)
        outcome = merge.apply(values)
        outcome.changes = promoted + outcome.changes
        if entry.source is None and len(state.sources) == MOST_ENTRIES + 1:
            outcome.warnings.append(SILENT)
        state.is_disputed |= bool(outcome.conflicts)
        source.is_settled |= self.update != NEVER
        if entry.known is None:
            # The file changed its mind; unless the researcher did, too.
            was, now = (bool(v.get("selected")) for v in (source.values, values))
            if row is not None and source.values and was != now and row.is_selected == was:
                row.is_selected, row.is_changed = now, True
            _remember(entry, source)
        return outcome

    def _create(self, entry, state):
        values = entry.reading.values
        state.columns = {name: values[name] for name in COLUMNS if name in values}
        for name in ("fields", *LISTS):
            setattr(state, name, list(values.get(name, ())))
        state.authors = [AuthorState(row, is_changed=True) for row in values.get("authors", ())]
        state.venue = self._venue(entry)
        state.sources.append(_new_source(entry))
        _remember(entry, state.sources[-1])
        return Outcome(values, authors=state.authors)

    def _add(self, entry, state, kept):
        """A new source at the form that the entry feeds; and what changed on the lead, where that
        form took it.
        """
        values = entry.reading.values
        source, promoted, is_first = _new_source(entry), [], not state.sources
        others = [version for version in state.versions if is_preprint(version.values)]
        lead_is_preprint = not others and is_preprint(state.columns)
        if lead_is_preprint and not is_preprint(values):
            promoted = promote(state, values, kept)
        elif is_preprint(values) and not lead_is_preprint:
            if not others:
                others = [VersionState({}, is_changed=True)]
                state.versions += others
            source.version = others[0]
        state.sources.append(source)
        # Only with the form that takes the lead: which venue it is, is else for people to say.
        if source.version is None and (promoted or (is_first and not state.venue)):
            venue = self._venue(entry)
            if venue and venue != state.venue:
                state.venue = venue
                state.changed.add("venue")
        return source, promoted

    def _venue(self, entry):
        values = entry.reading.values
        kind = entry_types.known(values.get("entry_type", ""))
        return self.venues.find(values.get("container_title", ""), entry.reading.abbr, kind)


def _by_entry(choices):
    """(file, line) -> the fields that were chosen of it."""
    fields = defaultdict(set)
    for file, line, name in choices:
        fields[file, line].add(name)
    return fields


def _new_source(entry):
    return SourceState({}, "", entry.source_file, entry.key, is_settled=True)


def _remember(entry, source):
    record, source.is_changed = entry.record, True
    source.values, source.checksum = entry.reading.values, entry.fingerprint
    source.entry_type, source.raw, source.line = record.entry_type[:40], record.raw, record.line
    source.fields = record.fields
