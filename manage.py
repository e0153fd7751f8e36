#!/usr/bin/env python
"""Django's command line for Vitae. It reads the same environment as `make run`."""

import os
import platform
import sys


def main():
    """Runs a command of Django or of ours."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from profiles.disk import describe_damage, describe_missing, storage_error

    try:
        if sys.argv[1:] == ["version"]:  # Django's own command, which none of ours can replace
            python = platform.python_version()
            print(f"Vitae {settings.VERSION} (Django {django.get_version()}, Python {python})")
        else:
            execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Vitae cannot start: {error}")
    except KeyboardInterrupt:
        print(f"\nStopped: {' '.join(sys.argv[1:2])} did not finish.", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        if reason := describe_damage(error) or describe_missing(error):
            sys.exit(reason)
        if problem := storage_error(error):
            again = "Once that is mended, run this again: it was not finished."
            sys.exit(f"{problem.text} ({error}) {again}")
        raise


if __name__ == "__main__":
    main()
