"""How well pasted lines are read: every line of tests/data/cv_lines.txt beside what it says.

python -m tests.profiles.cv_corpus      the score by language and by kind, and what went wrong
"""

import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

CORPUS = Path(__file__).parents[1] / "data" / "cv_lines.txt"
RIGHT, PART, WRONG, UNMARKED = "right", "part right, marked", "wrong, marked", "wrong, not marked"
OUTCOMES = (RIGHT, PART, WRONG, UNMARKED)
# Between a degree and its subject, which are two boxes.
BETWEEN = {"in", "of", "en", "der", "di", "em", "de", "für", "the", "im"}


@dataclass
class Case:
    language: str
    section: str
    line: str
    wanted: dict[str, str]
    outcome: str = ""
    got: dict[str, str] = field(default_factory=dict)


def cases() -> list[Case]:
    """The lines of the corpus, not yet read."""
    found, language, section = [], "", ""
    for text in CORPUS.read_text(encoding="utf-8").splitlines():
        if text.startswith("@"):
            language, section = text[1:].split()
        elif text and not text.startswith("#"):
            line, what, where, when, *boxes = (part.strip() for part in f"{text} ".split("§"))
            wanted = {"what": what, "where": where, "when": when}
            wanted |= dict(box.split("=", 1) for box in boxes)
            found.append(Case(language, section, line, wanted))
    return found


def read(case: Case) -> Case:
    """The case with its outcome; `got` has the boxes that differ."""
    from profiles.items import KINDS
    from profiles.pasting import read_lines

    kind = KINDS[case.section]
    (row,), _left = read_lines(kind, case.line)
    first, second = kind.compact[:2]
    values = {name: str(value) for name, value in row.values.items()}
    what = f"{values.get(first, '')} {values.get('field_of_study', '')}"
    got = {name: values.get(name, "") for name in case.wanted}
    got |= {"what": what, "where": values.get(second, ""), "when": _when(kind, values)}
    case.got = {
        name: got[name]
        for name, text in case.wanted.items()
        if (got[name] != text if name == "when" else _plain(got[name]) != _plain(text))
    }
    is_part = any(name not in case.got for name in ("what", "where", "when"))
    marked = PART if is_part else WRONG
    case.outcome = RIGHT if not case.got else marked if row.doubts else UNMARKED
    return case


def _plain(text):
    """Without signs and the words between a degree and its subject, in any order."""
    words = re.findall(r"[^\W_]+|[$€£]", unicodedata.normalize("NFKC", text).casefold())
    return sorted(word for word in words if word not in BETWEEN)


def _when(kind, values):
    from profiles.dates import PartialDate, Periods

    last = kind.compact[-1]
    if isinstance(last, tuple):
        dates = [PartialDate.parse(values[name]) if name in values else None for name in last]
        return "/".join(date.edtf if date else "" for date in dates) if any(dates) else ""
    if last == "date":
        return PartialDate.parse(values[last]).edtf if last in values else ""
    periods = Periods.parse(values.get(last, ""))
    return ";".join("/".join(date.edtf for date in pair if date) for pair in periods)


def table(read_cases: list[Case], by: str) -> str:
    """Outcomes by language or section, a line for each."""
    counts = defaultdict(Counter)
    for case in read_cases:
        counts[getattr(case, by)][case.outcome] += 1
    rows = [f"{by:12}" + "".join(f"{outcome:>20}" for outcome in OUTCOMES)]
    for name, outcomes in sorted(counts.items()):
        rows.append(f"{name:12}" + "".join(f"{outcomes[outcome]:20}" for outcome in OUTCOMES))
    return "\n".join(rows)


def main() -> None:
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    done = [read(case) for case in cases()]
    print(table(done, "language"), table(done, "section"), sep="\n\n")
    for case in done:
        if case.got:
            print(f"\n{case.outcome}: {case.line}")
            print(*(f"  {name}: {text!r}" for name, text in case.got.items()), sep="\n")


if __name__ == "__main__":
    main()
