"""A site as a record: read, compared with what is here, shown, written in one go, undone as one.

    tree = Tree.open(path)
    report = importer.run(tree, researcher, by_operator=True)

The plan is made outside the transaction and shown as it is by --dry-run and by the admin.
`publications.importer.undo` takes all of an import back, papers and rows.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.links import OldSite, Target
from exchange.site_import.own_names import is_group, is_of, said_names
from exchange.site_import.plan import Attachment, OldAddress, SitePlan
from exchange.site_import.records import Paper, Place, Problem, SiteRecord
from exchange.site_import.tree import FAILURES, SiteError, Tree
from exchange.site_import.uploads import Uploads
from exchange.site_import.writing import SiteWriter
from profiles.models import Page, Picture, Redirect, Researcher, ResearcherLink
from profiles.signals import NAMES
from publications import bibtex, importer
from publications.importer import FILL
from publications.importer.mapping import is_linkable
from publications.matching.people import may_be_one
from publications.models import ImportBatch, ImportedRow, Publication, PublicationLink, VenueRank
from publications.names import parse_names
from publications.references import TEXTS
from uploads.documents import SIGNATURES, extension_of

PAPER = Publication._meta.label_lower
UNREADABLE = gettext_lazy(
    "This site cannot be read: something in it has a shape that was not thought of (%(error)s). "
    "Nothing was changed. Please report it."
)
UNKNOWN_NAME = gettext_lazy(
    "The site is of %(name)s, and no name of the profile of %(profile)s is that one: its names and "
    "its ORCID iD are not taken over, and papers that print it are stored, and not listed. Is it "
    "one person, then add it to “Other names” of the profile and import again; else import the "
    "site for another profile."
)
# Of names, which are compared each with each.
MOST_PAIRS = 10_000
TWO_LISTS = gettext_lazy(
    "%(key)s: two entries of the site are one paper here, and only one of them names %(names)s; "
    "check the authors"
)
OF_GROUP = gettext_lazy(
    "This is the site of a group, %(name)s: its texts and its people come into the profile of one "
    "person, %(profile)s. Leave out what is not theirs."
)
OF_A_NAME = {*NAMES, "native_language"}
DEAD = gettext_lazy("%(url)s: this link leads to nothing that is here; it stays as it is.")
VENUE_RANK = gettext_lazy(
    "%(venue)s: this venue is here already, without the rank %(rank)s; a manager can give it."
)
TAKEN = gettext_lazy(
    "%(path)s: two things had this old address; it leads to the first, %(target)s."
)
DRAFT = gettext_lazy(
    "“%(title)s”: not sure to be a paper as it is here, so it stays a draft (%(reason)s); look it "
    "over, and publish it if it is right"
)
# Actions that leave a row to which an old address can lead.
HERE = ("created", "updated", "unchanged", "joined")
# Themes, in the order in which they are tried.
SYSTEMS = (
    *("orcid.OrcidRecord", "academicpages.AcademicPages", "al_folio.AlFolio", "luost26.Luost26"),
    *("prism.Prism", "hugoblox.HugoBlox", "quarto.Quarto", "jekyll_site.JekyllSite"),
    *("html_site.HtmlSite", "homepage_alone.HomepageAlone"),
)
NO_ADDRESS = gettext_lazy("%(path)s: no old address can be kept of this.")


def read(tree: Tree) -> SiteRecord:
    """By the first system that knows the site; else as one homepage. Raises SiteError."""
    try:
        for path in SYSTEMS:
            # Slow imports, for the few people who move: a sixth of the server's start.
            theme = import_string(f"exchange.site_import.{path}")
            if theme.detect(tree):
                reader = theme(tree)
                record = reader.read()
                import_string("exchange.site_import.missing.tell")(reader)
                import_string("exchange.site_import.cv_items.name_talks")(record)
                return record
    except FAILURES as error:  # --traceback shows where
        raise SiteError(UNREADABLE % {"error": f"{type(error).__name__}: {error}"}) from error
    raise SiteError(
        _(
            "This is no site of Jekyll, Hugo, Quarto or PRISM, and no home page in Markdown or "
            "HTML. Name the folder with its _config.yml, hugo.yaml, _quarto.yml or "
            "content/config.toml, a ZIP of it, or its index.md or index.html."
        )
    )


def plan(
    tree: Tree,
    researcher: Researcher,
    *,
    by_operator: bool = False,
    update: str = FILL,
    draft: bool = False,
    record: SiteRecord | None = None,
    progress: Callable[[int, int | None], None] = lambda done, total: None,
) -> SitePlan:
    """What an import would do. Reads the database, writes nothing. Raises SiteError.

    `by_operator`: the command line or a manager asks. `update`, `draft`: as import_bibtex has them.
    `record`: what was read of the tree before.
    """
    record = record or read(tree)
    files, entries = parsed_papers(record)
    options = {"update": update, "by_operator": by_operator, "draft": draft}
    names = []
    if is_of(record, researcher):
        names = said_names(record, [parsed for _path, parsed in files], researcher)
        record = _with_names(record, names) if names else record
        # Which is a column of its own, and not yet the profile's.
        names += filter(None, [str(record.researcher.get("native_name", ("",))[0])])
    papers = importer.plan(
        files, researcher, is_own_site=True, names=names, progress=progress, **options
    )
    result = SitePlan(researcher, tree, record, papers, options)
    for number, venue in papers.new_venues.items():
        url = record.venue_urls.get(venue.short_name, "")
        if is_linkable(url):
            papers.new_venues[number] = venue._replace(url=url)
    result.anonymous_papers = [
        Place(path, entry.line)
        for path, parsed in files
        for entry in parsed.records
        if not (entry.get("author") or entry.get("editor"))
    ]
    _report_ranks(result)
    _compare_names(result)
    _tell_other_authors(result, files)
    _tell_doubts(result, entries)
    result.uploads = Uploads(tree, researcher, result.problems.append, by_operator=by_operator)
    result.old_site = _old_site(result, entries)
    _lead_links_to_files(result)
    result.rows = result.plan_rows(result.problems.append)
    _attach(result, entries)
    _keep_addresses(result)
    return result


def apply(
    plan: SitePlan,
    *,
    origin: str = ImportBatch.Origin.COMMAND,
    user=None,
    name: str = "",
    progress: Callable[[int, int], None] = lambda done, total: None,
    further: Callable[[ImportBatch], None] = lambda batch: None,
) -> int | None:
    """Does what the plan says, all or nothing; the number of the import, None where nothing was to
    be written. `name`: of the site, as the list of imports shows it. `further` is done in the
    same transaction.

    Raises PlanOutdated where something that the plan stands on was changed since, SiteError where
    the uploads are too many; then nothing was written.
    """
    if not plan.writes:
        return None
    writer = SiteWriter(plan, user, name, progress)

    def write(batch):
        writer.write(batch)
        further(batch)

    report = importer.apply(plan.papers, origin=origin, user=user, progress=progress, further=write)
    return report.batch


def run(tree: Tree, researcher: Researcher, *, apply_options=None, record=None, **options):
    """Plans and applies; plans anew where somebody else wrote in between: (plan, number)."""
    record = record or read(tree)

    def plan_and_apply():
        made = plan(tree, researcher, record=record, **options)
        return made, apply(made, **(apply_options or {}))

    return importer.until_current(plan_and_apply)


def _with_names(record, names):
    """The record with further names of the person."""
    said = record.researcher
    _value, place = said.get("other_names") or said.get("display_name") or ("", Place(""))
    return replace(record, researcher=said | {"other_names": ("\n".join(names), place)})


def _compare_names(result):
    """Of a site that was taken for another person's, what it says about names is not taken over."""
    said = result.record.researcher
    name, place = said.get("display_name", ("", Place("")))
    if is_of(result.record, result.researcher):
        return
    reason = OF_GROUP if is_group(name) else UNKNOWN_NAME
    others = {column: value for column, value in said.items() if column not in OF_A_NAME}
    result.record = replace(result.record, researcher=others)
    result.unknown_name, names = name, {"name": name, "profile": result.researcher}
    result.problems.append(Problem(place, "warning", reason % names))


def _report_ranks(result):
    """Of venues that are here: their ranks are for managers to give."""
    new = {venue.short_name for venue in result.papers.new_venues.values()}
    ranks = VenueRank.objects.filter(venue__short_name__in=result.record.venue_ranks)
    known = set(ranks.values_list("venue__short_name", "scheme"))
    for name, (scheme, level, place) in result.record.venue_ranks.items():
        if name not in new and (name, scheme) not in known:
            reason = VENUE_RANK % {"venue": name, "rank": f"{scheme}-{level}"}
            result.problems.append(Problem(place, "info", reason))


# --- Papers ---------------------------------------------------------------------------------------


def _tell_other_authors(result, files):
    """Of two entries that become one paper, the names that only one of them has."""
    records = [record for _path, parsed in files for record in parsed.records]
    first: dict[str, list] = {}
    for entry, step in zip(records, result.papers.steps, strict=True):
        names, is_cut, _warnings = parse_names(entry.get("author"))
        if not names or is_cut or not step.publication:
            continue
        known = first.setdefault(step.publication, names)
        if step.action != "merged" or len(known) * len(names) > MOST_PAIRS:
            continue
        others = [one for one in names if not any(may_be_one(one, two) for two in known)]
        others += [one for one in known if not any(may_be_one(one, two) for two in names)]
        if others:
            said = {"key": step.key, "names": ", ".join(name.display for name in others)}
            place = Place(step.file, step.line)
            result.problems.append(Problem(place, "warning", TWO_LISTS % said))


def _tell_doubts(result, entries):
    """Of papers that are drafts since they are not sure; not of what another entry made sure."""
    papers = {paper.slug: paper for paper in result.papers.papers.values()}
    for paper, step in zip(entries, result.papers.steps, strict=True):
        state = papers.get(step.publication) if paper.doubt else None
        if state and state.is_draft:
            place, title = paper.place, state.columns.get("title", paper.key)
            place = place if place.line else result.tree.place_of_words(place.file, title)
            said = {"title": title, "reason": paper.doubt}
            result.problems.append(Problem(place, "warning", DRAFT % said))


def parsed_papers(record: SiteRecord) -> tuple[list[tuple[str, bibtex.ParsedFile]], list[Paper]]:
    """The entries of each file of the site as a parsed .bib file; and their papers, in that order.

    An entry that was made here stands, for all of it, at the line of the site that it was made of.
    """
    files = dict(record.bib_files)
    papers: dict[str, list[Paper]] = {path: [] for path in files}
    # What is sure comes first: what is one paper with it is no draft.
    for paper in sorted(record.papers, key=lambda paper: bool(paper.doubt)):
        path = paper.place.file
        if path in record.bib_files:
            papers[path].append(paper)
            continue
        parsed = bibtex.parse(paper.entry)
        for part in (*parsed.records, *parsed.problems):
            part.line = max(paper.place.line, 1)
        whole = files.setdefault(path, bibtex.ParsedFile())
        whole.records += parsed.records
        whole.problems += parsed.problems
        papers.setdefault(path, []).extend([paper] * len(parsed.records))
    return list(files.items()), [paper for some in papers.values() for paper in some]


def _attach(result, entries):
    """Files of papers that were not attached before, of those that the columns can take."""
    rows = ImportedRow.objects.filter(researcher=result.researcher, kind=PAPER)
    known = set(rows.values_list("origin", flat=True))
    covered = set(Publication.objects.exclude(cover="").values_list("slug", flat=True))
    for paper, step in zip(entries, result.papers.steps, strict=True):
        for kind, path in paper.files if step.publication else ():
            origin = f"{paper.place.file}#{paper.key}:{kind}:{path}"[:500]
            is_cover = kind == "cover"
            model = Publication if is_cover else PublicationLink
            column = model._meta.get_field("cover" if is_cover else "file")
            if origin in known or (is_cover and step.publication in covered):
                continue
            known.add(origin)
            covered |= {step.publication} if is_cover else set()
            if result.uploads.usable(path, column, paper.place):
                attached = Attachment(step.publication, kind, path, origin, paper.place)
                result.attachments.append(attached)


# --- Old addresses, and links that lead there ---------------------------------------------------


def _old_site(result, entries):
    record, site = result.record, OldSite(result.record, result.tree)
    became = [(path, Target("page", ""), Place("")) for path in record.old_paths]
    led = [(path, Target("page", here), Place("")) for path, here in record.redirects.items()]
    became += [one for one in led if one[1].value]
    for row in record.rows:
        became += [(path, Target("row", row.origin), row.place) for path in row.old_paths]
    for paper, step in zip(entries, result.papers.steps, strict=True):
        if step.publication:
            target = Target("paper", step.publication)
            became += [(path, target, paper.place) for path in paper.old_paths]
    # A page of its own says more than the home page.
    became += [one for one in led if not one[1].value]
    for path, target, place in became:
        if not site.add(path, target) and target.value:
            reason = TAKEN % {"path": path, "target": site.find(path).value or "/"}
            result.problems.append(Problem(place, "warning", reason))
    result.became = became
    return site


def _lead_links_to_files(result):
    """A link whose address is a file of the site becomes that file."""
    for row in result.record.rows:
        links = [*row.links, *([row.values] if row.model is ResearcherLink else [])]
        for link in links:
            target = result.old_site.find(str(link.get("url", "")))
            if target and target.kind == "document":
                del link["url"]
                if link is row.values:
                    row.files["file"] = target.value
                else:
                    link["file"] = target.value


def _keep_addresses(result):
    """A redirect for each old address that is none yet; of documents and pictures, too."""
    report, steps = result.problems.append, {step.row.origin: step for step in result.rows}
    known = set(result.researcher.redirects.values_list("old_path", flat=True))
    rows = ImportedRow.objects.filter(researcher=result.researcher)
    origins = rows.filter(origin__startswith="redirect:").values_list("origin", flat=True)
    known |= {origin.removeprefix("redirect:") for origin in origins}
    became = [one for one in reversed(result.became) if ":/" not in one[0]]  # no other site's
    wanted = {path: (target, place) for path, target, place in became}
    column = Redirect._meta.get_field("file")
    linked = _linked(result)
    result.lonely_pages = _lonely_pages(result, linked)
    for path, place in _documents(result, linked).items():
        if path in result.tree and result.uploads.usable(path, column, place):
            wanted[f"/{path}"] = (Target("document", path), place)
    for path, target, place in _pictures(result, linked):
        wanted.setdefault(f"/{path}", (target, place))
    for path, (target, place) in wanted.items():
        path = unicodedata.normalize("NFC", f"/{path.lstrip('/')}").replace(" ", "%20")
        step = steps.get(target.value) if target.kind == "row" else None
        if path == "/" or path in known or (step and step.action not in HERE):
            continue
        known.add(path)  # "a b" and "a%20b" are one
        try:
            Redirect._meta.get_field("old_path").clean(path, None)
        except ValidationError:
            report(Problem(place, "warning", NO_ADDRESS % {"path": path}))
        else:
            result.addresses.append(OldAddress(path, target, place))


def _lonely_pages(result, linked):
    """Origins of pages that are not drafts, and that visitors find by their address alone."""
    led_to = {target.value for target, _place, _is_draft in linked if target.kind == "row"}
    led_to |= {row.values.get("page") for row in result.record.rows}
    pages = (row for row in result.record.rows if row.model is Page and not row.is_draft)
    return {row.origin for row in pages if not row.values.get("in_menu")} - led_to


def _pictures(result, linked):
    """(path, what it becomes, where the site says so): the portrait and covers lead to whatever
    their row shows later; logos and what texts show to the picture itself.
    """
    places = result.record.researcher_files
    for name, path in result.rows[0].files.items():
        yield path, Target("page", ""), places[name][1]
    for one in result.attachments:
        if one.kind == "cover":
            yield one.path, Target("paper", one.paper), one.place
    for step in result.rows:
        if path := step.files.get("cover"):
            yield path, Target("row", step.row.origin), step.row.place
        if step.writes and (path := step.files.get("organisation_logo")):
            yield path, Target("picture", path), step.row.place
    for target, place, _is_draft in linked:
        if target.kind == "picture":
            yield target.value, target, place


def _documents(result, linked):
    """Path -> where it is named, of the documents that papers, rows and texts show; not of drafts,
    which would be published by it.
    """
    documents = {path: Place(path) for path in result.record.old_files}
    for one in result.attachments:
        if one.kind != "cover":
            documents.setdefault(one.path, one.place)
    for step in result.rows:
        for path in () if step.row.is_draft else step.files.values():
            if extension_of(path) in SIGNATURES:
                documents.setdefault(path, step.row.place)
    for target, place, is_draft in linked:
        if target.kind == "document" and not is_draft:
            documents.setdefault(target.value, place)
    return {} if result.options["draft"] else documents


def _linked(result):
    """(what it leads to, where that stands in the site, whether in a draft) of each text's links
    and pictures; tells of those that lead to nothing.
    """
    image, linked = Picture._meta.get_field("image"), []
    for text, holder, place, is_draft in _texts(result):

        def remember(target, place=place, is_draft=is_draft):
            if target.kind == "picture" and not result.uploads.usable(target.value, image, place):
                return ""
            linked.append((target, place, is_draft))
            return "-"

        _text, dead = result.old_site.rewrite(text, remember, holder)
        for address in dead:
            result.problems.append(Problem(place, "warning", DEAD % {"url": address}))
    return linked


def _texts(result):
    """(text, what holds it, where that stands in the site, whether it is a draft) of each."""
    for step in result.rows:
        for text in step.values.values() if step.writes else ():
            if isinstance(text, str):
                yield text, Target("row", step.row.origin), step.row.place, step.row.is_draft
    papers = {paper.slug: paper for paper in result.papers.papers.values()}
    for step in result.papers.steps:
        paper = papers.pop(step.publication, None)
        for name in TEXTS if paper else ():
            if paper.is_new or name in paper.changed:
                target, place = Target("paper", paper.slug), Place(step.file, step.line)
                yield paper.columns.get(name, ""), target, place, paper.is_draft
