import io

from django.core.management import call_command


def run(*args):
    """What `manage.py demo ...` prints."""
    out = io.StringIO()
    call_command("demo", *args, stdout=out)
    return out.getvalue()
