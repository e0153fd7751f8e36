#!/usr/bin/env python
"""Django's command line for Vitae. It reads the same environment as `make run`."""

import os
import sys


def main():
    """Runs a command of Django or of ours."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from profiles.storage_errors import describe_damage, storage_error

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Vitae cannot start: {error}")
    except Exception as error:
        if damage := describe_damage(error):
            sys.exit(damage)
        if problem := storage_error(error):
            again = "Once that is mended, run this again: it was not finished."
            sys.exit(f"{problem.text} ({error}) {again}")
        raise


if __name__ == "__main__":
    main()
