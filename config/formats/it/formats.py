"""Dates in Italian without the zero before a day: "5 marzo 2024"."""

DATE_FORMAT = "j F Y"
