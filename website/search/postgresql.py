# ruff: noqa: S608 names of tables come from our own models
"""The index in PostgreSQL: a table of words, and a GIN index over them as a tsvector.

It needs no extension and no right but to make tables and functions. The words come ready made,
so no text search configuration has a say in them.
"""

VECTOR = "array_to_tsvector(string_to_array(words, ' '))"
TABLES = [
    "CREATE TABLE search_index (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " kind text NOT NULL, object_id bigint NOT NULL, keys text NOT NULL, words text NOT NULL)",
    "CREATE UNIQUE INDEX search_object ON search_index (kind, object_id)",
    f"CREATE INDEX search_words ON search_index USING gin ({VECTOR})",
]
MATCHING = f"SELECT object_id FROM search_index WHERE {VECTOR} @@ %s::tsquery AND kind = %s"
ALL, ANY = " & ", " | "
# A trigger's DELETE asks for a lesser lock, and holds it to the end of its transaction: so whoever
# has changed a text has committed before it is read, and whoever comes later deletes what we write.
LOCK = ["SET LOCAL lock_timeout = '10s'", "LOCK TABLE search_index IN EXCLUSIVE MODE"]


def word(text: str, *, is_beginning: bool) -> str:
    return f"'{text}':*" if is_beginning else f"'{text}'"


def forgetting(name: str, table: str, condition: str, *, grows: bool) -> list[str]:
    """What a new, changed or deleted {row} of `table` outdates, the index forgets by a trigger.

    For new rows of every table: after a TRUNCATE their keys may be those of former rows.
    """
    old, new = (
        f"DELETE FROM search_index WHERE {condition.format(row=r)};" for r in ("OLD", "NEW")
    )
    function = f"search_forget_{name}"
    return [
        f"CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF TG_OP <> 'INSERT' THEN {old} END IF;"
        f" IF TG_OP <> 'DELETE' THEN {new} END IF;"
        " RETURN NULL; END $$",
        f'CREATE TRIGGER {function} AFTER INSERT OR UPDATE OR DELETE ON "{table}"'
        f" FOR EACH ROW EXECUTE FUNCTION {function}()",
    ]


def catch_up(cursor, name: str, table: str, condition: str) -> None:
    """Nothing to do: the triggers see new rows, too."""


def remove(cursor) -> None:
    cursor.execute(
        "SELECT proname FROM pg_proc WHERE proname LIKE 'search!_forget!_%%' ESCAPE '!'"
        " AND pg_function_is_visible(oid)",
        [],
    )
    for (name,) in cursor.fetchall():
        cursor.execute(f'DROP FUNCTION "{name}" CASCADE')
    for table in ("search_index", "search_state"):
        cursor.execute(f"DROP TABLE IF EXISTS {table}")
