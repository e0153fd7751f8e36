"""The kinds of findings that need no paper."""

from website import checks
from website.checks import addresses, dates, reached, texts


def register_findings() -> None:
    for kind in (addresses.KIND, reached.KIND, dates.KIND, *texts.KINDS):
        checks.register(kind)
