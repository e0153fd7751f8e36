"""The database of a backup: dumped as of one moment, made ready beside the live one, put in place.

SQLite is copied as a file, PostgreSQL by COPY in one REPEATABLE READ transaction: no other program
is needed, and writers go on meanwhile. Sessions are left out: a backup signs nobody in.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import FileField, Model

from profiles.data_policy import all_models, get_data_policy

MIGRATIONS = MigrationRecorder.Migration._meta.db_table
# For the lock of a live database, in seconds: an import of 100,000 entries takes 20.
LONGEST_WAIT, PAUSE = 60, 0.25


class DamagedError(Exception):
    """What is in the backup is no whole database."""


class Database:
    """Of the default connection; what SQLite and PostgreSQL do alike."""

    def check(self, migrations: list[tuple[str, str]], rows: dict[str, int] | None) -> None:
        """DamagedError where what is staged is not what was backed up: another's migrations, or
        another number of rows, where the backup says how many.
        """
        recorded = set(MigrationRecorder(connection).applied_migrations())
        if not migrations or recorded & set(MigrationLoader(None).disk_migrations) != {*migrations}:
            raise DamagedError("it is not the one that its list of migrations is of")
        with connection.cursor() as cursor:
            there = set(connection.introspection.table_names(cursor))
            for table, count in (rows or {}).items():
                if table not in there:
                    raise DamagedError(f"it has no table {table}")
                if _rows_of(cursor.execute, [table]) != {table: count}:
                    raise DamagedError(f"{table} has not the {count} rows that it had")

    def migrate(self) -> None:
        """Bring what is staged up to this code, and make sure that nothing of it is missing and
        its rows hold together. DamagedError.
        """
        call_command("migrate", verbosity=0, interactive=False, no_backup=True)
        connection.check_constraints()
        with connection.cursor() as cursor:
            there = set(connection.introspection.table_names(cursor))
            for model in all_models():
                table = model._meta.db_table
                needed = {field.column for field in model._meta.local_concrete_fields}
                columns = set(_columns_of(cursor, table)) if table in there else set()
                if missing := needed - columns:
                    raise DamagedError(f"{table} has no {', '.join(sorted(missing))}")

    @contextmanager
    def _connected(self, **settings) -> Iterator[None]:
        """Use the default connection with other settings for a while."""
        before = dict(connection.settings_dict)
        connection.close()
        connection.settings_dict.update(settings)
        try:
            yield
        finally:
            connection.close()
            connection.settings_dict.update(before)


def _models() -> list[type[Model]]:
    """Return the models as the database has them: before `migrate` they may have other tables and
    columns than today's.
    """
    loader = MigrationLoader(connection)
    applied = loader.disk_migrations.keys() & loader.applied_migrations.keys()
    if applied == loader.disk_migrations.keys():
        return all_models()
    return loader.project_state(list(applied)).apps.get_models(include_auto_created=True)


def _uploads_named(models, execute) -> set[str]:
    """Return the names of all uploads that rows name, read by `execute`."""
    names = set()
    for model in models:
        for field in model._meta.fields:
            if isinstance(field, FileField):
                table = model._meta.db_table
                rows = execute(f'SELECT DISTINCT "{field.column}" FROM "{table}"')  # noqa: S608 our own names
                names.update(value for (value,) in rows.fetchall() if value)
    return names


def _rows_of(execute, tables) -> dict[str, int]:
    counts = {}
    for table in sorted(tables):
        [[counts[table]]] = execute(f"SELECT count(*) FROM {_quoted(table)}").fetchall()  # noqa: S608
    return counts


def _columns_of(cursor, table):
    return [column.name for column in connection.introspection.get_table_description(cursor, table)]


class SQLite(Database):
    """What its methods promise, those of PostgreSQL do, too."""

    FILE = "vitae.sqlite3"

    def dump(self, folder: Path) -> tuple[dict, set[str], dict[str, int]]:
        """Write files into `folder`; returns what `staged` needs to know, as JSON, the names of
        uploads in the rows, and how many rows each table has.
        """
        with connection.cursor() as cursor:
            # Reads one state, and leaves out what was deleted: it stays in free pages for a while.
            cursor.execute("VACUUM INTO %s", [str(folder / self.FILE)])
        with closing(sqlite3.connect(folder / self.FILE)) as copy:
            copy.execute("PRAGMA secure_delete = ON")
            models = _models()
            with connection.cursor() as cursor:
                tables = _our_tables(cursor, models)
            for table in tables & _left_out():
                copy.execute(f"DELETE FROM {table}")  # noqa: S608
            copy.commit()
            return {}, _uploads_named(models, copy.execute), _rows_of(copy.execute, tables)

    @contextmanager
    def staged(self, folder: Path, details: dict, migrations: list[tuple[str, str]]):
        """The default connection leads to what `dump` wrote into `folder`."""
        with closing(sqlite3.connect(folder / self.FILE)) as copy:
            try:
                [report] = copy.execute("PRAGMA integrity_check(1)").fetchone()
            except sqlite3.DatabaseError as error:
                report = str(error)
            if report != "ok":
                raise DamagedError(report)
        with self._connected(NAME=str(folder / self.FILE)):
            yield

    def discard(self) -> None:
        """Leave nothing of what was staged: here it lies in the folder, which goes by itself."""

    def last_key(self, table: str) -> int:
        """The highest number that `table` has given to a row by itself; 0 where it gave none."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = %s", [table])
            return cursor.fetchone()[0] or 0

    def reserve_keys(self, table: str, last: int) -> None:
        """`table` goes on numbering after `last`, which is not lower than any number it gave."""
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])

    def replace(self, folder: Path, kept: Path) -> str:
        """Put what was staged in the place of the live one, at once; says where that is kept.

        SQLite's own copying: one transaction in the live file, whoever has it open.
        """
        live = Path(connection.settings_dict["NAME"])
        connection.close()
        if live.exists() and live.stat().st_size:
            kept.mkdir(exist_ok=True)
            try:
                _copy(live, kept / self.FILE)
            except OperationalError:
                raise
            except DatabaseError:  # so damaged that it is no database any more
                for path in (live, *(live.with_name(live.name + end) for end in ("-wal", "-shm"))):
                    with suppress(FileNotFoundError):
                        path.rename(kept / path.name)
        _copy(folder / self.FILE, live)
        return str(kept / self.FILE) if kept.exists() else ""


def _copy(source, target):
    tries = 0

    def wait(status, remaining, total):
        """Give up on a locked database, where SQLite would try for ever."""
        nonlocal tries
        tries += status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if tries > LONGEST_WAIT / PAUSE:
            raise OperationalError("another process keeps the database locked. Stop the site")

    with (
        connection.wrap_database_errors,
        closing(sqlite3.connect(source)) as of,
        closing(sqlite3.connect(target)) as to,
    ):
        of.backup(to, progress=wait, sleep=PAUSE)


class PostgreSQL(Database):
    STAGING = "vitae_restoring"

    def last_key(self, table):
        with connection.cursor() as cursor:
            [sequence] = connection.introspection.get_sequences(cursor, table)
            cursor.execute(f'SELECT last_value, is_called FROM "{sequence["name"]}"')  # noqa: S608
            last, is_called = cursor.fetchone()
            return last if is_called else 0

    def reserve_keys(self, table, last):
        with connection.cursor() as cursor:
            [sequence] = connection.introspection.get_sequences(cursor, table)
            cursor.execute("SELECT setval(%s, %s)", [f'"{sequence["name"]}"', last])

    def dump(self, folder):
        tables, sequences = {}, {}
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            models = _models()
            ours = _our_tables(cursor, models) - _left_out() - {MIGRATIONS}
            for table in ours:
                tables[table] = columns = _columns(cursor, table)
                with (
                    open(folder / table, "wb") as file,
                    cursor.copy(f"COPY {_listed(table, columns)} TO STDOUT") as rows,
                ):
                    file.writelines(rows)
                for row in connection.introspection.get_sequences(cursor, table):
                    cursor.execute(f'SELECT last_value, is_called FROM "{row["name"]}"')  # noqa: S608
                    sequences[table] = [row["column"], *cursor.fetchone()]
            details = {"tables": tables, "sequences": sequences}
            return details, _uploads_named(models, cursor.execute), _rows_of(cursor.execute, ours)

    @contextmanager
    def staged(self, folder, details, migrations):
        """In a schema of its own, made by the migrations that the backup knew."""
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {self.STAGING} CASCADE")
            cursor.execute(f"CREATE SCHEMA {self.STAGING}")
        options = connection.settings_dict["OPTIONS"]
        path = f"{options.get('options', '')} -c search_path={self.STAGING}".strip()
        try:
            with self._connected(OPTIONS=options | {"options": path}):
                executor = MigrationExecutor(connection)
                executor.migrate(_last_of_each_app(executor.loader.graph, set(migrations)))
                self._load(folder, **details)
                yield
        except BaseException:
            self.discard()
            raise

    def discard(self):
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {self.STAGING} CASCADE")

    def _load(self, folder, tables, sequences):
        with transaction.atomic(), connection.cursor() as cursor:
            made = set(connection.introspection.table_names(cursor)) - _left_out() - {MIGRATIONS}
            if made != set(tables):
                raise DamagedError(f"it has other tables: {', '.join(sorted(made ^ set(tables)))}")
            for table, columns in tables.items():
                if other := set(columns) ^ set(_columns(cursor, table)):
                    raise DamagedError(f"{table} has other columns: {', '.join(sorted(other))}")
            cursor.execute(f"TRUNCATE {', '.join(map(_quoted, tables))}")  # rows of migrations
            for table, columns in tables.items():
                with (
                    open(folder / table, "rb") as file,
                    cursor.copy(f"COPY {_listed(table, columns)} FROM STDIN") as rows,
                ):
                    while piece := file.read(2**16):
                        rows.write(piece)
            for table, (column, last, is_called) in sequences.items():
                sequence = "pg_get_serial_sequence(%s, %s)"
                values = [_quoted(table), column, last, is_called]
                cursor.execute(f"SELECT setval({sequence}, %s, %s)", values)

    def replace(self, folder, kept):
        """Tables change their schema with all that is theirs: indexes, sequences, constraints."""
        schema = kept.name.replace("-", "_").lower()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = %s", [f"{LONGEST_WAIT}s"])
            cursor.execute("SELECT current_schema()")
            [live] = cursor.fetchone()
            if old := _our_tables(cursor, _models()):
                cursor.execute(f"CREATE SCHEMA {schema}")
            for table in old:
                cursor.execute(f"ALTER TABLE {_quoted(table)} SET SCHEMA {schema}")
            cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [self.STAGING])
            for (table,) in cursor.fetchall():
                cursor.execute(
                    f"ALTER TABLE {self.STAGING}.{_quoted(table)} SET SCHEMA {_quoted(live)}"
                )
            cursor.execute(f"DROP SCHEMA {self.STAGING}")
        return f"the schema {schema} of the database" if old else ""


def _last_of_each_app(graph, migrations):
    """A plan takes a migration that another of its targets implies for one to go back to."""

    def is_last(key):
        following = {child.key for child in graph.node_map[key].children} & migrations
        return all(app != key[0] for app, _name in following)

    return list(filter(is_last, migrations))


def _left_out():
    """Tables whose rows no backup holds."""
    return {m._meta.db_table for m in all_models() if not get_data_policy(m).in_backup}


def _our_tables(cursor, models):
    there = set(connection.introspection.table_names(cursor))
    return there & {*(model._meta.db_table for model in models), MIGRATIONS}


def _columns(cursor, table):
    cursor.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()"
        " AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position",
        [table],
    )
    return [name for (name,) in cursor.fetchall()]


def _quoted(name):
    return connection.ops.quote_name(name)


def _listed(table, columns):
    return f"{_quoted(table)} ({', '.join(map(_quoted, columns))})"


def database() -> Database:
    """How the database that settings name is dumped and put back."""
    return {"sqlite": SQLite, "postgresql": PostgreSQL}[connection.vendor]()
