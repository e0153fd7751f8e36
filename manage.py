#!/usr/bin/env python
"""Django's command line for Vitae. It reads the same environment as `make run`."""

import os
import sys


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Vitae cannot start: {error}")


if __name__ == "__main__":
    main()
