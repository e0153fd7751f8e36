"""Writes what the plan of a site says, within the import and the transaction of its papers."""

from collections import defaultdict
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.db.models import Model
from django.urls import reverse

from exchange.site_import.links import Target
from exchange.site_import.plan import Attachment, OldAddress, SitePlan
from exchange.site_import.report import as_json, totals
from exchange.site_import.tree import SiteError
from history import snapshots
from history.models import Revision, get_form_row
from history.snapshots import track_changes
from profiles import limits
from profiles.models import NewsItem, Picture, Redirect, Researcher
from profiles.models.base import Publishable
from profiles.signals import NAMES, send_names_changed
from publications.importer import PlanOutdated, undo
from publications.merging.related_rows import next_position
from publications.models import (
    ImportBatch,
    ImportedRow,
    Publication,
    PublicationLink,
    Source,
    Venue,
    VenueRank,
)
from publications.references import TEXTS, update_mentions
from uploads.documents import DocumentField


class SiteWriter:
    """`progress` hears how many rows and files are written, and may end it all."""

    def __init__(self, plan: SitePlan, user, name: str, progress: Callable[[int, int], None]):
        self.plan, self.user, self.name, self.progress = plan, user, name, progress
        # Origin -> row, of what is written or led to.
        self.rows: dict[str, Model] = {}
        self.before: dict[str, dict] = {}
        self.remembered: dict[str, ImportedRow] = {}
        # Path in the site -> stored name: of pictures in texts, of logos, of documents.
        self.pictures: dict[str, str] = {}
        self.logos: dict[str, str] = {}
        self.documents: dict[str, str] = {}

    def write(self, batch: ImportBatch) -> None:
        """Raises PlanOutdated, SiteError."""
        self.batch = batch
        self.researcher = Researcher.objects.select_for_update().get(pk=self.plan.researcher.pk)
        # As they were shown, or nothing is done.
        if self.plan.plan_rows(lambda problem: None) != self.plan.rows:
            raise PlanOutdated
        self.steps = {step.row.origin: step for step in self.plan.rows}
        self._check_rate()
        with track_changes(self.user, *self._tracked(), action=Revision.Action.IMPORTED):
            self._write_all([step for step in self.plan.rows if step.writes])
        ranks = self._rank_venues()
        batch.files = [self.name or self.plan.record.system]
        batch.report |= {"site": as_json(self.plan), "ranks": ranks}
        batch.counts = totals(self.plan)
        batch.save(update_fields=["files", "report", "counts"])
        if any(change.field in NAMES for change in self.plan.rows[0].changes):
            by_operator = self.plan.options["by_operator"]
            send_names_changed(self.researcher, by_manager=by_operator)

    def _write_all(self, written):
        files = self.plan.attachments
        for done, step in enumerate(written, 1):
            self._write(step)
            self.progress(done, len(written) + len(files))
        for step in written:
            self._finish(step)
        self._lead_links_of_papers()
        for done, attachment in enumerate(files, len(written) + 1):
            self._attach(attachment)
            self.progress(done, len(written) + len(files))
        for address in self.plan.addresses:
            self._keep_address(address)
        for step in written:
            origin = step.row.origin
            row, before = self.rows[origin], self.before.get(origin)
            if before is not None:
                row.refresh_from_db()
            self._remember(row, origin, step.source, before)
        self._store_remembered()

    def _rank_venues(self):
        """Of venues that this import makes: ranks are for managers to give. Keys, for the undo."""
        ranks = self.plan.record.venue_ranks
        venues = Venue.objects.filter(pk__in=self.batch.venues, short_name__in=ranks)
        rows = [
            VenueRank(venue=venue, scheme=scheme, level=level)
            for venue in venues.order_by("pk")
            for scheme, level, _place in [ranks[venue.short_name]]
        ]
        return [row.pk for row in VenueRank.objects.bulk_create(rows)]

    def _check_rate(self):
        if not self.plan.options["by_operator"] and (files := self.plan.uploads.accepted):
            try:
                limits.check_rate(self.researcher, len(files))
            except ValidationError as error:
                raise SiteError(" ".join(error.messages)) from error

    def _tracked(self):
        """Rows that were here and are changed, or on whose form something new stands."""
        rows = {}
        for step in self.plan.rows:
            if step.object_id and step.action == "updated":
                row = get_form_row(self._row(step))
                rows[type(row), row.pk] = row
            elif step.action == "created":
                parent = next((i.parent for i in getattr(step.row.model, "inline_of", ())), "")
                row = self._row(self.steps[step.parent]) if step.parent else self.researcher
                if parent and row is not None:
                    rows[type(row), row.pk] = row
        return list(rows.values())

    # --- Rows ---------------------------------------------------------------------------------

    def _row(self, step) -> Model | None:
        """The row of a step that is here by now."""
        origin = step.same_as or step.row.origin
        if origin not in self.rows:
            step = self.steps[origin]
            if step.object_id is None:
                return None
            self.rows[origin] = step.row.model._base_manager.get(pk=step.object_id)
        return self.rows[origin]

    def _write(self, step):
        """Its columns, but those that lead to other rows."""
        model = step.row.model
        values = {
            name: value
            for name, value in step.values.items()
            if not model._meta.get_field(name).is_relation
        }
        if step.action == "updated":
            row = self._row(step)
            texts = {f"{name}_text" for name in step.values}
            now = snapshots.values_of(row)
            names = {change.field for change in step.changes} | (texts & now.keys())
            self.before[step.row.origin] = {name: now[name] for name in names}
            snapshots.put(row, values)
        else:
            row = snapshots.build(model, values)
            if step.parent:
                setattr(row, row.inline_of[0].parent, self._row(self.steps[step.parent]))
            else:
                row.researcher = self.researcher
            if isinstance(row, Publishable):
                is_draft = step.row.is_draft or self.plan.options["draft"]
                row.published_at = None if is_draft else self.batch.written_at
        for name, path in step.files.items():
            self._store(row, name, path)
        row.save()
        self.rows[step.row.origin] = row

    def _finish(self, step):
        """What other rows had to be there for: relations, and links within texts."""
        row, changed = self.rows[step.row.origin], []
        for name, value in step.values.items():
            if step.row.model._meta.get_field(name).is_relation:
                setattr(row, name, self._row(self.steps[value]))
                changed.append(name)
            elif isinstance(value, str):
                text = self._led(value, Target("row", step.row.origin))
                if text != value:
                    setattr(row, name, text)
                    changed.append(name)
        if changed:
            row.save(update_fields=changed)
        if isinstance(row, NewsItem):
            update_mentions(row)

    def _lead_links_of_papers(self):
        """In their texts, and in what is kept of their entries: else they would pass for edited."""
        for source in Source.objects.filter(batch=self.batch).select_related("publication"):
            paper, values = source.publication, {}
            for name in TEXTS:
                text = source.values.get(name, "")
                led = self._led(text, Target("paper", paper.slug))
                if led != text == getattr(paper, name):
                    values[name] = source.values[name] = led
            if values:
                # Past save(), which would make this an edit since the import.
                Publication.objects.filter(pk=paper.pk).update(**values)
                source.save(update_fields=["values"])

    def _led(self, text, holder):
        return self.plan.old_site.rewrite(text, self._address, holder)[0]

    def _store(self, row, column, path):
        """A document lies in the store once: its old address leads to what the paper shows."""
        field = row._meta.get_field(column)
        if path in self.documents and isinstance(field, DocumentField):
            setattr(row, column, self.documents[path])
            return
        getattr(row, column).save(path, self.plan.uploads.content(path, field), save=False)
        name = getattr(row, column).name
        if isinstance(field, DocumentField):
            self.documents[path] = name
        elif column == "organisation_logo":
            self.logos.setdefault(path, name)

    # --- Where old addresses lead ---------------------------------------------------------------

    def _address(self, target: Target) -> str:
        home = self.researcher.get_absolute_url()
        if target.kind == "paper":
            return reverse("publication", kwargs={"publication": target.value})
        if target.kind == "picture":
            name = self._picture(target.value)
            return default_storage.url(name) if name else ""
        if target.kind in ("page", "document"):
            return home + target.value
        row = self._row(self.steps[target.value])
        if row is None:
            return ""
        return getattr(row, "public_url", home)

    def _picture(self, path):
        """Its stored name; once, however many texts show it, and in whichever import."""
        origin = f"picture:{path}"[:500]
        if path not in self.pictures:
            known = ImportedRow.objects.filter(researcher=self.researcher, origin=origin).last()
            picture = Picture.objects.filter(pk=known.object_id).first() if known else None
            if picture is None:
                column = Picture._meta.get_field("image")
                if not self.plan.uploads.usable(path, column, None):
                    return ""
                picture = Picture(researcher=self.researcher, uploaded_by=self.user)
                self._store(picture, "image", path)
                picture.save()
                self._remember(picture, origin, {"image": path})
            self.pictures[path] = picture.image.name
        return self.pictures[path]

    def _keep_address(self, address: OldAddress) -> None:
        row = Redirect(researcher=self.researcher, old_path=address.path)
        kind, value = address.target
        if kind == "document":
            self._store(row, "file", value)
        elif kind == "picture":
            row.file = self.logos.get(value) or self._picture(value)
        elif kind == "page":
            row.target = value
        elif kind == "paper":
            row.row = Publication.objects.get(slug=value)
        else:
            row.row = self._row(self.steps[value])
            if row.row is None:
                home = self.researcher.get_absolute_url()
                row.target = self._address(address.target).removeprefix(home)
        row.save()
        self._remember(row, f"redirect:{address.path}", {"target": list(address.target)})

    # --- Files of papers ------------------------------------------------------------------------

    def _attach(self, attachment: Attachment) -> None:
        paper = Publication.objects.get(slug=attachment.paper)
        if paper.created_at != self.batch.written_at:
            undo.save_snapshots(self.batch, [paper.pk])
        values = {"updated_at": self.batch.written_at}
        if attachment.kind == "cover":
            self._store(paper, "cover", attachment.path)
            values["cover"] = paper.cover.name
        else:
            kinds = PublicationLink.Kind
            kind = attachment.kind if attachment.kind in kinds.values else kinds.OTHER
            label = attachment.kind.capitalize()[:80] if kind == kinds.OTHER else ""
            position = next_position(paper.links)
            link = PublicationLink(publication=paper, kind=kind, label=label, position=position)
            self._store(link, "file", attachment.path)
            link.save()
        # Past save(): the moment of the import, by which the undo knows what was edited since.
        Publication.objects.filter(pk=paper.pk).update(**values)
        self._remember(paper, attachment.origin, {"file": attachment.path})

    # --- For the next import, and the undo --------------------------------------------------------

    def _remember(self, row, origin, source, before=None):
        """`before`: what stood in the columns that are changed; None of a row that is made."""
        now = snapshots.values_of(row)
        self.rows[origin] = row
        self.remembered[origin] = ImportedRow(
            batch=self.batch,
            researcher=self.researcher,
            kind=row._meta.label_lower,
            object_id=row.pk,
            origin=origin,
            source=source,
            values={name: now[name] for name in {*source, *(before or ())} if name in now},
            before=before,
        )

    def _store_remembered(self):
        by_model = defaultdict(list)
        for origin, imported in self.remembered.items():
            by_model[type(self.rows[origin])].append((self.rows[origin], imported))
        for pairs in by_model.values():
            digests = undo.digests([row for row, _imported in pairs])
            for row, imported in pairs:
                imported.digest = digests[row.pk]
        ImportedRow.objects.bulk_create(self.remembered.values(), undo.BATCH)
