"""Slow connections to a running server, and whether it answers others meanwhile.

    .venv/bin/python benchmarks/slow_clients.py http://127.0.0.1:8000 [--connections 200]
        [--seconds 20] [--large /static/large.bin] [KIND ...]

Opens so many connections of each kind in turn, keeps them so long, and asks for /healthz all the
while. Prints the slowest answer, how many came too late, how many connections the server closed.
--large is the path of an answer that is larger than what the kernel keeps. Those of the last kind,
"searching", are not slow: each asks for one page after another that nobody asked for before.
"""

import argparse
import asyncio
import time
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import urlsplit

from measure import show

KINDS = ("silent", "headers", "body", "stalled", "chunked", "reading", "idle", "searching")
POST = "POST /admin/login/ HTTP/1.1\r\nHost: {host}\r\n"
# With half of a CSRF token: who has none is refused before the other half is looked for.
COOKIE = f"Cookie: csrftoken={'x' * 32}\r\n"
FORM = COOKIE + "Content-Type: application/x-www-form-urlencoded\r\n"
BEGINNINGS = {
    "silent": "",
    "headers": "GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: ",
    "body": POST + FORM + "Content-Length: 100000\r\n\r\n",
    "stalled": POST + FORM + "Content-Length: 100000\r\n\r\n",
    "chunked": POST + FORM + "Transfer-Encoding: chunked\r\n\r\n",
    "reading": "GET {large} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "idle": "GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n",
}
# What each kind sends once a second.
DRIPS = {"headers": b"x", "body": b"x", "chunked": b"1\r\nx\r\n"}


@dataclass
class Outcome:
    answers: list[float] = field(default_factory=list)  # seconds, for each /healthz
    failures: list[str] = field(default_factory=list)
    closed: int = 0

    @property
    def slowest(self) -> float:
        return max(self.answers, default=float("inf"))


async def attack(
    url: str,
    kind: str,
    connections: int,
    seconds: float,
    *,
    large: str = "/",
    drip: float = 1,
    pause: float = 0.1,
) -> Outcome:
    """`connections` slow ones of a `kind` for so many `seconds`; how /healthz was meanwhile.

    They send a byte every `drip` seconds; /healthz is asked for with a `pause` between.
    """
    parts, outcome = urlsplit(url), Outcome()
    address = (parts.hostname, parts.port)
    if kind == "searching":
        clients = [_search(address, parts.netloc, number) for number in range(connections)]
    else:
        beginning = BEGINNINGS[kind].format(host=parts.netloc, large=large).encode()
        one = (address, beginning, DRIPS.get(kind), drip)
        clients = [_slow(*one) for _number in range(connections)]
    slow = [asyncio.create_task(client) for client in clients]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        start = time.monotonic()
        try:
            is_there = await asyncio.wait_for(_get(address, parts.netloc, "/healthz"), 5)
            outcome.answers.append(time.monotonic() - start)
            if not is_there:
                outcome.failures.append("no 200")
        except (OSError, TimeoutError) as error:
            outcome.failures.append(repr(error))
        await asyncio.sleep(pause)
    outcome.closed = sum(task.done() for task in slow)
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    return outcome


async def _slow(address, beginning: bytes, drip: bytes | None, every: float) -> None:
    """Until the server closes the connection."""
    # A small window: of a large answer, the kernel takes little off the server's hands.
    reader, writer = await asyncio.open_connection(*address, limit=1024)
    try:
        writer.write(beginning)
        while drip:
            await asyncio.sleep(every)
            if reader.at_eof() or writer.is_closing():
                return
            writer.write(drip)
            await writer.drain()
        while await reader.read(512):
            await asyncio.sleep(every)
    finally:
        writer.close()


async def _search(address, host: str, number: int) -> None:
    for again in count():
        if not await _get(address, host, f"/search/?q={number}+{again}"):
            await asyncio.sleep(1)


async def _get(address, host: str, path: str) -> bool:
    """Whether the answer is a 200."""
    reader, writer = await asyncio.open_connection(*address)
    try:
        request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        writer.write(request.encode())
        return (await reader.read()).startswith(b"HTTP/1.1 200")
    finally:
        writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("url")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--large", default="/")
    options = parser.parse_intermixed_args()
    for kind in options.kinds or KINDS:
        outcome = asyncio.run(
            attack(options.url, kind, options.connections, options.seconds, large=options.large)
        )
        show(f"{kind}: /healthz at the slowest", outcome.slowest, "s")
        show(f"{kind}: /healthz without an answer", len(outcome.failures), bar=0)
        show(f"{kind}: connections closed", outcome.closed)


if __name__ == "__main__":
    main()
