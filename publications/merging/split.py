"""One entry of a paper becomes a paper of its own: the inverse of a join.

Both papers are made of their entries again, as an import makes them. What a person typed stays
where it is, and so does what a remaining entry says, too. It is written as an import, whose undo
puts everything back.
"""

from django.db import transaction
from django.db.models import QuerySet

from profiles import access
from profiles.slugs import TakenSlugs, make_slug
from publications.bibtex import Record, parse
from publications.fields import VERSION_COLUMNS, name_of
from publications.importer import mapping
from publications.importer.entry_merge import LISTS, EntryApplier, fields_by_name
from publications.importer.linking import LISTED, realign
from publications.importer.paper_store import (
    FILL,
    AuthorState,
    Change,
    Entry,
    PaperState,
    SourceState,
    load,
)
from publications.importer.report import Plan, PlannedEntry
from publications.importer.venues import Venues
from publications.importer.writer import apply
from publications.matching.people import same_person
from publications.merging.papers import mark_not_duplicates
from publications.models import (
    Authorship,
    AuthorshipSuggestion,
    FormerAddress,
    ImportBatch,
    Publication,
    Source,
    Version,
)


def splittable(user) -> QuerySet[Publication]:
    """The papers that `user` may take apart: those whose owner they publish for.

    A confirmed co-author may edit a paper, but not say which papers its owner has brought.
    """
    papers = Publication.objects.all()
    if access.is_manager(user):
        return papers
    return papers.filter(owner__in=access.publishing_records_of(user).values("pk"))


class Split:
    """What becomes of the two. `paper` stays, with its address; `own` is the new one; `changes`
    are what `paper` loses or says otherwise, as a plan has them. Raises ValueError where no other
    entry would be left.
    """

    def __init__(self, source: Source):
        self.source, self.publication = source, source.publication
        self.others = list(self.publication.sources.exclude(pk=source.pk).order_by("pk"))
        if not self.others:
            raise ValueError("the only entry of its paper")
        self.stamp = ImportBatch.objects.order_by("-pk").values_list("pk", flat=True).first()
        self.venues, self.changes = Venues(), []
        self.paper = load([self.publication.pk])[self.publication.pk]
        states = {state.pk: state for state in self.paper.sources}
        self.leaving = states.pop(source.pk)
        # What an import would make of the entry, of each other one, of those together, of all.
        self.own, self.rest = self._made_of([source]), self._made_of(self.others)
        self.each = [self._made_of([other]) for other in self.others]
        self.joined = self._made_of(sorted([*self.others, source], key=lambda one: one.pk))
        # (author of the new paper, the row here whose choices and answers hold for them, too)
        self.pairs: list[tuple[AuthorState, AuthorState]] = []
        self._split_versions(states)
        self._split_columns()
        self._split_lists()
        self._split_authors()
        self._finish_own()

    def _made_of(self, sources: list[Source]) -> PaperState:
        state, applier = PaperState("", -1), EntryApplier(self.venues, FILL)
        for source in sources:
            record = _record(source)
            entry = Entry(source.file, record, source.checksum, reading=mapping.read(record))
            if source.values:  # what it inherited, too
                entry.reading.values = source.values
            applier.apply(entry, state, second=True)
        return state

    # --- what leaves --------------------------------------------------------------------------

    def _remaining(self, stored: dict, values_of) -> dict:
        """`mine` without what came with the entry alone, and with what only it had kept out; in the
        order of an import. `values_of`: the like of another state.
        """
        leaving, joined, rest = map(values_of, (self.own, self.joined, self.rest))
        staying = list(map(values_of, self.each))
        remaining = {}
        for name in {**rest, **stored}:
            value = stored.get(name)
            is_imported = value == joined.get(name) or (value and value == leaving.get(name))
            if is_imported and not (value and value in [state.get(name) for state in staying]):
                value = rest.get(name)
            if value:
                remaining[name] = value
        return remaining

    def _split_versions(self, states):
        """A form that no entry feeds any more goes; what was typed on it follows its entry."""
        before = {source.version.pk for source in self.paper.sources if source.version}
        if self.leaving.version:
            self.own.columns |= _typed_on_version(self.leaving)
        for source, made in zip(states.values(), self.rest.sources, strict=True):
            if source.version and not made.version:  # it leads again
                self.paper.columns |= _typed_on_version(source)
                self.paper.changed |= {*VERSION_COLUMNS}
                source.version, source.is_changed = None, True
        self.paper.sources = list(states.values())
        self.old_versions = before - {s.version.pk for s in self.paper.sources if s.version}
        self.paper.versions = [v for v in self.paper.versions if v.pk not in self.old_versions]

    def _split_columns(self):
        paper = self.paper
        columns = self._remaining(paper.columns, lambda state: state.columns)
        for name in paper.columns | columns:
            stored, left = paper.columns.get(name), columns.get(name)
            if stored != left:
                self._change(name, stored, left)
        paper.columns = columns
        if "container_title" in paper.changed and paper.venue != self.rest.venue:
            paper.venue = self.rest.venue
            paper.changed.add("venue")
        stored = fields_by_name(paper.fields)
        fields = self._remaining(stored, lambda state: fields_by_name(state.fields))
        for name in stored | fields:
            if stored.get(name) != fields.get(name):
                self._change(name, stored.get(name), fields.get(name))
        paper.fields = [[name, value] for name, values in fields.items() for value in values]
        paper.changed.add("fields")

    def _split_lists(self):
        """Links, awards and topics; an uploaded file was somebody's doing, and stays."""
        for name, rule in LISTS.items():
            leaving, staying = (
                set(map(rule.identity, getattr(state, name))) for state in (self.own, self.rest)
            )
            gone = leaving - staying
            for row in getattr(self.paper, name):
                if rule.identity(row) in gone:
                    self._change(name, row, None)
            rows = [row for row in getattr(self.paper, name) if rule.identity(row) not in gone]
            setattr(self.paper, name, rows)

    def _change(self, name, stored, left):
        self.changes.append(Change(name, stored, left))
        self.paper.changed.add(name)

    # --- who is on which ------------------------------------------------------------------------

    def _split_authors(self):
        """A link goes with the printed name; who is printed on neither keeps both papers."""
        paper, part = self.paper, self.own
        printed = [(row.row, row) for row in paper.authors if not row.is_listed]
        listed = [row for row in paper.authors if row.is_listed]
        for author in part.authors:
            if row := _same_name(author.row, printed):
                author.researcher, author.orcid = row.researcher, row.orcid
                author.is_hidden = row.is_hidden
                self.pairs.append((author, row))
        names = self._remaining({"authors": paper.printed}, lambda s: {"authors": s.printed})
        if (left := names.get("authors", [])) != paper.printed:
            self._change("authors", paper.printed, left)
            realign(paper, left)
            for _name, row in printed:  # of those whose name is gone, whom the new paper prints
                if row.is_listed and part.row_of(row.researcher):
                    paper.authors.remove(row)
                    paper.removed.append(row)
        for row in listed:
            author = AuthorState(list(LISTED), None, row.researcher, is_hidden=row.is_hidden)
            author.is_changed = True
            part.authors.append(author)
            self.pairs.append((author, row))

    def _finish_own(self):
        """The new paper, and its source: the row that was the old one's."""
        part, paper = self.own, self.publication
        taken = TakenSlugs(Publication.objects.all(), FormerAddress.objects.all())
        part.slug = make_slug(part.columns["title"], taken, fallback="paper")
        part.owner, part.is_draft = paper.owner_id, self.paper.is_draft
        if part.columns.get("container_title") == paper.container_title:
            part.venue = paper.venue_id
        source = part.sources[0]
        source.pk, source.values, source.fields = (
            self.source.pk,
            self.source.values,
            self.source.fields,
        )

    # --- writing it -----------------------------------------------------------------------------

    @transaction.atomic
    def write(self, user) -> Plan:
        """Raises PlanOutdated where the paper was changed since, before anything is written."""
        steps = [
            PlannedEntry(s.file, s.line, s.citation_key, action, state.slug)
            for s, action, state in (
                (self.source, "created", self.own),
                (self.others[0], "updated", self.paper),
            )
        ]
        plan = Plan([str(self.source)], self.publication.owner, steps, stamp=self.stamp)
        plan.papers.update({state.pk: state for state in (self.own, self.paper)})
        used = (self.own.venue, self.paper.venue)
        plan.new_venues = {n: venue for n, venue in self.venues.new.items() if n in used}
        rows = Authorship.objects.in_bulk([row.pk for _author, row in self.pairs])
        answers = list(AuthorshipSuggestion.objects.filter(authorship__in=rows))
        report = apply(plan, origin=ImportBatch.Origin.SPLIT, user=user)
        Version.objects.filter(pk__in=self.old_versions).delete()
        self._carry_over(rows, answers)
        made = Publication.objects.filter(slug=self.own.slug)
        made.update(published_at=self.publication.published_at)
        mark_not_duplicates([self.publication.pk, made.get().pk])
        return report

    def _carry_over(self, rows, answers):
        """What was hidden stays so; who goes with the new paper takes their whole choice along;
        nobody is asked again.
        """
        for author, before in self.pairs:
            if before in self.paper.removed:
                old = rows[before.pk]
                Authorship.objects.filter(pk=author.pk).update(
                    is_selected=old.is_selected, selected_position=old.selected_position
                )
            AuthorshipSuggestion.objects.bulk_create(
                AuthorshipSuggestion(
                    authorship_id=author.pk,
                    researcher_id=answer.researcher_id,
                    state=answer.state,
                    reason=answer.reason,
                )
                for answer in answers
                if answer.authorship_id == before.pk
            )


def _record(source: Source) -> Record:
    """The entry again; one that was made of a record typed here has its text alone."""
    if not source.fields:
        return parse(source.raw).records[0]
    fields = [tuple(pair) for pair in source.fields]
    return Record(source.entry_type, source.citation_key, source.line, source.raw, fields)


def _typed_on_version(source: SourceState) -> dict:
    values = source.version.values
    return {
        name: values[name]
        for name in VERSION_COLUMNS
        if name in values and values[name] != source.values.get(name)
    }


def _same_name(row, printed) -> AuthorState | None:
    """The author here whom the name means: printed alike, else the only one that it can be."""
    same_role = [(name, author) for name, author in printed if name[0] == row[0]]
    alike = [author for name, author in same_role if name[1:6] == row[1:6]]
    alike = alike or [a for name, a in same_role if same_person(name_of(name), name_of(row))]
    return alike[0] if len(alike) == 1 else None
