"""The authors on the form of a paper: a row for each, and a box that reads a list of names."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q
from django.http import HttpResponseNotAllowed, QueryDict
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.text import Truncator, capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from history.models import LogEvent, Revision
from profiles import access
from profiles.admin.edit_conflicts import sent_rows, with_rows
from profiles.admin.forms import ScopedTabularInline
from profiles.admin.hardening import BoundedInlineFormSet
from profiles.identifiers import is_valid_pk
from profiles.models import Researcher
from publications import claims
from publications.fields import AUTHOR_COLUMNS, COLUMNS, FORM_COLUMNS, RANKS, trust_rank
from publications.importer.authors import read_typed
from publications.importer.paper_store import stored_values
from publications.importer.report import field_display, field_label
from publications.importer.uniting import unite_two
from publications.merging.split import splittable
from publications.models import (
    QUESTION,
    Authorship,
    AuthorshipSuggestion,
    ImportBatch,
    ImportChange,
    Publication,
    Source,
    Venue,
    has_pages,
)
from publications.printed.names import LONGEST_LIST

# Django's own limit of the rows of a form.
MOST_AUTHORS = 1000
# With more authors than this, their boxes are not all in the page: they would be most of it.
MOST_BOXES = 12
BOXES = (*("given", "family", "particle", "suffix", "literal", "marks"), "researcher", "position")
NAME_PARTS = ("given", "particle", "family", "suffix", "literal")


# --- Whom a name may be linked to -----------------------------------------------------------


class People:
    """The researchers that `user` may name, by the words that a list shows for each.

    That is the name, with the address of the page where several have it.
    """

    def __init__(self, user):
        self.own = set(access.publishing_records_of(user).values_list("pk", flat=True))
        people = access.pickable(Researcher.objects.all(), user).order_by("display_name", "pk")
        rows = list(people.values_list("pk", "display_name", "slug"))
        count = Counter(name.casefold() for _pk, name, _slug in rows)
        self.labels = {
            pk: f"{name} ({slug})" if count[name.casefold()] > 1 else name
            for pk, name, slug in rows
        }
        self.keys = {label.casefold(): pk for pk, label in self.labels.items()}

    def key(self, text) -> int | None:
        """Of whom `text` names: a label, or the key itself; None for nobody here."""
        text = str(text or "").strip()
        if (pk := self.keys.get(text.casefold())) is not None:
            return pk
        return int(text) if is_valid_pk(text) and int(text) in self.labels else None


class ResearcherField(forms.Field):
    """A researcher by a label or a key of `people`, which AuthorForm sets."""

    people: People
    default_error_messages = {
        "invalid_choice": _("Nobody here is called that. Choose from the list, or leave it empty.")
    }

    def prepare_value(self, value):
        return self.people.labels.get(self.people.key(value), value)

    def to_python(self, value):
        if value in self.empty_values:
            return None
        researcher = Researcher.objects.filter(pk=self.people.key(value)).first()
        if researcher is None:
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice")
        return researcher

    def has_changed(self, initial, data):
        return not self.disabled and initial != self.people.key(data)


# --- A row ------------------------------------------------------------------------------------


class AuthorForm(forms.ModelForm):
    """A name that a colleague has confirmed as theirs stays theirs."""

    # Set by AuthorInline. A link makes the paper that person's too, so one who may only write
    # drafts of it links nobody: else they would link themselves, and publish it.
    people: People
    may_link = True

    researcher = ResearcherField(label=_("researcher here"), required=False)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.linked_before = self.instance.researcher
        self.is_locked = bool(self.linked_before) and not self._is_own(self.linked_before)
        field = self.fields["researcher"]
        field.people = self.people
        if self.is_locked or not self.may_link:
            field.disabled, self.initial["researcher"] = True, None  # clean() keeps who is linked

    def clean(self):
        cleaned = super().clean() or self.cleaned_data
        if self.fields["researcher"].disabled:
            cleaned["researcher"] = self.linked_before
        return cleaned

    def _is_own(self, researcher):
        return researcher.pk in self.people.own

    def colleague(self):
        """The researcher this form newly names and who has to say yes first; None otherwise."""
        named = self.instance.researcher
        is_new = named and named != self.linked_before
        return named if is_new and not self._is_own(named) else None


# --- All of them ------------------------------------------------------------------------------

THEIRS_TO_TAKE_OFF = _("%(name)s is a colleague’s name on this paper: only they can take it off.")


class AuthorFormSet(BoundedInlineFormSet):
    """What stands in the box `<prefix>-add` is read as rows that come after those sent."""

    people: People
    has_all_boxes = False
    roles = Authorship.Role.choices

    def __init__(self, data=None, *args, prefix=None, **kwargs):
        prefix = prefix or self.get_default_prefix()
        # What was typed and is no list of names; whether the list ends in "et al."; doubts.
        self.unread, self.et_al, self.warnings = "", False, []
        if data and (text := data.get(f"{prefix}-add", "").strip()):
            data = self._read(data, prefix, text)
        super().__init__(data, *args, prefix=prefix, **kwargs)

    def _read(self, data, prefix, text):
        rows = []
        if len(text) <= LONGEST_LIST:
            rows, self.et_al, self.warnings = read_typed(text)
        initial, added = sent_rows(data, prefix)
        is_too_many = len(initial) + len(added) + len(rows) > MOST_AUTHORS
        if is_too_many or not (rows or self.et_al):
            self.unread = text
            return data
        places = [row.get("position", [""])[-1] for row in initial + added]
        last = max((int(place) for place in places if is_valid_pk(place)), default=0)
        for place, row in enumerate(rows, last + 1):
            values = {name: [str(value)] for name, value in row.items() if value}
            added.append(values | {"position": [str(place)]})
        return with_rows(data, prefix, initial, added)

    def clean(self):
        super().clean()
        if self.unread:
            text = _("No names were found in “%(text)s”, or too many. Write them as “A and B”.")
            raise forms.ValidationError(text, params={"text": self.unread[:60]})
        seen = set()
        for form in self.forms:
            researcher = getattr(form, "cleaned_data", {}).get("researcher")
            if self._should_delete_form(form):
                if form.instance.pk and form.is_locked:
                    raise forms.ValidationError(THEIRS_TO_TAKE_OFF, params={"name": form.instance})
            elif researcher and researcher.pk in seen:
                form.add_error("researcher", _("This researcher is already linked to this paper."))
            elif researcher:
                seen.add(researcher.pk)

    # --- As the template draws it: without Django's widgets, and unsent without its forms --------

    media = forms.Media()

    def is_multipart(self):
        return False

    @cached_property
    def forms(self):
        return super().forms if self.is_bound else []

    @cached_property
    def labels(self) -> dict[str, str]:
        return {name: capfirst(field.label) for name, field in self.form.base_fields.items()}

    def rows(self) -> list[dict]:
        """Of many, only names: the script draws the boxes of the one that is opened."""
        if self.is_bound:
            rows = [self._sent_row(form) for form in self.forms]
        else:
            rows = [self._row(place, row) for place, row in enumerate(self.get_queryset())]
        for row in rows:
            row["is_light"] = len(rows) > MOST_BOXES and not (self.has_all_boxes or row["errors"])
        return rows

    def blank_rows(self) -> list[dict]:
        return [self._row("__prefix__", Authorship())]

    def _row(self, place, author):
        values = {name: getattr(author, name) for name in ("id", *self.form.base_fields)}
        values["researcher"] = self.people.labels.get(author.researcher_id)
        values["position"] = str(author.position)
        return self._drawn(place, author, author.researcher, values, {}) | {"name": author.name}

    def _sent_row(self, form):
        values = {name: form[name].value() for name in form.fields}
        name = Authorship(**{part: values[part] or "" for part in NAME_PARTS}).name
        place, linked = form.prefix.rpartition("-")[2], form.linked_before
        return self._drawn(place, form.instance, linked, values, form.errors) | {"name": name}

    def _drawn(self, place, author, linked, values, errors):
        is_locked = linked is not None and linked.pk not in self.people.own
        may_link = self.form.may_link and not is_locked
        # That a colleague whose pages are a draft is linked, nobody else is told.
        is_shown = linked is not None and (linked.pk in self.people.own or has_pages(linked))
        boxes = [name for name in BOXES if may_link or name != "researcher"]
        sent = ["id", "role", "is_equal", "is_corresponding", "DELETE", *boxes]
        return {
            "prefix": f"{self.prefix}-{place}",
            "values": values,
            "boxes": [(name, self.labels[name], values[name], errors.get(name)) for name in boxes],
            "hidden": [(n, values[n]) for n in sent if values.get(n) not in (None, "", False)],
            "errors": errors,
            "further_errors": [errors[name] for name in errors if name not in boxes],
            "is_new": author.pk is None,
            "is_locked": is_locked,
            "has_page": is_shown,
            # Who is linked and stays so.
            "linked_name": str(linked) if is_shown and not may_link else "",
            "pending": ", ".join(self._pending.get(author.pk, ())),
        }

    @cached_property
    def _pending(self):
        """Row -> colleagues whom it names, and who have not said yes yet."""
        suggestions = AuthorshipSuggestion.objects.filter(state=claims.State.PENDING)
        suggestions = suggestions.filter(authorship__publication=self.instance.pk)
        names = defaultdict(list)
        for row, researcher in suggestions.values_list("authorship", "researcher"):
            if researcher in self.people.labels:
                names[row].append(self.people.labels[researcher])
        return names


class AuthorInline(ScopedTabularInline):
    model = Authorship
    form = AuthorForm
    formset = AuthorFormSet
    template = "admin/publications/publication/authors.html"
    owner_field = None
    classes = []
    after_fieldset = 0
    fields = [*BOXES, "is_equal", "is_corresponding", "role"]

    class Media:
        css = {"all": ["css/admin-authors.css"]}
        js = ["js/drag.js", "js/admin-authors.js"]

    def get_queryset(self, request):
        rows = super().get_queryset(request).select_related("researcher")
        return rows.exclude(QUESTION)  # what is asked elsewhere is no author

    def get_formset(self, request, obj=None, **kwargs):
        formset = super().get_formset(request, obj, **kwargs)
        formset.people = formset.form.people = People(request.user)
        formset.has_all_boxes = "boxes" in request.GET
        formset.form.may_link = obj is None or access.can_publish(obj, request.user)
        return formset


class ManyAuthorsInline(AuthorInline):
    """Says how many there are, and sends none: Django takes no form of so many rows."""

    template = "admin/publications/publication/many_authors.html"
    max_num = 0

    def get_queryset(self, request):
        return super().get_queryset(request).none()

    def get_formset(self, request, obj=None, **kwargs):
        formset = super().get_formset(request, obj, **kwargs)
        formset.count = obj.authorships.count()
        return formset


def inlines_for(paper: Publication | None, inlines: list[type]) -> list[type]:
    """`inlines` of a form of `paper`, whose authors stay as they are where they are too many."""
    if paper is None or paper.authorships.count() <= MOST_AUTHORS:
        return inlines
    return [ManyAuthorsInline if inline is AuthorInline else inline for inline in inlines]


def names_view(model_admin, request):
    """The rows that a list of names makes, as the form has them."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not model_admin.has_add_permission(request):
        raise PermissionDenied
    formset_class = AuthorInline(Publication, model_admin.admin_site).get_formset(request)
    prefix = formset_class.get_default_prefix()
    data = QueryDict(mutable=True)
    data[f"{prefix}-add"] = request.POST.get("names", "")
    data[f"{prefix}-TOTAL_FORMS"] = data[f"{prefix}-INITIAL_FORMS"] = "0"
    formset = formset_class(data, instance=Publication(), queryset=Authorship.objects.none())
    formset.has_all_boxes = True
    context = {"formset": formset, "rows": formset.rows()}
    return TemplateResponse(request, "admin/publications/publication/names.html", context)


# --- Where each field is from --------------------------------------------------------------------

# Not said by anybody of the work itself.
UNTOLD = {"citation_key", "date_text", "et_al"}
IDENTIFIERS = ("doi", "arxiv", "pmid")
# Signs of a value that are shown.
LONGEST = 200


class SourceInline(ScopedTabularInline):
    model = Source
    fields = readonly_fields = ["citation_key", "entry_type", "file", "line", "text", "split"]
    max_num, can_delete = 0, False
    verbose_name_plural = _("entries it was imported from")

    def get_queryset(self, request):
        others = Source.objects.filter(publication=OuterRef("publication"))
        others = others.exclude(pk=OuterRef("pk"))
        papers = splittable(request.user).order_by().values("pk")
        return (
            super()
            .get_queryset(request)
            .annotate(may_split=Exists(others) & Q(publication__in=papers))
        )

    @admin.display(description=_("as in the file"))
    def text(self, source):
        return format_html('<pre class="bibtex">{}</pre>', source.raw)

    @admin.display(description=_("another work?"))
    def split(self, source):
        if not source.may_split:
            return "–"
        args = [source.publication_id, source.pk]
        url = reverse("admin:publications_publication_split", args=args)
        return format_html('<a href="{}">{}</a>', url, gettext("Make this a paper of its own"))


def events_of_paper(paper, user) -> list[LogEvent]:
    """What imports and merges did to it, as far as the user may know; newest first."""
    read = Source.objects.filter(publication=paper).values("batch")
    changed = ImportChange.objects.filter(publication=paper).values("batch")
    batches = ImportBatch.objects.filter(Q(pk__in=read) | Q(pk__in=changed)).defer("report")
    visible = set(access.visible(batches, user).values_list("pk", flat=True))
    events = []
    for batch in batches:  # by day and file; with the way to those of one's own
        url = reverse("admin:publications_importbatch_change", args=[batch.pk])
        text, undone = (
            gettext("Imported from %(file)s"),
            gettext("The import of %(file)s was undone"),
        )
        if batch.origin == ImportBatch.Origin.SPLIT:
            text = gettext("The entry %(file)s became a paper of its own")
            undone = gettext("The entry %(file)s was joined again")
        elif batch.origin == ImportBatch.Origin.MERGE:
            text = gettext("“%(file)s” became part of it")
        name = {"file": batch}
        events.append(LogEvent(batch.created_at, text % name, url if batch.pk in visible else ""))
        if batch.undone_at:
            events.append(LogEvent(batch.undone_at, undone % name))
    merged = Revision.objects.filter(kind=Venue._meta.label_lower, object_id=paper.venue_id)
    for version in merged.filter(action=Revision.Action.MERGED):
        text = gettext("Duplicates of its venue, %(venue)s, were merged")
        events.append(LogEvent(version.made_at, text % {"venue": version.name}))
    return sorted(events, key=lambda event: event.when, reverse=True)


# --- Where each field is from ---------------------------------------------------------------------


@dataclass
class FieldOrigin:
    """One field: what stands on the paper and who says so, "" where it was typed here; and what
    `others` say instead: (value, who).
    """

    column: str
    value: object
    who: str = ""
    others: list[tuple[object, str]] = field(default_factory=list)


def origins(paper: Publication) -> list[FieldOrigin]:
    """Of each field that an entry of the paper tells of; none of a paper that was typed."""
    sources = sorted(paper.sources.select_related("batch"), key=lambda one: trust_rank(one.file))
    stored = stored_values(COLUMNS, [getattr(paper, name) for name in COLUMNS])
    authors = paper.authorships.exclude(role=Authorship.Role.LISTED).order_by("position", "pk")
    stored["authors"] = list(map(list, authors.values_list(*AUTHOR_COLUMNS))) if sources else []
    rows = []
    for column in [name for name in COLUMNS if name not in UNTOLD] + ["authors"]:
        told = [
            (value, one)
            for one in sources
            if (value := one.values.get(column))
            and not (one.version_id and (column in FORM_COLUMNS))
        ]
        if not told:
            continue
        mine = stored.get(column)
        agree = [one for value, one in told if value == mine]
        agree += [one for value, one in told if mine and unite_two(column, value, mine) == mine]
        row = FieldOrigin(column, mine, who(agree[0]) if agree else "")
        for value, one in told:
            is_same = one in agree or any(value == other for other, _who in row.others)
            if not is_same and not (mine and unite_two(column, mine, value)):
                row.others.append((value, who(one)))
        rows.append(row)
    return rows


def who(source: Source) -> str:
    """ "Crossref 10.1000/182, 3 May 2027"; of a file, its name and the key of the entry."""
    names = IDENTIFIERS if source.file in RANKS else ()
    identifier = next(filter(None, map(source.values.get, names)), source.citation_key)
    text = " ".join(filter(None, [source.file or gettext("an import"), identifier]))
    if source.batch is None:
        return text
    return f"{text}, {date_format(localtime(source.batch.created_at), 'DATE_FORMAT')}"


def origins_table(paper: Publication) -> str:
    """As HTML: each field with who says so, and what others say instead."""
    rows = map(_shown, origins(paper))
    return render_to_string("admin/publications/origins.html", {"rows": rows})


def _shown(origin: FieldOrigin) -> dict:
    """A row of the table of where fields are from, as its template takes it."""

    def text(value):
        return Truncator(field_display(origin.column, value)).chars(LONGEST)

    return {
        "label": field_label(origin.column),
        "value": text(origin.value),
        "who": origin.who,
        "others": [(text(value), who) for value, who in origin.others],
    }
