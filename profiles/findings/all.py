"""The kinds of findings that need no paper."""

from profiles import findings
from profiles.findings import addresses, dates, reached, texts


def register_findings() -> None:
    for kind in (addresses.KIND, reached.KIND, dates.KIND, *texts.KINDS):
        findings.register(kind)
