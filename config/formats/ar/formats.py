"""Dates in Arabic without a comma before the year, as in any other language."""

DATE_FORMAT = "j F Y"
