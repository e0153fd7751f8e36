"""The shared collection of hostile uploads: every file is refused politely or stored clean."""

import importlib.util
import io
import subprocess
import sys
from functools import cache

import pytest
from django.core.exceptions import ValidationError
from PIL import Image

from uploads.images import MASTER_SIDE, process_upload

PEAK = """
import resource, sys
from uploads.images import process_upload
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
process_upload(open(sys.argv[1], "rb"))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@cache
def load(path):
    spec = importlib.util.spec_from_file_location("hostile_images", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.cases())


@pytest.fixture
def cases(shared):
    return load(shared / "attacks" / "hostile_images.py")


@cache
def outcome(data):
    """The stored bytes, or None where it was refused; any other exception fails the test."""
    try:
        return process_upload(io.BytesIO(data)).content
    except ValidationError:
        return None


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
def test_hostile_uploads_are_refused_or_cleaned(cases):
    assert len(cases) >= 99
    wrong = [
        (name, why)
        for name, _upload, _type, want, _markers, why, data in cases
        if want != "either" and (outcome(data) is None) != (want == "reject")
    ]
    assert wrong == []


def test_only_pixels_get_through(cases):
    for name, _upload, _type, _want, markers, _why, data in cases:
        content = outcome(data)
        if content is None:
            continue
        assert not any(marker.encode() in content for marker in markers), name
        stored = Image.open(io.BytesIO(content))
        stored.load()
        assert stored.format == "WEBP", name
        assert max(stored.size) <= MASTER_SIDE, name
        assert not {"exif", "xmp", "icc_profile"} & stored.info.keys(), name
        # RIFF states its own length: nothing trails behind it.
        assert int.from_bytes(content[4:8], "little") + 8 == len(content), name


@pytest.mark.parametrize("size", [(7700, 5190), (6000, 4000)])
def test_memory_stays_small(tmp_path, size):
    """The largest pictures that are taken; in a process of its own, so that its peak is theirs."""
    path = tmp_path / "large"
    kind = "PNG" if size[0] > 7000 else "WEBP"
    Image.new("RGBA", size, (255, 0, 0, 9)).save(path, kind, method=0)
    peak = subprocess.run(
        [sys.executable, "-c", PEAK, path], capture_output=True, text=True, check=True
    )
    assert int(peak.stdout) < 400 * 1024  # KiB
