"""The rows of a kind on the page of the whole CV: compact forms, as stored or as sent.

Each row is saved by the admin of its kind, as from its own form: who may, its state, its versions,
the log, what is said of its texts.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.contrib import admin
from django.contrib.admin.utils import flatten, flatten_fieldsets
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db import models
from django.forms import BoundField, ModelForm, inlineformset_factory
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from history import snapshots
from history.models import Revision
from history.snapshots import revisions_of
from profiles import access
from profiles.addresses import admin_url
from profiles.admin.edit_conflicts import changed_by, sent_rows, with_rows
from profiles.admin.hardening import BoundedInlineFormSet
from profiles.folding import fold
from profiles.identifiers import is_valid_pk
from profiles.items import ItemKind
from profiles.markdown_editor import MarkdownWidget
from profiles.models import ProfileItem, Researcher
from profiles.pasting import read_lines

# Empty rows that the button adds where there is no script.
ADDED_AT_ONCE = 3
# Names beside the boxes of a row: what it was opened on; "keep what is saved"; the pasted line,
# what of it found no box, the boxes that are not sure; that they are right all the same; and that
# a row says the same already.
OPENED_ON, THEIRS, LINE, UNREAD = "opened_on", "theirs", "line", "unread"
DOUBTS, ACCEPTED, KNOWN = "doubts", "accepted", "known"
NO_WORD = re.compile(r"[\W_]+")
# Buttons that save nothing yet; what the second says where a whole CV was pasted.
ASKING = {"_add", "_paste"}
WHOLE = "cv"


class RowFormSet(BoundedInlineFormSet):
    """Of each row the compact boxes, and whichever others of its form came with it."""

    compact: tuple[str, ...] = ()
    rows: tuple[ProfileItem, ...] = ()

    def get_queryset(self):
        return self.rows

    def get_form_kwargs(self, index):
        """A row that nobody touched is not checked: it keeps nobody from the rest."""
        return super().get_form_kwargs(index) | {"empty_permitted": True}

    def add_fields(self, form, index):
        super().add_fields(form, index)
        for name in self.form.base_fields:
            if name not in self.compact and form.add_prefix(name) not in self.data:
                del form.fields[name]


@dataclass
class Note:
    """What the page says above a row; of an edit conflict, (label, text) of what is saved now."""

    text: str
    saved: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class CVRow:
    """A row as the template shows it: its boxes, those of one place together."""

    form: ModelForm
    boxes: list[list[BoundField]]
    further: list[BoundField]
    note: Note | None = None
    name: str = ""
    state: str = ""  # of what is not public
    opened_on: str = ""
    change_url: str = ""
    line: str = ""
    unread: str = ""
    doubts: list[str] = field(default_factory=list)
    is_accepted: bool = False
    is_known: bool = False
    is_deleted: bool = False


class CVSection:
    """The rows of one kind on the page: as stored or, with `data`, as sent."""

    def __init__(self, request, researcher, kind: ItemKind, *, by_hand, may_publish, is_sent):
        self.request, self.researcher, self.kind = request, researcher, kind
        self.by_hand, self.may_publish, self.is_sent = by_hand, may_publish, is_sent
        self.prefix = str(kind.section)
        self.model_admin = admin.site._registry[kind.model]
        self.notes: dict[int, Note] = {}
        # Rows of lines that are left out, by what the names of their boxes begin with.
        self.lacking: list[str] = []
        # Whether lines became rows that wait for a look, and what stays in their box.
        self.has_pasted, self.left_over = False, ""
        self.data = self._merged(request.POST) if is_sent else None

    # --- What is stored -------------------------------------------------------------------------

    @cached_property
    def queryset(self):
        """What is on the record, as far as one may read it, in the order of its page."""
        rows = self.model_admin.get_queryset(self.request).filter(researcher=self.researcher)
        return self.kind.in_order(rows, by_hand=self.by_hand)

    @cached_property
    def rows(self) -> dict[str, ProfileItem]:
        """Those that one may change, by their keys."""
        rows = self.queryset
        if not self.may_publish:
            rows = access.editable(rows, self.request.user)
        return {str(row.pk): row for row in rows}

    @cached_property
    def fixed_rows(self) -> list[dict]:
        """Those that one may read alone: the public ones, to who writes drafts."""
        if self.may_publish:
            return []
        fixed = []
        for row in self.queryset.exclude(pk__in=self.rows):
            texts = [
                " – ".join(filter(None, (self._text(row, name) for name in names)))
                for names in self.boxes
            ]
            url = admin_url(self.kind.model, "change", row.pk)
            fixed.append({"row": row, "texts": texts, "change_url": url})
        return fixed

    @cached_property
    def digests(self) -> dict[str, str]:
        model = self.kind.model
        states = snapshots.take_all(model, list(self.rows), model.get_inlines())
        return {str(pk): snapshots.digest(model, state) for pk, state in states.items()}

    # --- What was sent, on top of what is stored by now -----------------------------------------

    def _merged(self, data):
        initial, added = sent_rows(data, self.prefix)
        kept, again, notes = [], [], {}
        for sent in initial:
            now = self.rows.get(sent.get("id", [""])[-1])
            row, note = self._on_top(now, sent)
            if row:
                (kept if now else again).append(row)
                notes[id(row)] = note
        added = again + self._with_more(data, added)
        for number, row in enumerate([*kept, *added]):
            if note := notes.get(id(row)):
                self.notes[number] = note
        return with_rows(data, self.prefix, kept, added)

    def _on_top(self, now, sent):
        """(the row as a form would send it, what to say of it), on top of what is saved `now`.

        Where another changed it meanwhile, the boxes that this editor left alone say what is saved,
        and the others wait for an answer. One that is gone becomes a new row.
        """
        pk, seen = (sent.get(name, [""])[-1] for name in ("id", OPENED_ON))
        if now and seen in ("", self.digests[pk]) and THEIRS not in sent:
            return sent, None
        opened = self._opened_on(pk, seen)
        mine = [name for name in self.compact if self._differs(opened, name, sent)]
        if now is None:
            text = _(
                "This row was deleted or published meanwhile. What you typed is a new row now."
            )
            is_new = mine and "DELETE" not in sent
            return (sent | {"id": [""]}, Note(text)) if is_new else (None, None)
        if THEIRS in sent:
            mine = []
        mine = [name for name in mine if self._differs(now, name, sent)]
        saved = {name: [self._box_text(now, name)] for name in self.compact if name not in mine}
        saved[OPENED_ON] = [self.digests[pk]]
        row = {name: values for name, values in sent.items() if name not in ("DELETE", THEIRS)}
        if not mine and (THEIRS in sent or "DELETE" not in sent):
            return row | saved, None
        pairs = [(self.fields[name].label, self._text(now, name)) for name in mine]
        why = changed_by(revisions_of(now), self.digests[pk], self.request.user)
        return row | saved, Note(why, pairs)

    def _with_more(self, data, added):
        """The new rows, with those of pasted lines, and an empty one at the foot."""
        new = self.kind.model()
        empty = {name: self._box_text(new, name) for name in self.compact}
        text = data.get(f"{self.prefix}-paste", "")
        # Whoever saves with lines in the box means them, too; but not what waits behind the rows.
        is_read = data.get("_paste") in (self.prefix, WHOLE)
        is_saved = not ASKING & data.keys() and f"{self.prefix}-waits" not in data
        if text.strip() and (is_read or is_saved):
            lines, self.left_over = read_lines(self.kind, text)
            self.has_pasted = True
            added = [row for row in added if not self._is_blank(row)]
            for line in lines:
                source = line.line.strip() or " ".join(map(str, line.values.values()))
                found = {LINE: source, UNREAD: line.unread, DOUBTS: " ".join(line.doubts)}
                values = empty | line.values | found
                # The editor's own word for what lasts; any is read again.
                values |= {name: _("present") for name in values if values[name] == "present"}
                if self._is_stored(values):  # in the form it can be saved all the same
                    values |= {KNOWN: "1", "DELETE": "on"}
                added.append({name: [str(value)] for name, value in values.items()})
        else:
            self.left_over = text
        more = ADDED_AT_ONCE if data.get("_add") == self.prefix else 0
        if not more and not (added and self._is_blank(added[-1])):
            more = 1
        return added + [{name: [text] for name, text in empty.items()} for _number in range(more)]

    def _is_stored(self, values):
        """Whether a row has the same dates and, but for typography, the same texts; beyond the
        compact boxes, one of the two may say less.
        """
        *texts, dates = self.boxes
        free = {*self.kind.markdown, self.kind.notes}
        further = values.keys() & self.plain_texts - free - {*self.compact}

        def agrees(row, name):
            sent, stored = _words(values[name]), _words(getattr(row, name))
            return sent == stored or (name in further and not (sent and stored))

        return any(
            all(agrees(row, name) for name in [*flatten(texts), *further])
            and not any(self._differs(row, name, {name: [values[name]]}) for name in dates)
            for row in self.queryset
        )

    def _opened_on(self, pk, digest):
        """The row as it was when the page was opened; None where no version says so."""
        versions = Revision.objects.filter(
            kind=self.kind.model._meta.label_lower,
            object_id=pk if is_valid_pk(pk) else 0,
            researcher=self.researcher,
            digest=digest,
        )
        version = versions.first()
        return version and snapshots.build(self.kind.model, version.state["fields"])

    def _differs(self, stored, name, row):
        """Whether a box says another thing than `stored`; None: than nothing."""
        value = stored and stored._meta.get_field(name).value_from_object(stored)
        return self.fields[name].has_changed(value, row.get(name, [""])[-1])

    def _box_text(self, stored, name):
        value = stored._meta.get_field(name).value_from_object(stored)
        text = self.fields[name].prepare_value(value)
        return "" if text is None else str(text)

    def _text(self, stored, name):
        """What a box says, a choice in words."""
        text = self._box_text(stored, name)
        return str(dict(getattr(self.fields[name], "choices", ())).get(text, text))

    @cached_property
    def plain_texts(self) -> set[str]:
        kinds = models.CharField | models.TextField
        fields = self.kind.model._meta.fields
        return {f.name for f in fields if isinstance(f, kinds) and not f.choices}

    def _is_blank(self, row):
        """An answer that stands chosen in an empty row does not count."""
        chosen = {name for name in self.fields if getattr(self.fields[name], "choices", None)}
        names = row.keys() & self.fields.keys() - chosen
        return not any(value.strip() for name in names for value in row[name])

    # --- The forms ------------------------------------------------------------------------------

    @cached_property
    def compact(self) -> list[str]:
        return flatten(self.kind.compact)

    @property
    def boxes(self) -> list:
        """The columns of each place in a row."""
        return [[box] if isinstance(box, str) else box for box in self.kind.compact]

    @cached_property
    def formset_class(self):
        """Django's, of the form that the admin of the kind makes."""
        columns = {f.name: f for f in self.kind.model._meta.fields}
        names = flatten_fieldsets(self.model_admin.fieldsets) if self.is_sent else []
        kinds = models.CharField | models.TextField
        texts = [name for name in names if isinstance(columns.get(name), kinds)]
        fields = list(dict.fromkeys([*self.compact, *texts]))
        form = self.model_admin.get_form(
            self.request, change=True, fields=fields, form=self.model_admin.form
        )
        made = inlineformset_factory(
            Researcher,
            self.kind.model,
            form=form,
            formset=RowFormSet,
            fk_name="researcher",
            extra=1,
        )
        made.compact, made.rows = tuple(self.compact), tuple(self.rows.values())
        for box in made.form.base_fields.values():
            box.label = str(capfirst(box.label))
            # No row has room for either.
            box.help_text = box.widget.attrs["placeholder"] = ""
            box.widget.attrs = {
                name: str(value) for name, value in box.widget.attrs.items() if value
            }
            if isinstance(box.widget, MarkdownWidget):
                box.widget = AdminTextareaWidget({"rows": 3})
        return made

    @property
    def fields(self):
        return self.formset_class.form.base_fields

    @cached_property
    def formset(self) -> RowFormSet:
        """A row of a line that lacks what it cannot be without, or is too long, keeps nobody from
        the rest: it is left out.
        """
        formset = self._formset(self.data)
        self.lacking = [form.prefix for form in formset.extra_forms if self._is_lacking(form)]
        if not self.lacking:
            return formset
        data = self.data.copy()
        data.update({f"{prefix}-DELETE": "on" for prefix in self.lacking})
        return self._formset(data)

    def _formset(self, data):
        return self.formset_class(data, instance=self.researcher, prefix=self.prefix)

    def _is_lacking(self, form):
        is_read = bool(self.data and self.data.get(form.add_prefix(LINE)))
        if not is_read or form.add_prefix("DELETE") in self.data:
            return False
        errors = form.errors.as_data().values()
        codes = {error.code for of_a_box in errors for error in of_a_box}
        return bool(codes) and codes <= {"required", "max_length"}

    def is_valid(self) -> bool:
        return not self.notes and self.formset.is_valid()

    # --- For the template -----------------------------------------------------------------------

    @property
    def heading_id(self):
        return f"{self.prefix}-heading"

    @property
    def count(self):
        return len(self.rows) + len(self.fixed_rows)

    @property
    def doubtful(self) -> list[str]:
        """Of the new rows, those that would be drafts: what the names of their boxes begin with."""
        forms = self.formset.extra_forms if self.data else []
        left_out = self.formset.deleted_forms if self.data else []
        return [f.prefix for f in forms if self.is_doubtful(f) and f not in left_out]

    @property
    def known(self) -> list[str]:
        """The pasted rows that are stored already, in the same way."""
        forms = self.formset.extra_forms if self.data else []
        return [form.prefix for form in forms if form.add_prefix(KNOWN) in self.data]

    @property
    def wrong(self) -> list[CVRow]:
        """The rows that keep the page from being saved."""
        return [
            row
            for row in (self.form_rows() if self.data else ())
            if row.note
            or (row.form.errors and row.form.add_prefix("DELETE") not in self.formset.data)
        ]

    @property
    def left_out(self) -> list[str]:
        """The lines whose rows are left out."""
        return [self.data[f"{prefix}-{LINE}"] for prefix in self.lacking]

    @property
    def order_url(self):
        may_order = self.count > 1 and self.may_publish
        return self.model_admin.order.url(self.researcher) if may_order else ""

    def labels(self) -> list[str]:
        """Of the places in a row, above the list."""
        return [" – ".join(self.fields[name].label for name in names) for names in self.boxes]

    def form_rows(self) -> Iterator[CVRow]:
        for number, form in enumerate(self.formset.forms):
            yield self._row(form, self.notes.get(number))

    def _row(self, form, note=None):
        names = [name for name in form.fields if name in self.fields and name not in self.compact]
        row = CVRow(
            form, [[form[n] for n in box] for box in self.boxes], [form[n] for n in names], note
        )
        row.is_deleted = bool(self.data) and form.add_prefix("DELETE") in self.data
        if pk := form.instance.pk:
            row.name, row.change_url = str(form.instance), admin_url(self.kind.model, "change", pk)
            if not form.instance.is_public:
                row.state = _("Scheduled") if form.instance.published_at else _("Draft")
            row.opened_on = self.digests.get(str(pk), "")
        elif self.data:
            row.line, row.unread, doubts, row.is_accepted = (
                self.data.get(form.add_prefix(name), "")
                for name in (LINE, UNREAD, DOUBTS, ACCEPTED)
            )
            row.is_known = form.add_prefix(KNOWN) in self.data
            # A doubt about a box that is not shown is one about the row.
            shown = (n if n in form.fields else self.compact[0] for n in doubts.split())
            row.doubts = list(dict.fromkeys(shown))
        return row

    # --- Saving ---------------------------------------------------------------------------------

    def is_doubtful(self, form) -> bool:
        """Whether it was read from a line, and nobody said that it was read well."""
        doubts, accepted = (self.data.get(form.add_prefix(name)) for name in (DOUBTS, ACCEPTED))
        return bool(doubts) and not accepted and "_accept" not in self.data

    def save(self, *, as_drafts: bool) -> tuple[Counter, list[int]]:
        """How many rows were added, changed and deleted; the keys of those that were added.

        A doubtful row is a draft; `_publish` names drafts that are published.
        """
        counts, added = Counter(), []
        all_are_drafts = self.rows and all(row.published_at is None for row in self.rows.values())
        deleted = self.formset.deleted_forms
        for form in self.formset.initial_forms:
            if form in deleted:
                delete(self.model_admin, self.request, form.instance)
                counts["deleted"] += 1
            elif form.has_changed() or self._is_to_publish(form.instance):
                if self._is_to_publish(form.instance):
                    form.instance.published_at = timezone.now()
                    counts["published"] += 1
                counts["changed"] += form.has_changed()
                self._save_row(form, change=True)
        for form in self.formset.extra_forms:
            if form.has_changed() and form not in deleted:
                is_doubtful = self.is_doubtful(form)
                if as_drafts or all_are_drafts or is_doubtful:
                    form.instance.published_at = None
                counts["doubtful"] += is_doubtful
                self._save_row(form, change=False)
                counts["added"] += 1
                added.append(form.instance.pk)
        return counts, added

    def _is_to_publish(self, row):
        named = self.data.getlist("_publish")
        is_named = f"{self.prefix}-{row.pk}" in " ".join(named).split()
        return self.may_publish and is_named and row.published_at is None

    def _save_row(self, form, *, change):
        """As Django's list saves a row that is edited in it."""
        model_admin, request = self.model_admin, self.request
        row = model_admin.save_form(request, form, change=change)
        model_admin.save_model(request, row, form, change)
        model_admin.save_related(request, form, [], change)
        message = model_admin.construct_change_message(request, form, [], not change)
        log = model_admin.log_change if change else model_admin.log_addition
        log(request, row, message)


def _words(text):
    return NO_WORD.sub("", fold(text))


def delete(model_admin, request, row):
    """It stays in the history, and can be brought back."""
    model_admin.log_deletions(request, type(row)._base_manager.filter(pk=row.pk))
    model_admin.delete_model(request, row)
