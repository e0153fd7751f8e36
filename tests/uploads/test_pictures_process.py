import io
import struct
import zlib

import pytest
from django.core.exceptions import ValidationError
from PIL import Image, ImageCms

from uploads.images import MAX_BYTES, process_upload


def encoded(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def red_left(size=(400, 200)):
    image = Image.new("RGB", size, "blue")
    image.paste("red", (0, 0, size[0] // 2, size[1]))
    return image


def processed(data):
    picture = process_upload(io.BytesIO(data))
    image = Image.open(io.BytesIO(picture.content))
    image.load()
    assert (picture.width, picture.height) == image.size
    return image


def refusal(data):
    with pytest.raises(ValidationError) as caught:
        process_upload(io.BytesIO(data))
    return " ".join(caught.value.messages)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
def test_picture_is_encoded_upright(kind):
    image = processed(encoded(red_left(), kind))
    assert image.format == "WEBP"
    assert image.size == (400, 200)


def test_a_phone_photo_is_upright_and_forgets_where():
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by 90 degrees clockwise to see it upright
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 51.0, 29.0), 3: "E", 4: (2.0, 17.0, 40.0)})
    image = processed(encoded(red_left(), "JPEG", exif=exif, comment=b"secret place"))
    assert image.size == (200, 400)
    red, _green, blue = image.convert("RGB").getpixel((100, 50))
    assert red > 200 > 50 > blue
    assert not image.getexif()
    assert not {"exif", "xmp", "icc_profile"} & image.info.keys()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_profile_and_xmp_go(kind):
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = encoded(
        red_left(), kind, icc_profile=profile, **({"xmp": b"<x/>"} if kind != "PNG" else {})
    )
    assert "icc_profile" in Image.open(io.BytesIO(data)).info
    assert not {"exif", "xmp", "icc_profile"} & processed(data).info.keys()


def test_a_large_one_shrinks_and_a_small_one_stays():
    assert processed(encoded(red_left((4000, 1000)), "JPEG")).size == (2000, 500)
    assert processed(encoded(red_left((40, 10)), "PNG")).size == (40, 10)
    assert processed(encoded(Image.new("L", (9000, 2)), "PNG")).size == (2000, 1)


def test_transparency_stays():
    image = processed(encoded(Image.new("RGBA", (8, 8), (255, 0, 0, 0)), "PNG"))
    assert image.mode == "RGBA"
    assert image.getpixel((4, 4))[3] == 0


def test_16_bit_grey_keeps_its_tone():
    grey = Image.new("I;16", (8, 8), 0x8000)
    assert 120 < processed(encoded(grey, "PNG")).convert("L").getpixel((4, 4)) < 136


def test_an_animation_is_its_first_frame():
    frames = [Image.new("RGB", (16, 16), colour) for colour in ("red", "blue")]
    image = processed(encoded(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    assert getattr(image, "n_frames", 1) == 1
    assert image.convert("RGB").getpixel((8, 8))[0] > 200


def test_svg_is_refused_by_name():
    svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'
    assert "SVG" in refusal(svg.encode())
    assert "SVG" in refusal(svg.encode("utf-16"))


def test_heic_is_refused_by_name():
    assert "JPEG" in refusal(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 100)


def test_other_formats_are_refused():
    for kind in ("TIFF", "BMP"):
        assert "JPEG, PNG, WebP or GIF" in refusal(encoded(red_left(), kind))
    assert "JPEG, PNG, WebP or GIF" in refusal(b"<!doctype html><script>1</script>")


def test_a_truncated_file_is_refused():
    noise = Image.effect_noise((200, 200), 50)
    for kind in ("PNG", "JPEG"):
        data = encoded(noise, kind)
        assert "damaged" in refusal(data[: len(data) // 2])


def test_a_bomb_is_refused_before_it_is_decoded():
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 9400, 9400, 8, 6, 0, 0, 0))
    assert "40 megapixels" in refusal(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IEND", b""))
    assert "24 megapixels" in refusal(encoded(Image.new("RGB", (5000, 5000)), "WEBP", method=0))


def test_nothing_is_refused():
    assert "empty" in refusal(b"")


def test_a_file_over_10_mb_is_refused():
    assert "10 MB" in refusal(b"\xff\xd8\xff" + b"\0" * MAX_BYTES)
