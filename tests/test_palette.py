"""Every colour a text has, on every ground it stands on, by day and by night: WCAG's AA, computed.

Source: WCAG 2.2, relative luminance and contrast ratio, 1.4.3 and 1.4.11.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings

from profiles.themes import PAPER, Theme

SHEET = Path(settings.BASE_DIR, "static/css/site/tokens.css").read_text()
SWATCHES = Path(settings.BASE_DIR, "static/css/admin-look.css").read_text()
PAIR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
# A text's colour -> the grounds it is written on.
TEXTS = {
    "ink": ["paper", "surface", "accent-soft", "mark"],
    "muted": ["paper", "surface"],
    "accent": ["paper", "surface"],
    "accent-strong": ["paper", "surface", "accent-soft"],
    "warm": ["paper", "warm-soft"],
    "paper": ["accent", "accent-strong"],
}


def colours(selector):
    block = SHEET[SHEET.index(f"{selector} {{") :]
    return {name: pair for name, *pair in PAIR.findall(block[: block.index("}")])}


def palette(theme):
    own = {} if theme == Theme.HARBOUR else colours(f'[data-theme="{theme}"]')
    return colours(":root") | own


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed():
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54


@pytest.mark.parametrize("night", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("theme", Theme.values)
def test_every_text_can_be_read(theme, night):
    colour = {name: pair[night] for name, pair in palette(theme).items()}
    low = {
        (text, ground): round(contrast(colour[text], colour[ground]), 2)
        for text, grounds in TEXTS.items()
        for ground in grounds
        if contrast(colour[text], colour[ground]) < 4.5
    }
    assert not low


@pytest.mark.parametrize("theme", Theme.values)
def test_the_browsers_frame_is_painted_like_the_page(theme):
    assert list(PAPER[theme]) == palette(theme)["paper"]


@pytest.mark.parametrize("theme", Theme.values)
def test_the_swatch_in_the_admin_shows_the_same_colours(theme):
    swatch = SWATCHES[SWATCHES.index(f'[value="{theme}"]') :]
    for name in ("accent", "paper"):
        assert palette(theme)[name][0] in swatch[: swatch.index("}")]
