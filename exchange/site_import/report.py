"""What an import of a site did, or would do, word for word: as JSON and as lines of text."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exchange.site_import.plan import SitePlan
from exchange.site_import.records import Place
from exchange.site_import.rows import ACTIONS
from exchange.site_import.tree import Tree
from history import snapshots
from profiles.models import Researcher, Section
from publications.importer.report import SHOWN, display
from uploads.documents import extension_of

IMPORTED, LEFT_OUT, NOT_UNDERSTOOD = "imported", "left out", "not understood"
# A bare file name in a .bib file: whether the file was attached stands in the report by itself.
BARE_FILE = "is a file of the old site; upload it to the paper."
PAPERS = "publication"
# Endings of what a site may hold beside what is said in it.
ENDINGS = """
    jpg jpeg png gif webp svg ico avif bmp pdf ppt pptx odp key doc docx zip gz mp3 mp4 webm mov
    woff woff2 ttf eot otf css scss sass js map ipynb bib tex csv txt
"""
ASSETS = frozenset(ENDINGS.split())
LABELS = {
    "created": gettext_lazy("new"),
    "updated": gettext_lazy("changed"),
    "unchanged": gettext_lazy("unchanged"),
    "joined": gettext_lazy("the same as another"),
    "merged": gettext_lazy("the same as another"),
    "kept": gettext_lazy("kept as edited here"),
    "missing": gettext_lazy("without their file"),
    "refused": gettext_lazy("refused"),
}


def as_json(plan: SitePlan) -> dict:
    """The report, as `import_site --json` prints it: a contract that scripts rely on."""
    read = account(plan.tree)
    return {
        "system": plan.record.system,
        "generation": plan.record.generation,
        "counts": counts(plan),
        "warnings": list(warnings(plan)),
        "rows": [
            _row(step, plan.record)
            for step in plan.rows
            if step.action != "unchanged" or step.conflicts
        ],
        "papers": _papers(plan),
        "venues": plan.record.venue_urls,
        "attached": [_attached(one) for one in plan.attachments],
        "addresses": [
            {"old_path": one.path, "leads_to": " ".join(filter(None, one.target))}
            for one in plan.addresses
        ],
        "problems": _problems(plan),
        "files": read["files"],
        "keys": read["keys"],
        "texts": read["texts"],
    }


def _attached(one):
    return {"paper": one.paper, "kind": one.kind, "path": one.path} | one.place._asdict()


def counts(plan: SitePlan) -> dict[str, dict[str, int]]:
    """Kind ("newsitem", "publication") -> action -> how many, of those there are."""
    counted = defaultdict(Counter)
    for step in plan.rows:
        counted[step.row.model._meta.model_name][step.action] += 1
    papers = {action: n for action, n in plan.papers.counts.items() if n}
    result = {PAPERS: papers} if papers else {}
    for kind, actions in counted.items():
        result[kind] = {action: actions[action] for action in ACTIONS if actions[action]}
    if plan.addresses:
        result["redirect"] = {"created": len(plan.addresses)}
    return result


def warnings(plan: SitePlan) -> Iterator[dict]:
    """What an owner would see at first glance, and is not lost in a line: of whom the site is, a
    home page without a text, pages that nothing leads to, no papers, or such without authors.
    """
    for problem in plan.problems:
        if plan.unknown_name and plan.unknown_name in problem.reason:
            yield _warning(problem.reason, [problem.place])
    texts = [row for row in plan.record.rows if row.model is Section and row.values.get("body")]
    if not ("biography" in plan.record.researcher or plan.researcher.biography or texts):
        yield _warning(_("The home page has no text: write a biography, or a section of your own."))
    lonely = [step.row for step in plan.rows if step.row.origin in plan.lonely_pages]
    if lonely:
        names = ", ".join(row.label for row in lonely[:10])
        reason = _("No menu and no link leads to these pages: %(names)s") % {"names": names}
        yield _warning(reason, [row.place for row in lonely])
    if not plan.papers.steps:
        yield _warning(
            _("No paper was found: if the site lists some, paste them into “Import papers”.")
        )
    if anonymous := plan.anonymous_papers:
        reason = _("Papers without authors: %(count)s") % {"count": len(anonymous)}
        yield _warning(reason, anonymous)
    papers = {plan.papers.papers[handle].slug for handle in plan.papers.asked}
    if papers:
        steps = {one.publication: one for one in plan.papers.steps if one.publication in papers}
        reason = _("Papers on no page, since they do not print the name of %(name)s: %(count)s")
        names = {"name": plan.researcher, "count": len(papers)}
        yield _warning(reason % names, [Place(one.file, one.line) for one in steps.values()])
    if unread := plan.record.unread_papers:
        reason = _(
            "These look like papers and stay texts; paste them into “Import papers”: %(count)s"
        )
        yield _warning(reason % {"count": len(unread)}, unread)


def _warning(reason, places=()):
    return {"reason": str(reason), "places": [place_of(place._asdict()) for place in places]}


def table(report: dict) -> list[dict]:
    """Of each kind: how many there are in the site, here, joined to another and lost; and where
    those stand that are lost. The last row is of lines that belong to no kind.
    """
    found = []
    for kind, actions in report["counts"].items():
        joined = actions.get("joined", 0) + actions.get("merged", 0)
        lost = actions.get("refused", 0) + actions.get("missing", 0)
        site = sum(actions.values())
        rows = [row for row in report["rows"] if row["kind"] == kind]
        rows = report["papers"]["records"] if kind == PAPERS else rows
        places = [place_of(row) for row in rows if row["action"] in ("refused", "missing")]
        numbers = {"site": site, "here": site - joined - lost, "joined": joined, "lost": lost}
        found.append({"kind": kind, **numbers, "places": places})
    unclear = [one["place"] for one in losses(report, NOT_UNDERSTOOD)]
    if unclear:
        numbers = {"site": len(unclear), "here": 0, "joined": 0, "lost": len(unclear)}
        found.append({"kind": "", **numbers, "places": unclear})
    return found


def totals(plan: SitePlan) -> dict[str, int]:
    """As the list of imports shows them: papers and rows together."""
    total = Counter()
    for kind, actions in counts(plan).items():
        if kind != "redirect":
            total.update(actions)
    total["conflicts"] = plan.papers.conflicts + sum(len(step.conflicts) for step in plan.rows)
    total["unlisted"] = plan.papers.unlisted
    return dict(total)


def _row(step, record):
    return {
        "kind": step.row.model._meta.model_name,
        "origin": step.row.origin,
        **step.row.place._asdict(),
        "label": step.row.label or _name(step),
        "action": step.action,
        "same_as": step.same_as,
        "changes": [_change(c, step, record) for c in step.changes],
        "conflicts": [_change(c, step, record) for c in step.conflicts],
    }


def _name(step):
    """As lists show the row; of one that is refused, where it comes from."""
    name = str(snapshots.build(step.row.model, step.values)) if step.values else ""
    return name.strip("–") or step.row.origin


def _change(change, step, record):
    """With its own place: a researcher's columns come from all over a site."""
    places = record.researcher | record.researcher_files if step.row.model is Researcher else {}
    place = places[change.field][1] if change.field in places else step.row.place
    values = {"column": change.field, "mine": change.mine, "theirs": change.theirs}
    return values | place._asdict()


def _papers(plan):
    report = plan.papers.as_json()
    report["problems"] = [p for p in report["problems"] if not p["reason"].endswith(BARE_FILE)]
    return report


def _problems(plan):
    problems = [
        one.place._asdict() | {"severity": one.severity, "reason": one.reason}
        for one in dict.fromkeys((*plan.problems, *plan.tree.problems))  # each is said once
    ]
    return sorted(problems, key=lambda problem: (problem["file"], problem["line"]))


# --- Every file and every key ---------------------------------------------------------------------


def account(tree: Tree) -> dict[str, list[dict]]:
    """{"files", "keys"}: each is imported, left out with its reason, or not understood; "texts" are
    those that were read and could not be placed, and lines that were left out.
    """
    # A line that is left out says nothing of its file.
    parts = [left for left in tree.left_out if left.place.line and not left.key]
    whole = [left for left in tree.left_out if left.key or not left.place.line]
    left_out = {(place.file, key): (place, reason) for place, key, reason in whole}
    unread = list(tree.unread())
    files, keys = [], []
    lost = {place.file for place, key in unread if not key}
    for path in tree.files:
        status, reason = IMPORTED, ""
        if (path, "") in left_out:
            status, reason = LEFT_OUT, left_out[path, ""][1]
        elif path in lost and extension_of(path) in ASSETS:
            status, reason = LEFT_OUT, _("nothing that was imported refers to it")
        elif path in lost:
            status = NOT_UNDERSTOOD
        files.append(_lost(path, 0, status, reason))
    # Files that were never opened: links, what is too large.
    for (path, key), (place, reason) in left_out.items():
        if key:
            keys.append({"key": key} | _lost(path, place.line, LEFT_OUT, reason))
        elif path not in tree.files:
            files.append(_lost(path, place.line, LEFT_OUT, reason))
    keys += [
        {"key": key} | _lost(place.file, place.line, NOT_UNDERSTOOD) for place, key in unread if key
    ]
    for place, key, is_read in tree.all_keys():
        ends = [at for at, sign in enumerate(f"{key}/") if sign == "/"]
        if is_read and not any((place.file, key[:at]) in left_out for at in ends):
            keys.append({"key": key} | _lost(*place, IMPORTED))
    texts = [{"text": t.text} | _lost(*t.place, NOT_UNDERSTOOD, t.reason) for t in tree.unclear]
    texts += [{"text": ""} | _lost(*part.place, LEFT_OUT, part.reason) for part in parts]
    return {"files": files, "keys": keys, "texts": texts}


def _lost(file, line, status, reason=""):
    return {"file": file, "line": line, "status": status, "reason": str(reason)}


# --- As text --------------------------------------------------------------------------------------


def lines(report: dict, *, verbose: bool = False) -> Iterator[str]:
    """What a person reads: changes, problems and losses by file:line, then counts."""
    yield from _overview(report)
    papers, told = report["papers"], {one["reason"] for one in report["warnings"]}
    for row in report["rows"]:
        if row["action"] == "joined":
            yield f"{row['file']}:{row['line']}: {row['kind']} is the same as {row['same_as']}"
        for one in row["changes"]:
            yield f"{_changed(row, one)}: {_short(one['mine'])} → {_short(one['theirs'])}"
        for one in row["conflicts"]:
            mine, theirs = _short(one["mine"]), _short(one["theirs"])
            yield f"{_changed(row, one)} is kept as it is here ({mine}); not taken: {theirs}"
    for record in papers["joins"]:
        with_file = record["with_file"]
        other = f"{with_file}:{record['with_line']}" if with_file else record["publication"]
        place = f"{record['file']}:{record['line']}: {record['key']}"
        yield f"{place} is one paper with {other}: {record['reason']}"
    for one in (*papers["problems"], *report["problems"]):
        if (one["severity"] != "info" or verbose) and one["reason"] not in told:
            yield f"{one['file']}:{one['line']}: {one['severity']}: {one['reason']}"
    for one in report["attached"]:
        yield f"{one['file']}:{one['line']}: {one['path']} → {one['kind']} of {one['paper']}"
    for one in report["addresses"] if verbose else ():
        yield f"{one['old_path']} leads to {one['leads_to']}"
    for status in (LEFT_OUT, NOT_UNDERSTOOD):
        for reason, some in by_reason(losses(report, status)).items():
            yield f"{status}: {reason or 'nothing asked for it'}: {len(some)}"
            shown = some if verbose or status == NOT_UNDERSTOOD else some[:5]
            yield from (f"  {one['place']} {one['what']}".rstrip() for one in shown)
            if len(some) > len(shown):
                yield f"  and {len(some) - len(shown)} more; -v 2 shows them"
    for kind, actions in report["counts"].items():
        yield f"{kind}: {', '.join(f'{n} {LABELS[action]}' for action, n in actions.items())}"


def _overview(report):
    """The table, and the warnings, each with the first places."""
    yield f"{'':24}{'in the site':>12}{'here':>8}{'joined':>8}{'lost':>8}"
    for row in table(report):
        numbers = f"{row['site']:12}{row['here']:8}{row['joined']:8}{row['lost']:8}"
        places = f"  {_in_short(row['places'])}" if row["kind"] else "  listed below"
        yield f"{row['kind'] or 'not understood':24}{numbers}{places}".rstrip()
    for one in report["warnings"]:
        places = _in_short(one["places"])
        yield f"warning: {one['reason']}" + (f" ({places})" if places else "")


def _in_short(places):
    return ", ".join(places[:3]) + (", …" if len(places) > 3 else "")


def _changed(row, change):
    return f"{change['file']}:{change['line']}: {row['kind']} {change['column']}"


def _short(value):
    return Truncator(" ".join(display(value).split())).chars(SHOWN)


def place_of(one: dict) -> str:
    """ "_config.yml:3" of a row of the report; the file alone of what is all of it."""
    return f"{one['file']}:{one['line']}" if one["line"] else one["file"]


def losses(report: dict, status: str) -> list[dict[str, str]]:
    """Place, key or text, and reason of what has that status."""
    return [
        {
            "place": place_of(one),
            "what": one.get("key") or one.get("text", ""),
            "why": one["reason"],
        }
        for one in (*report["files"], *report["keys"], *report["texts"])
        if one["status"] == status
    ]


def by_reason(some: list[dict[str, str]]) -> dict[str, list[dict[str, str]]]:
    reasons = defaultdict(list)
    for one in some:
        reasons[one["why"]].append(one)
    return reasons
