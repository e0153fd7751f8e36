"""What an index of titles holds: in SQL, and what a search in it asks for."""

from django.db import connection, models

KEY_LENGTH = 200


class TitleKey(models.Func):
    """What titles are looked up by when papers are matched, as SQL that an index can hold.

    Of a title in letters, digits and SIGNS what normalise_title makes of it, at most KEY_LENGTH;
    of any other a "~", with its first three where they are letters or digits: see title_keys.
    """

    # No parameters: an index is only used by an expression in the same words. More signs would be
    # more than SQLite's parser nests.
    SIGNS = (*" ,.:;!?()&/", '"', "''", "-")  # as SQL quotes them
    UNUSUAL = f"[^A-Za-z0-9{''.join(SIGNS)}]"
    arity = 1
    output_field = models.TextField()

    def as_sql(self, compiler, connection, **context):
        key = "lower(%(expressions)s)"
        for sign in self.SIGNS:
            key = f"replace({key}, '{sign}', '')"
        template = (
            f"(CASE WHEN NOT %(expressions)s GLOB '*{self.UNUSUAL}*' "
            f"THEN substr({key}, 1, {KEY_LENGTH}) "
            "WHEN %(expressions)s GLOB '[A-Za-z0-9][A-Za-z0-9][A-Za-z0-9]*' "
            "THEN '~' || lower(substr(%(expressions)s, 1, 3)) ELSE '~' END)"
        )
        return super().as_sql(compiler, connection, template=template, **context)

    def as_postgresql(self, compiler, connection, **context):
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # lower() would go by the database's language
        signs = f"'{letters}{''.join(self.SIGNS)}', '{letters.lower()}'"
        template = (
            f"(CASE WHEN NOT %(expressions)s ~ '{self.UNUSUAL}' COLLATE \"C\" "
            f"THEN left(translate(%(expressions)s, {signs}), {KEY_LENGTH}) "
            "WHEN %(expressions)s ~ '^[A-Za-z0-9]{3}' COLLATE \"C\" "
            f"THEN '~' || translate(left(%(expressions)s, 3), {signs}) ELSE '~' END)"
        )
        return super().as_sql(compiler, connection, template=template, **context)


class TitleStart(models.Func):
    """What a list by title is sorted by: PostgreSQL's indexes hold no long text.

    No parameters, as above.
    """

    template = f"substr(%(expressions)s, 1, {KEY_LENGTH})"
    arity = 1
    output_field = models.TextField()


def title_keys(normalised: str) -> set[str]:
    """What the TitleKey of a title may be that normalise_title makes this of."""
    return {normalised[:KEY_LENGTH], "~", f"~{normalised[:3]}"}


def is_unusual_key() -> models.Q:
    """Of rows with a TitleKey as their `key`: that it begins with "~". Nothing is behind that in
    SQLite's index; PostgreSQL's is in the order of the database's language, so it looks twice.
    """
    is_behind = models.Q(key__gte="~")
    if connection.vendor == "postgresql":
        return is_behind & models.Q(key__startswith="~")
    return is_behind
