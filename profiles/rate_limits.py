"""How often something may be done within a time, counted by all processes of the machine together.

What is counted lies in the cache “counts”: files below DATA, or with CACHE_URL the server there.
Without them nothing is counted, and nothing refused. Two requests of one moment may count as one.
"""

import time
from contextlib import suppress
from datetime import timedelta

from django.core.cache import caches
from django.utils.crypto import salted_hmac


def allowed(what: str, who: str, *, times: int, within: timedelta, count: int = 1) -> bool:
    """Note that `who` does `what`, `count` times; False, and not noted, where that is too often.

    `who` may be an address: only its keyed hash is kept.
    """
    key = f"{what}:{salted_hmac(__name__, who, algorithm='sha256').hexdigest()}"
    now = time.time()
    with suppress(OSError):  # a full disk
        known = caches["counts"].get(key) or []
        recent = [at for at in known if at > now - within.total_seconds()]
        if len(recent) + count > times:
            return False
        caches["counts"].set(key, recent + count * [now], within.total_seconds())
    return True
