"""Names in Chinese, Japanese and Korean script."""

import re

HAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")


def leads_with_family(family: str) -> bool:
    """Whether the name is written family first and without a blank: 王小明."""
    return bool(HAN.search(family))
