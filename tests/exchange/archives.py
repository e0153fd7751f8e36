"""Moving between two installations, and what an archive holds."""

import io
import json
from contextlib import contextmanager
from hashlib import sha256
from zipfile import ZipFile, ZipInfo

from django.core.cache import caches
from django.core.management import call_command

from profiles.data_policy import archived_models


def export(file, *arguments):
    call_command("export_archive", str(file), *arguments, stdout=io.StringIO())
    return file


def restore(file, *arguments):
    """What it prints."""
    out = io.StringIO()
    call_command("import_archive", str(file), *arguments, stdout=out)
    return out.getvalue()


def move_to_an_empty_one(installation, folder):
    """From here on the process runs on another installation, as `migrate` leaves it."""
    installation.move_to(folder)
    installation.database.write_bytes(installation.empty)
    for cache in caches.all():
        cache.clear()


def counts():
    return {label: model._base_manager.count() for label, model in archived_models().items()}


def rows(file, label):
    with ZipFile(file) as archive:
        lines = archive.read(f"rows/{label}.jsonl").splitlines()
    return [json.loads(line) for line in lines]


def text(file):
    """All that it holds but uploads."""
    with ZipFile(file) as archive:
        names = [name for name in archive.namelist() if not name.startswith("files/")]
        return "\n".join(archive.read(name).decode() for name in names)


@contextmanager
def altered(file):
    """Its members, to be changed: {name: bytes}, and the manifest. Sizes and sums are put right."""
    with ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members.pop("archive.json"))
    yield members, manifest
    listed = {name: [len(data), sha256(data).hexdigest()] for name, data in members.items()}
    manifest = {"files": listed} | {k: v for k, v in manifest.items() if k != "files"}
    with ZipFile(file, "w") as archive:
        for name, data in members.items():
            archive.writestr(ZipInfo(name), data)
        archive.writestr("archive.json", json.dumps(manifest))


@contextmanager
def altered_row(file, label, place=0):
    """A row of it, to be changed."""
    with altered(file) as (members, _manifest):
        lines = members[f"rows/{label}.jsonl"].splitlines()
        row = json.loads(lines[place])
        yield row
        lines[place] = json.dumps(row).encode()
        members[f"rows/{label}.jsonl"] = b"\n".join(lines) + b"\n"
