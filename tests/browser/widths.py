"""Windows of a phone, a tablet and a desk."""

WIDTHS = [360, 768, 1440]


def at_each_width(page):
    """Yields the widths, the page as it stands being shown in a window so wide."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        yield width


def too_wide(page) -> list[int]:
    """The widths at which the page as it stands would scroll sideways."""
    scroll = "document.documentElement.scrollWidth"
    return [width for width in at_each_width(page) if page.evaluate(scroll) > width]
