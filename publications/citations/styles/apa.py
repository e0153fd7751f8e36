"""APA, 7th edition. The case of titles is the author's."""

from publications.citations.styles.work import (
    Work,
    bracketed,
    italic,
    joined,
    name_list,
    prefixed,
    sentences,
    title_case,
)

FULL_DATE = {"webpage", "document"}
DESCRIBED = {"software": "Computer software", "dataset": "Dataset"}


def reference(work: Work) -> str:
    editors = work.people("editor")
    lead = _listed(work.people("author"), et_al=work.et_al)
    if editors and not lead:
        lead = f"{_listed(editors)} {_label(editors)}"
    within = _is_serial(work) or work["container-title"]
    title = work.title if within else italic(work.title)
    title = joined(" ", title, _in_brackets(work), _described(work))
    first = [lead, _date(work), title] if lead else [title, _date(work)]
    address = work.url
    if work.accessed and not (work.doi or work.year):
        # Of what has no date, the day it was seen.
        address = f"Retrieved {work.accessed_on}, from {work.url}"
    return joined(" ", sentences(*first, *_source(work)), address)


def _listed(persons, *, et_al=False):
    names = [p.inverted(p.initials) for p in persons]
    if len(names) > 20:
        return f"{', '.join(names[:19])}, … {names[-1]}"
    return name_list(names, et_al=et_al, word="&", always=True)


def _label(editors):
    return "(Eds.)." if len(editors) > 1 else "(Ed.)."


def _date(work):
    year = f"ca. {work.year}" if work.is_about else work.year
    # A talk is a paper in no volume that anybody has told of.
    in_volume = any(work.item.get(name) for name in ("editor", "issue", "page", "volume"))
    is_talk = work.type == "paper-conference" and not in_volume
    day = work.month_and_day if is_talk or work.type in FULL_DATE else ""
    return bracketed(joined(", ", year or "n.d.", day))


def _is_serial(work):
    return work.type == "article-journal" or (
        work.type == "paper-conference" and not work.item.get("editor")
    )


def _in_brackets(work):
    """ "(A. Ada, Trans.; 3rd ed., Vol. 1)": editors of a whole, where they do not lead, too."""
    editors = [] if work["container-title"] else work.people("editor")
    translators, parts = work.people("translator"), []
    if editors and work.people("author"):
        parts.append(f"{_straight(editors)}, {_label(editors)[1:-2]}")
    if translators:
        parts.append(f"{_straight(translators)}, Trans.")
    numbers = work.type in ("book", "pamphlet") and joined(", ", _volume(work), _number(work))
    return bracketed(joined("; ", *parts, numbers or _item_number(work)))


def _straight(persons):
    return name_list([p.straight(p.initials) for p in persons], word="&")


def _volume(work):
    return joined(", ", work.edition, prefixed("Vol.", work["volume"]))


def _number(work):
    return prefixed("No.", work["number"])


def _item_number(work):
    if work.type == "patent":
        return prefixed("Patent", _number(work)) or "Patent"
    if work.type == "report":
        named = prefixed(title_case(work["genre"]), work["number"])
        series = joined(" ", work["collection-title"], work["collection-number"])
        return joined(", ", series, named if work["genre"] and work["number"] else _number(work))
    if work.type == "thesis":
        return prefixed("Publication", _number(work))
    version = prefixed("Version", work["version"])
    return joined(", ", version, work["number"] if work.type == "article" else _number(work))


def _described(work):
    described = DESCRIBED.get(work.type, "")
    if work.type == "thesis":
        described = joined(", ", work["genre"], work["publisher"] if _is_online(work) else "")
    elif work.type == "report" and not work["number"]:
        described = work["genre"]
    elif work.type == "manuscript" and not (work.url or work["container-title"]):
        described = "Unpublished manuscript"
    return bracketed(described, "[]")


def _is_online(work):
    return bool(work["genre"] and work.url)


def _source(work):
    """Where it appeared, and who brought it out."""
    if _is_serial(work):
        volume = joined("", italic(work["volume"]), bracketed(work["issue"]))
        series = work["collection-title"]
        return [joined(", ", italic(work["container-title"]), series, volume, work["page"])]
    published = "" if work.type == "thesis" and _is_online(work) else work["publisher"]
    if work.type == "webpage":
        return [work["container-title"] or published]
    return [_whole(work), published]


def _whole(work):
    if not work["container-title"]:
        return ""
    editors = work.people("editor")
    by = f"{_straight(editors)} {_label(editors)[:-1]}" if editors else ""
    inside = joined(", ", _volume(work), work.pages)
    whole = joined(" ", italic(work["container-title"]), bracketed(inside))
    return f"In {joined(', ', by, whole)}"
