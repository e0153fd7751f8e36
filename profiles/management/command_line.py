"""What commands share: whom a slug names, files that stand whole or not at all, Ctrl-C."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import BinaryIO

from django.core.management.base import CommandError

from profiles.models import Researcher


def find_researcher(slug: str) -> Researcher:
    """Drafts, too: it is the operator who names them. CommandError, with addresses like it."""
    researcher = Researcher.objects.filter(slug=slug).first()
    if researcher is not None:
        return researcher
    slugs = sorted(Researcher.objects.values_list("slug", flat=True))
    close = get_close_matches(slug.lower(), slugs, n=3, cutoff=0.5)
    hint = f"There are {', '.join(slugs[:10])}{', …' if len(slugs) > 10 else ''}."
    if close:
        hint = f"Did you mean {' or '.join(close)}?"
    elif not slugs:
        hint = 'There is none yet: create_researcher "Given Family" makes one.'
    raise CommandError(f"No researcher has the address “{slug}”. {hint}", returncode=1)


@contextmanager
def whole_file(path: Path, *, overwrite: bool) -> Iterator[BinaryIO]:
    """A file to be written in a folder of its own; at the end it stands under its name, for its
    owner alone (mode 0600). CommandError where it cannot, and then nothing is there.
    """
    if path.is_dir():
        raise CommandError(f"{path} is a folder. Name a file in it.", returncode=1)
    if path.exists() and not overwrite:
        text = f"{path} is there already. Name another, or add --force."
        raise CommandError(text, returncode=1)
    with writing(path), TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as work:
        with NamedTemporaryFile(dir=work, delete=False) as part:
            yield part
            part.flush()
            os.fsync(part.fileno())
        os.replace(part.name, path)


@contextmanager
def stopping(outcome: str) -> Iterator[None]:
    """Ctrl-C becomes a CommandError of one line that ends with `outcome`, with the exit code that
    shells have for it. Also a decorator.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise CommandError(f"Stopped. {outcome}", returncode=130) from None


@contextmanager
def writing(name: object) -> Iterator[None]:
    """CommandError in place of what the system says while `name` is written."""
    try:
        yield
    except OSError as error:
        text = f"{name} cannot be written: {error.strerror or error}."
        raise CommandError(text, returncode=1) from error


def progress(stderr, word: str) -> Callable[[int, int | None], None]:
    """Shows on a terminal how far it is: (done, of how many or None) -> nothing."""
    if not stderr.isatty():
        return lambda done, total: None

    def show(done, total):
        end = "\n" if done == total else ""
        of = "" if total is None else f" of {total}"
        stderr.write(f"\r{word} {done}{of} ", ending=end)
        stderr.flush()

    return show
