# ruff: noqa: S608 names of tables come from our own models
"""The index in SQLite: a table of words, and FTS5 over it. Works from SQLite 3.20 on."""

TABLES = [
    "CREATE TABLE search_index (id integer PRIMARY KEY, kind text NOT NULL,"
    " object_id integer NOT NULL, keys text NOT NULL, words text NOT NULL)",
    "CREATE UNIQUE INDEX search_object ON search_index (kind, object_id)",
    # The words come ready made: `ascii` parts them at blanks and leaves other scripts alone.
    "CREATE VIRTUAL TABLE search_words USING fts5(words, content='search_index',"
    " content_rowid='id', tokenize='ascii', detail=none, columnsize=0)",
    # Up to which row each table that grows has been read.
    "CREATE TABLE search_seen (origin text PRIMARY KEY, last integer NOT NULL)",
    "CREATE TRIGGER search_added AFTER INSERT ON search_index BEGIN"
    " INSERT INTO search_words (rowid, words) VALUES (NEW.id, NEW.words); END",
    "CREATE TRIGGER search_removed AFTER DELETE ON search_index BEGIN"
    " INSERT INTO search_words (search_words, rowid, words)"
    " VALUES ('delete', OLD.id, OLD.words); END",
]
# CROSS: the words first. The other way round, SQLite asks FTS5 anew for each row of the index.
MATCHING = (
    "SELECT search_index.object_id FROM search_words"
    " CROSS JOIN search_index ON search_index.id = search_words.rowid"
    " WHERE search_words MATCH %s AND search_index.kind = %s"
)
ALL, ANY = " AND ", " OR "
# An immediate transaction is the only writer already.
LOCK: list[str] = []


def word(text: str, *, is_beginning: bool) -> str:
    return f'"{text}"*' if is_beginning else f'"{text}"'


def forgetting(name: str, table: str, condition: str, *, grows: bool) -> list[str]:
    """What a changed or deleted {row} of `table` outdates, the index forgets by triggers.

    None for new rows: any trigger on INSERT, even one that does nothing, makes SQLite keep a
    journal of each statement, which made an import a tenth slower. `catch_up` looks for them.
    """
    forget = "DELETE FROM search_index WHERE {}; "
    old, new = (forget.format(condition.format(row=row)) for row in ("OLD", "NEW"))
    statements = [
        f'CREATE TRIGGER search_{name}_update AFTER UPDATE ON "{table}" BEGIN {old}{new}END',
        f'CREATE TRIGGER search_{name}_delete AFTER DELETE ON "{table}" BEGIN {old}END',
    ]
    if grows:
        statements.append(f"INSERT INTO search_seen VALUES ('{name}', 0)")
    return statements


def catch_up(cursor, name: str, table: str, condition: str) -> None:
    """Forgets what rows outdate that are new since the last time. Keys only grow here."""
    cursor.execute(
        f'SELECT last, (SELECT coalesce(max(id), 0) FROM "{table}") FROM search_seen'
        " WHERE origin = %s",
        [name],
    )
    ((last, highest),) = cursor.fetchall()
    if last == highest:
        return
    new = f'SELECT 1 FROM "{table}" AS new_row WHERE new_row.id > %s'
    cursor.execute(
        f"DELETE FROM search_index WHERE EXISTS ({new} AND {condition.format(row='new_row')})",
        [last],
    )
    cursor.execute("UPDATE search_seen SET last = %s WHERE origin = %s", [highest, name])


def remove(cursor) -> None:
    cursor.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'search!_%' ESCAPE '!'"
    )
    for (name,) in cursor.fetchall():
        cursor.execute(f'DROP TRIGGER "{name}"')
    for table in ("search_words", "search_index", "search_seen", "search_state"):
        cursor.execute(f"DROP TABLE IF EXISTS {table}")
