"""What the pages of a plan, and of an import that was made, show; how it is kept."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict

from django.apps import apps
from django.core.paginator import Paginator
from django.db.models import Count, Max
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, ngettext_lazy
from django.utils.translation import gettext as _

from history.models import Revision
from history.snapshots import digest_of
from profiles import access
from profiles.compiled_queries import batched
from profiles.models import Researcher
from publications.bibtex import ParsedFile
from publications.fields import name_of
from publications.importer import undo
from publications.importer.reading_lists import Answer
from publications.importer.report import Join, Plan, field_display, field_label, readable
from publications.models import ImportBatch, PendingImport, Publication, public_papers
from publications.names import parse_names

NAMES_SHOWN = 3
NAMES_ASKED = 8
PER_PAGE = 100
PROBLEMS_SHOWN = 200
BATCH = 500
# Reasons that differ in a value only, and how many of them become one row.
DIFFERS = re.compile(r"^\w+=.*(?= is a file )|“[^”]*”|\(.*\)|\d+", re.S)
ALIKE = 3
# Section -> its heading, and what is to be known about it.
HEADINGS = {
    "ask": (
        gettext_lazy("Edited here, and different in the file"),
        gettext_lazy("You edited these papers yourself. Yours is kept unless you say otherwise."),
    ),
    "refused": (
        gettext_lazy("Refused"),
        gettext_lazy(
            "These cannot be read. Mend them in the file and import it again: what is here "
            "already stays one paper."
        ),
    ),
    "updated": (gettext_lazy("Papers that change"), ""),
    "created": (gettext_lazy("New papers"), ""),
    "merged": (
        gettext_lazy("The same paper once more"),
        gettext_lazy(
            "Another entry of this file is the same paper: they become one, a preprint as a "
            "version of it."
        ),
    ),
    "unchanged": (gettext_lazy("Unchanged"), ""),
}
# The counts of a report, in the order in which they are shown.
WORDS = {
    "created": gettext_lazy("new"),
    "updated": gettext_lazy("changed"),
    "merged": gettext_lazy("same as another entry"),
    "unchanged": gettext_lazy("unchanged"),
    "conflicts": ngettext_lazy("field kept as edited here", "fields kept as edited here"),
    "refused": gettext_lazy("refused"),
    "attached": gettext_lazy("files added"),
    "unlisted": gettext_lazy("on no page: they do not name you"),
    "ask": gettext_lazy("to decide"),
}


def counted(counts: dict) -> list[tuple]:
    """(name, in words, count) of what is not zero."""
    return [
        (name, words % counts[name] if name == "conflicts" else words, counts[name])
        for name, words in WORDS.items()
        if counts.get(name)
    ]


# --- A plan ---------------------------------------------------------------------------------------


def shown_rows(plan: Plan, parsed: ParsedFile) -> dict:
    """What the pages of a plan show, as JSON takes it: `rows`, one for each entry, what matters
    first; `notes` on the file as a whole; `can_apply`.
    """
    records, notes, rows = {}, defaultdict(list), []
    for record in parsed.records:
        records.setdefault((record.line, record.key), record)
    heights = {record.line: record.raw.count("\n") for record in parsed.records}
    starts = sorted({step.line for step in plan.steps})
    for problem in plan.problems:
        # What is wrong within an entry, such as a damaged letter, is said at the entry.
        at = bisect_right(starts, problem.line)
        within = at and problem.line <= starts[at - 1] + heights.get(starts[at - 1], 0)
        notes[starts[at - 1] if within else problem.line].append(problem)
    lines, papers = set(), _papers(plan)
    for step in plan.steps:
        record = records.get((step.line, step.key))
        row = _entry(step, record, notes.pop(step.line, ()))
        title, row["url"] = papers.get(step.publication, ("", ""))
        row["title"] = row["title"] or title or step.key or _("without a title")
        # Of two entries on one line the first decides for both.
        row["has_box"] = step.line not in lines and step.action != "refused"
        lines.add(step.line)
        # A conflict is a question, and comes first.
        is_question = step.conflicts and step.action == "unchanged"
        row["group"] = "ask" if is_question else step.action
        rows.append(row)
    order = list(HEADINGS)
    outside = [note for some in notes.values() for note in some]
    return {
        "rows": sorted(rows, key=lambda row: order.index(row["group"])),
        "notes": [{"severity": note.severity, "reason": note.reason} for note in outside],
        # Also where only a conflict would be decided anew.
        "can_apply": plan.writes or any(row["group"] == "ask" for row in rows),
    }


def plan_page(shown: dict, choices: dict, query: dict) -> dict:
    """A page of `shown`, see shown_rows(): `groups`, entries under headings.

    `choices`: those of a PendingImport. `query`: ?show= names a group, ?p= a page.
    """
    counts = Counter(row["group"] for row in shown["rows"])
    show = query.get("show") if query.get("show") in counts else ""
    rows = [row for row in shown["rows"] if show in ("", row["group"])]
    page = Paginator(rows, PER_PAGE).get_page(query.get("p"))
    groups = defaultdict(list)
    skipped, theirs, mine = (set(choices.get(name, ())) for name in ("skip", "theirs", "mine"))
    for row in page:
        groups[row["group"]].append(_chosen(row, skipped, theirs, mine))
    boxes = [row for row in shown["rows"] if row["has_box"] and row["group"] != "unchanged"]
    here = {row["line"] for row in page if row["has_box"] and row["group"] != "unchanged"}
    ticked = {row["line"] for row in boxes} - skipped
    return {
        "tabs": [(name, WORDS[name], counts[name]) for name in HEADINGS if counts[name]],
        "is_paged": len(shown["rows"]) > PER_PAGE,
        "show": show,
        "page": page,
        "groups": [
            {
                "name": name,
                "title": title,
                "word": WORDS[name],
                "help": text,
                "rows": groups[name],
                "total": counts[name],
                "is_folded": name == "unchanged" and show != name,
            }
            for name, (title, text) in HEADINGS.items()
            if groups[name]
        ],
        # Of the entries on this page: which have a box, and which ask about a field.
        "boxes": ",".join(str(row["line"]) for row in page if row["has_box"]),
        "asking": ",".join(str(row["line"]) for row in page if row["changes"] or row["conflicts"]),
        "of_the_file": shown["notes"] if not show and page.number == 1 else [],
        "can_apply": shown["can_apply"],
        "ticked": len(ticked),
        "tickable": len(boxes),
        "ticked_elsewhere": len(ticked - here),
    }


def _chosen(row, skipped, theirs, mine):
    """The row with what was chosen: ticked or not, kept fields, whose word is taken."""
    return row | {
        "is_ticked": row["line"] not in skipped,
        "changes": [[*change, change[-1] in mine] for change in row["changes"]],
        "conflicts": [
            conflict | {"takes_theirs": conflict["name"].removeprefix("take:") in theirs}
            for conflict in row["conflicts"]
        ],
    }


def choices_after(data, shown: dict, choices: dict) -> dict:
    """`choices` after what a page of the plan sent: it decides about its own entries alone.

    What names no line of `shown` is nothing. Without word of which entries it showed, all of them.
    """
    rows = {str(row["line"]): row["line"] for row in shown["rows"] if row["group"] != "refused"}
    boxes = {row["line"] for row in shown["rows"] if row["has_box"]}
    here = boxes & _lines(data.get("boxes"), rows)
    ticked = _lines(",".join(data.getlist("entry")), rows)
    skip = {line for line in choices.get("skip", ()) if line in boxes - here} | (here - ticked)
    for name in ("tick", "untick"):
        group = {row["line"] for row in shown["rows"] if row["group"] == data.get(name)} & boxes
        skip = skip - group if name == "tick" else skip | group
    taken = [key[5:] for key, value in data.items() if key[:5] == "take:" and value == "theirs"]
    asking = _lines(data.get("asking"), rows)
    answer = data.get("unnamed", choices.get("unnamed", ""))
    result = {"skip": sorted(skip), "unnamed": answer if answer in list(Answer) else ""}
    for name, texts in (("theirs", taken), ("mine", data.getlist("keep"))):
        known = {text for text in choices.get(name, ()) if _line(text, rows) not in asking}
        result[name] = sorted(known | {text for text in texts if _line(text, rows)})
    return result


def _lines(text, rows):
    """The lines that "3,19" names; all where there is no such text."""
    return set(rows.values()) if text is None else {rows[n] for n in text.split(",") if n in rows}


def _line(text, rows):
    """Of a field, "12:title", the line; None where the file has no such entry."""
    return rows.get(text.partition(":")[0])


def names_to_ask(plan: Plan) -> list[tuple[str, int]]:
    """(name, how many new papers print it), most first, where the plan finds the researcher
    nowhere: one of them may be a form of their name that the profile lacks. Else [].
    """
    own = plan.researcher and plan.researcher.pk
    printed = [
        (paper, row) for paper in plan.papers.values() for row in paper.authors if not row.is_listed
    ]
    if not own or any(own == row.researcher or own in row.suggestions for _paper, row in printed):
        return []
    # A suffix would be read as a given name: profiles hold names in the order of speech.
    names = Counter(
        name_of(row.row)._replace(suffix="").display for paper, row in printed if paper.is_new
    )
    return names.most_common(NAMES_ASKED)


def _entry(step, record, notes):
    conflicts = defaultdict(list)
    for conflict in step.conflicts:
        conflicts[conflict.field].append(conflict)
    # The report's sentence on a conflict stands here as a question.
    questions = tuple(f"{name}: kept as edited" for name in conflicts)
    title, about = _described(record) if record and not record.refused else ("", "")
    return {
        "line": step.line,
        "key": step.key,
        "title": title,
        "about": about,
        "raw": record.raw if record and step.action == "refused" else "",
        "join": capfirst(step.join or ""),
        "notes": [
            {"severity": note.severity, "reason": readable(note.reason)}
            for note in notes
            if not questions or not note.reason.startswith(questions)
        ],
        "changes": list(_changes(step)),
        "conflicts": [
            {
                "name": f"take:{step.line}:{name}",
                "label": field_label(name),
                "mine": [field_display(name, change.mine) for change in changes],
                "theirs": [field_display(name, change.theirs) for change in changes],
            }
            for name, changes in conflicts.items()
        ],
    }


def _changes(step):
    """Rows of the table; what one field changes stands in one of them, with one box."""
    fields = defaultdict(dict)
    for change in step.changes:
        pair = field_display(change.field, change.mine), field_display(change.field, change.theirs)
        fields[change.field][pair] = None
    for name, pairs in fields.items():
        before, after = ("; ".join(dict.fromkeys(side)) for side in zip(*pairs, strict=True))
        yield field_label(name), before, after, f"{step.line}:{name}"


def _papers(plan):
    """Slug -> (title, public address or "") of papers that are here: two queries each 500."""
    slugs = sorted({step.publication for step in plan.steps} - {""})
    papers = {}
    for some in batched(slugs, BATCH):
        public = set(public_papers().filter(slug__in=some).values_list("slug", flat=True))
        for paper in Publication.objects.filter(slug__in=some).only("pk", "slug", "title"):
            url = paper.get_absolute_url() if paper.slug in public else ""
            papers[paper.slug] = (paper.title, url)
    return papers


def _described(record):
    """Title, and one line of who, when and where, as the file has them."""
    names, et_al, _doubts = parse_names(record.get("author", "editor"))
    people = ", ".join(name.display for name in names[:NAMES_SHOWN])
    people += " …" if et_al or len(names) > NAMES_SHOWN else ""
    where = record.text("journaltitle", "journal", "booktitle", "publisher", "school")
    about = [people, where, record.text("year", "date")[:4]]
    return record.text("title"), " · ".join(filter(None, about))


# --- An import that was made ----------------------------------------------------------------------


def batch_page(batch: ImportBatch, user, query) -> dict:
    """What it made, what it refused and why, and whether it can go.

    `query`: ?show= names an action of the report, ?p= a page of its entries.
    """
    records = batch.report.get("records", [])
    counts = counted(batch.counts or batch.report)
    actions = {record.get("action") for record in records}
    tabs = [row for row in counts if row[0] in actions]
    names = [name for name, _text, _count in tabs]
    show = query.get("show") if query.get("show") in names else next(iter(names), "")
    records = [record for record in records if record.get("action") == show]
    page = Paginator(records, PER_PAGE).get_page(query.get("p"))
    return {
        "counts": counts,
        "tabs": tabs,
        "show": show,
        "page": page,
        "entries": list(_imported(list(page), batch.report.get("joins", ()), user)),
        # What stands in a file beside its entries, as it stands.
        "outside": [
            text
            for file in batch.report.get("outside", [])
            for kind in ("comments", "preambles", "strings")
            for text in file.get(kind, ())
        ],
        **_problems(batch.report),
        **_undoing(batch, user),
    }


def _imported(records, joins, user):
    """Entries of the report; `pk` only where its paper is here still, and theirs to see."""
    joins = {(join["file"], join["line"]): capfirst(Join(**join)) for join in joins}
    slugs = {record["publication"] for record in records}
    rows = Publication.objects.filter(slug__in=slugs)
    papers = {p.slug: p for p in access.pickable(rows, user).only("pk", "slug", "title")}
    own = set(access.editable(rows, user).values_list("slug", flat=True))
    public = set(public_papers().filter(slug__in=slugs).values_list("slug", flat=True))
    for record in records:
        entry = {"line": record["line"], "key": record["key"]}
        if paper := papers.get(slug := record["publication"]):
            url = paper.get_absolute_url() if slug in public else ""
            entry |= {"pk": paper.pk, "title": paper.title, "url": url, "can_edit": slug in own}
            entry["join"] = joins.get((record["file"], record["line"]))
        yield entry


def _problems(report):
    refused = {(entry["file"], entry["line"]): [] for entry in report.get("refused_entries", [])}
    problems, notes = [], []
    for problem in report.get("problems", []):
        shown = problem | {"reason": readable(problem["reason"])}
        place = problem["file"], problem["line"]
        if problem["severity"] == "error" and place in refused:
            refused[place].append(shown)
        else:
            (notes if problem["severity"] == "info" else problems).append(shown)
    return {
        "refused": [
            {
                "line": entry["line"],
                "key": next((p["key"] for p in refused[entry["file"], entry["line"]]), ""),
                "reason": " ".join(p["reason"] for p in refused[entry["file"], entry["line"]]),
                "raw": entry["raw"],
            }
            for entry in report.get("refused_entries", [])
        ],
        "problems": _alike(problems[:PROBLEMS_SHOWN]),
        "problem_count": len(problems),
        "notes": _alike(notes[:PROBLEMS_SHOWN]),
        "note_count": len(notes),
        "more": [max(0, len(rows) - PROBLEMS_SHOWN) for rows in (problems, notes)],
    }


def _alike(problems):
    """Those that say the same of one entry after the other as one row that opens: `text` says what,
    with "…" for what differs. Else `text` is empty.
    """
    groups = defaultdict(list)
    for problem in problems:
        groups[DIFFERS.sub("…", problem["reason"])].append(problem)
    is_one = {text: len(rows) >= ALIKE for text, rows in groups.items()}
    return [{"text": text if is_one[text] else "", "rows": rows} for text, rows in groups.items()]


def _undoing(batch, user):
    """`can_undo`, or `why_not`; of one that was undone, what it kept."""
    if not access.can_edit(batch, user):
        return {"why_not": _("Only who may publish for this researcher may undo it.")}
    if batch.written_at is None:
        return {"why_not": _("It was made before there was undo.")}
    if not batch.undone_at:
        return {"can_undo": True}
    result = undo.preview(batch, by_operator=access.is_manager(user))
    hide_titles(result.kept, user)
    rows = result.rows.kept
    return {"kept": result.kept, "kept_rows": rows, "can_undo": result.does_something}


def hide_titles(papers, user) -> None:
    """A paper that was imported may be a colleague's draft by now."""
    rows = access.pickable(Publication.objects.all(), user)
    known = set(rows.filter(pk__in=[paper.pk for paper in papers]).values_list("pk", flat=True))
    for paper in papers:
        if paper.pk not in known:
            paper.title = _("a colleague’s paper")


# --- Plans that are kept between two clicks; one import of an account at a time ------------------

# Of what is kept; another number makes all plans anew.
FORMAT = 3
APPS = {Researcher._meta.app_label, Publication._meta.app_label}


def rows_state(pending: PendingImport, user) -> str:
    """The same as long as no row has changed that a plan of `pending` stands on.

    It asks for what every change leaves behind, a version, an import or the time of the last
    change. What a program writes past all of these is met when the plan is applied, which makes it
    once more.
    """
    state = [FORMAT, get_language(), access.is_manager(user)]
    state += Revision.objects.aggregate(last=Max("pk")).values()
    batches = ImportBatch.objects.aggregate(last=Max("pk"), undone=Count("undone_at"))
    state += [*batches.values(), Publication.objects.public().count()]
    for model in apps.get_models():
        columns = {field.name for field in model._meta.concrete_fields}
        if model._meta.app_label in APPS and "updated_at" in columns:
            rows = model._base_manager.order_by()
            if "researcher" in columns:
                rows = rows.filter(researcher=pending.researcher_id)
            state += rows.aggregate(count=Count("pk"), last=Max("updated_at")).values()
    return digest_of(state)


def kept_plan(pending: PendingImport, state: str) -> dict | None:
    """What `keep_plan` kept, as long as the rows are in that state."""
    kept = pending.plan
    return kept if kept and kept["state"] == state else None


def keep_plan(pending: PendingImport, state: str, plan: dict) -> dict:
    """`plan`: what its page shows, as JSON takes it, and its "digest". Returns what is kept."""
    pending.note(plan=plan | {"state": state})
    return pending.plan
