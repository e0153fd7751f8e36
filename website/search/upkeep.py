"""When the index is made and filled: after `migrate`, after a save, after a command."""

import sys

from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models.signals import m2m_changed, post_migrate, post_save, pre_migrate

from website.search import index
from website.search.kinds import registry


def connect(sender) -> None:
    """To be called once every kind is registered. `sender`: the app that migrates."""
    pre_migrate.connect(before_migrating, sender=sender)
    post_migrate.connect(after_migrating, sender=sender)
    for kind in registry.values():
        for origin in kind.origins:
            post_save.connect(fill_after_commit, sender=origin.model)
            m2m_changed.connect(fill_after_commit, sender=origin.model)


def before_migrating(using, plan, **kwargs):
    if plan:
        index.remove(using)


def after_migrating(using, **kwargs):
    index.refresh(using)


def fill_after_commit(using="default", **kwargs) -> None:
    """Once for each transaction, however many rows it saves. A failure harms no save.

    What writes by the thousand sends no signals: it calls index.fill() itself.
    """
    waiting = transaction.get_connection(using).run_on_commit
    if not any(call is index.fill for _savepoints, call, _robust in waiting):
        transaction.on_commit(index.fill, using=using, robust=True)


# The exit code of a command that did what it could.
PARTLY_DONE = 2


class IndexingCommand(BaseCommand):
    """Fills the index once the command is done and has told so, also where it exits with a 2.

    call_command() does not: what it saves in bulk is filled in by whoever calls it.
    """

    def run_from_argv(self, argv):
        try:
            super().run_from_argv(argv)
        except SystemExit as end:
            if end.code == PARTLY_DONE:
                index.fill(progress=tell_indexed)
            raise
        index.fill(progress=tell_indexed)


def tell_indexed(done: int) -> None:
    """Progress, on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\rSearch index: {done} texts ")
        sys.stderr.flush()
