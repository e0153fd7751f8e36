"""The keys of rows as they come with a request, before any database is asked for them."""


def is_id(value: str) -> bool:
    """As many digits as a database's largest id; int() takes more, and other scripts' digits."""
    return value.isascii() and value.isdigit() and len(value) < 19
