"""Draws emblems, which stand in for portraits, and covers: `python -m tests.demo.draw`.

An emblem shows what its scientist is known for, in a tint on the accent of their page's theme; a
cover has the same two colours the other way round.
"""

from itertools import pairwise
from math import cos, pi, sin, tau

from PIL import Image, ImageDraw, ImageOps

from tests.layout import ROOT

FOLDER = ROOT / "website/demo/pictures"
SIDE, COVER = (480, 480), (480, 320)  # pixels
FINE = 4  # drawn so many times larger, and made smaller, for smooth edges
LINE = 9
HARBOUR, INDIGO, GARNET = ("#17566b", "#e4f1f4"), ("#3a45a8", "#eceefb"), ("#98243b", "#fbecee")
MOSS, GRAPHITE = ("#33652e", "#ebf4e6"), ("#333333", "#f2f2f2")
# Imaginary parts of the first zeros of Riemann's zeta function.
ZEROS = (14.13, 21.02, 25.01, 30.42, 32.94, 37.59, 40.92, 43.33, 48.01, 49.77)


class Canvas:
    """A picture of this size in units, with the middle at (0, 0), y upwards."""

    def __init__(self, colours, size=SIDE):
        self.ground, self.ink = colours
        self.size = size
        self.image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), self.ground)
        self.pen = ImageDraw.Draw(self.image)

    def _at(self, x, y):
        return (self.size[0] / 2 + x) * FINE, (self.size[1] / 2 - y) * FINE

    def line(self, points, width=LINE, ink=""):
        self.pen.line([self._at(*p) for p in points], ink or self.ink, width * FINE, "curve")
        for x, y in (points[0], points[-1]):
            self.dot(x, y, width / 2, ink)

    def dot(self, x, y, radius, ink=""):
        self.pen.ellipse(
            [*self._at(x - radius, y + radius), *self._at(x + radius, y - radius)], ink or self.ink
        )

    def box(self, x, y, width, height, ink="", radius=0):
        corners = [*self._at(x, y + height), *self._at(x + width, y)]
        self.pen.rounded_rectangle(corners, radius * FINE, ink or self.ink)

    def shape(self, points, ink=""):
        self.pen.polygon([self._at(*p) for p in points], ink or self.ink)

    def save(self, name):
        small = self.image.resize(self.size, Image.Resampling.LANCZOS)
        small.quantize(16).save(FOLDER / f"{name}.png", optimize=True)


def arc(x, y, radius, start=0.0, end=tau, squeeze=1.0):
    angles = [start + (end - start) * n / 90 for n in range(91)]
    return [(x + radius * cos(a), y + squeeze * radius * sin(a)) for a in angles]


def lovelace():
    canvas = Canvas(GARNET)
    canvas.box(-115, -165, 230, 330, radius=12)
    for row, byte in enumerate(b"NOTE G"):
        for place in range(8):
            is_hole = byte >> (7 - place) & 1
            canvas.dot(-87 + 25 * place, 125 - 50 * row, 9 if is_hole else 2.5, canvas.ground)
    canvas.save("emblem-lovelace")


def noether():
    canvas = Canvas(MOSS)
    for angle in (pi / 2, pi * 7 / 6, pi * 11 / 6):
        canvas.line(arc(72 * cos(angle), 72 * sin(angle) - 14, 108), 13)
    canvas.save("emblem-noether")


def hardy():
    canvas = Canvas(GRAPHITE)
    for x in (-95, 95):
        for n in range(13):
            canvas.line([(x, -188 + 30 * n), (x, -176 + 30 * n)], 6)
    canvas.line([(0, -188), (0, 188)], 5)
    for height in ZEROS:
        canvas.dot(0, -245 + 8.4 * height, 13)
    canvas.save("emblem-hardy")


def ramanujan():
    canvas = Canvas(GARNET)
    for row, length in enumerate((5, 3, 2, 1, 1)):
        for place in range(length):
            canvas.box(-145 + 60 * place, 95 - 60 * row, 50, 50, radius=6)
    canvas.save("emblem-ramanujan")


def wu():
    canvas = Canvas(INDIGO)
    turns = [n / 100 * tau * 2.25 for n in range(101)]
    for side in (-1, 1):
        spiral = [(side * (105 + 8 * t * cos(t)), 8 * t * sin(t)) for t in turns]
        canvas.line(spiral, 11)
    for n in range(11):
        canvas.line([(0, -165 + 32 * n), (0, -152 + 32 * n)], 5)
    canvas.save("emblem-wu")


def lee():
    canvas = Canvas(INDIGO)
    for x, angles in ((-95, (0.36, -0.36)), (95, (0.5, 0.0, -0.5))):
        canvas.line([(x, -165), (x, -20)], 11)
        canvas.dot(x, -20, 17)
        for angle in angles:
            end = (x + 175 * sin(angle), -20 + 175 * cos(angle))
            canvas.line([(x, -20), end], 8)
            canvas.dot(*end, 11)
    canvas.save("emblem-lee")


def turing():
    colours = HARBOUR
    with Image.open(FOLDER / "turing-pattern.png") as pattern:
        grey = pattern.convert("L").crop((140, 100, 460, 420)).resize(SIDE)
    image = ImageOps.colorize(ImageOps.autocontrast(grey), *colours)
    image.quantize(16).save(FOLDER / "emblem-turing.png", optimize=True)


def shannon():
    canvas = Canvas(GRAPHITE)

    def wave(x):
        return 85 * sin(x / 41) + 40 * sin(x / 17 + 1)

    canvas.line([(-185, 0), (185, 0)], 4)
    canvas.line([(x, wave(x)) for x in range(-185, 186, 2)], 7)
    for x in range(-175, 176, 35):
        canvas.line([(x, 0), (x, wave(x))], 4)
        canvas.dot(x, wave(x), 11)
    canvas.save("emblem-shannon")


def hopper():
    canvas = Canvas(MOSS)
    for side in (-1, 1):
        fore = [(14, 78), (110, 85), (200, 30), (150, -20), (14, 12)]
        hind = [(14, 2), (120, -30), (135, -85), (85, -120), (14, -60)]
        for wing in (fore, hind):
            canvas.shape([(side * x, y) for x, y in wing])
        canvas.dot(side * 125, 38, 15, canvas.ground)
        canvas.dot(side * 85, -70, 11, canvas.ground)
        canvas.line([(side * 4, 92), (side * 22, 128), (side * 60, 138)], 5)
    canvas.line([(0, 88), (0, -110)], 34, canvas.ground)
    canvas.line([(0, 88), (0, -110)], 20)
    canvas.save("emblem-hopper")


def example():
    canvas = Canvas(HARBOUR)
    for n in range(14):
        start = tau * n / 14
        canvas.line(arc(0, 75, 70, start, start + 0.28), 9)
    for n in range(9):
        start = pi * n / 9 + 0.06
        canvas.line(arc(0, -172, 150, start, start + 0.22), 9)
    canvas.save("emblem-example")


def channel():
    """Shannon's scheme of 1948: a source, a transmitter, a noisy channel, a receiver, an end."""
    canvas = Canvas(GRAPHITE[::-1], COVER)
    boxes = [(-220, 62), (-122, 62), (-18, 36), (60, 62), (158, 62)]
    for (x, width), (end, _width) in pairwise(boxes):
        canvas.line([(x + width, 30), (end - 8, 30)], 4)
        canvas.shape([(end - 2, 30), (end - 16, 38), (end - 16, 22)])
    for x, width in boxes:
        canvas.box(x, 30 - width / 2, width, width, radius=4)
    canvas.line([(0, -55), (0, -5)], 4)
    canvas.shape([(0, 10), (-8, -4), (8, -4)])
    noise = [(x, -85 + 28 * sin(x * x / 37) * cos(x / 9)) for x in range(-60, 61, 3)]
    canvas.line(noise, 4)
    canvas.save("channel")


def tide():
    canvas = Canvas(HARBOUR[::-1], COVER)
    for row in range(5):
        wave = [(x, 80 - 44 * row + 20 * sin(x / 45 + row * 0.9)) for x in range(-240, 241, 2)]
        canvas.line(wave, 3 + row)
        for x, y in wave[14 + 9 * row :: 46]:
            canvas.dot(x, y, 9)
    canvas.save("tide")


def probes():
    canvas = Canvas(HARBOUR[::-1], COVER)
    for place, height in enumerate((60, 74, 58, 190, 66, 80, 62, 70)):
        canvas.box(-196 + 50 * place, -110, 34, height, radius=4)
    canvas.line([(-205, -125), (205, -125)], 4)
    canvas.line(arc(-29, 80, 42), 7, GARNET[0])
    canvas.line([(0, 50), (38, 12)], 12, GARNET[0])
    canvas.save("probes")


def nowhere():
    """The arms of a university that is nowhere in particular: a compass without a north."""
    canvas = Canvas(HARBOUR[::-1], (160, 160))
    canvas.line(arc(0, 0, 66), 9)
    for turn in range(4):
        angle = tau * turn / 4 + 0.4
        tip = (48 * cos(angle), 48 * sin(angle))
        sides = [(14 * cos(angle + side), 14 * sin(angle + side)) for side in (0.9, -0.9)]
        canvas.shape([tip, *sides])
    canvas.save("logo-nowhere")


if __name__ == "__main__":
    emblems = (lovelace, noether, hardy, ramanujan, wu, lee, turing, shannon, hopper, example)
    for draw in (*emblems, channel, tide, probes, nowhere):
        draw()
