"""Columns of a PDF, copied one after the other: first all the dates, then all they belong to."""

from itertools import groupby

from profiles.pasting.text import LABEL


def paired_columns(parts: list) -> list[list]:
    """Each date with its text, in order; [] where the lines are no such columns.

    Either column may be the first; several pages may stand below each other.
    """
    runs = [list(run) for _is, run in groupby(parts, lambda part: part.date == "alone")]
    are_dates = [run[0].date == "alone" for run in runs]
    if len(runs) % 2 or not any(
        is_date and len(run) > 1 for is_date, run in zip(are_dates, runs, strict=True)
    ):
        return []
    found = []
    for first, second in zip(runs[::2], runs[1::2], strict=True):
        dates, texts = (first, second) if are_dates[0] else (second, first)
        blocks = _blocks(texts, len(dates))
        if not blocks or any(part.date for part in texts):
            return []
        found += [[date, *block] for date, block in zip(dates, blocks, strict=True)]
    return found


def _blocks(texts, count):
    """So many entries: each line, what stands between empty lines, what says what one was, or what
    stands below the end of a sentence.
    """
    numbers = range(len(texts))
    ends = [n for n in numbers if n == 0 or texts[n - 1].text.rstrip().endswith((".", ";"))]
    ends = [n for n in ends if not (LABEL.match(texts[n].text) or texts[n].is_labelled)]
    told = [n for n in numbers if texts[n].has_what]
    for starts in (
        list(numbers),
        [n for n in numbers if n == 0 or texts[n].after_blank],
        told,
        ends,
        sorted({*told, *ends}),
    ):
        if len(starts) == count and starts[0] == 0:
            return [texts[n:end] for n, end in zip(starts, [*starts[1:], None], strict=True)]
    return []
