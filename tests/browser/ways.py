"""The ways to work a page: a mouse, a finger on a phone, the keyboard alone, no JavaScript.

A story of tests/browser is told once, to a Way; each counts what it takes.
"""

from contextlib import nullcontext
from io import BytesIO

from PIL import Image

MOST_TABS = 250
SAVE, SUCCESS = "[name=_save]", ".messagelist .success"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
# Whether the focus is at the element, or at one of its group of radio buttons: Tab stops at one of
# them alone. Whether the stop lies in the window, and something is drawn around it, its label or
# its list; in a frame, it is not looked for.
STOP = """element => {
  const stop = document.activeElement;
  const around = ['label', '.select2-selection'].map((name) => stop.closest(name));
  const drawn = [stop, ...around].find((one) => {
    const {outlineStyle, outlineWidth, boxShadow} = one ? getComputedStyle(one) : {};
    return one && ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none');
  });
  const {top, bottom, height} = (drawn ?? stop).getBoundingClientRect();
  return {
    there: stop === element || (element.type === 'radio' && stop.name === element.name),
    seen: stop.matches('body, iframe') || (drawn && height > 0 && bottom > 0 && top < innerHeight),
    html: stop.outerHTML.slice(0, 200),
  };
}"""


def picture(colour="#246"):
    file = BytesIO()
    Image.new("RGB", (400, 400), colour).save(file, "PNG")
    return {"name": "me.png", "mimeType": "image/png", "buffer": file.getvalue()}


class Mouse:
    """A page whose documents, clicks and typed fields are counted.

    What a form leads back to is no further page: pages are addresses, documents all loads.
    """

    counts = "clicks"
    # How many pages finding something takes.
    search_pages = 0

    def __init__(self, page):
        self.page, self.loads, self.clicks, self.typed = page, [], 0, 0
        page.on("framenavigated", self._loaded)

    def _loaded(self, frame):
        if frame is self.page.main_frame:
            self.loads.append(frame.url.partition("#")[0].partition("?")[0])

    @property
    def pages(self):
        return set(self.loads)

    def print_counts(self):
        documents = len(self.loads)
        print(
            f"{type(self).__name__.lower()}: pages {len(self.pages)} ({documents} documents), "
            f"{self.counts} {self.clicks}, typed fields {self.typed}"
        )

    def click(self, element, *, leads=False):
        """`element` is a selector or a locator; `leads` to another document."""
        element = self.page.locator(element) if isinstance(element, str) else element
        with self.page.expect_navigation() if leads else nullcontext():
            self._press(element)

    def _press(self, element):
        self.clicks += 1
        element.click()

    def save(self, answer=SUCCESS):
        self.click(SAVE, leads=True)
        self.page.wait_for_selector(answer)

    def type(self, selector, text):
        self.typed += 1
        self.page.fill(selector, text)

    def choose(self, selector, value):
        self.clicks += 1
        self.page.select_option(selector, value)

    def upload(self, selector, file):
        self.clicks += 1
        self.page.set_input_files(selector, file)

    def go(self, words):
        """By Ctrl+K; the click is the one on its button."""
        self.click("[data-palette]")
        self.page.keyboard.type(words)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def menu(self, name):
        link = self.page.locator("#menu").get_by_role("link", name=name, exact=True)
        self.click(link, leads=True)

    def place(self, row, place):
        """As the first, second, ... of its list."""
        while row.evaluate("row => [...row.parentElement.children].indexOf(row) + 1") > place:
            self.click(row.locator(".order-up"))


class Finger(Mouse):
    """On a phone: every page is as wide as its window."""

    def _press(self, element):
        assert self.page.evaluate("document.documentElement.scrollWidth") <= 390, self.page.url
        self.clicks += 1
        element.tap()

    def menu(self, name):
        """What stands beside this page in its place is at hand; the rest is in the menu."""
        beside = self.page.locator(".siblings").get_by_role("link", name=name, exact=True)
        if beside.is_visible():
            return self.click(beside, leads=True)
        self.click(".menu-button")
        return super().menu(name)


class Keyboard(Mouse):
    """No click at all, and every stop on the way is seen. What counts are presses of keys."""

    counts = "keys"

    def press(self, key):
        self.clicks += 1
        self.page.keyboard.press(key)

    def tab_to(self, element):
        for _time in range(MOST_TABS):
            stop = element.evaluate(STOP)
            assert stop["seen"], stop
            if stop["there"]:
                return
            self.press("Tab")
        raise AssertionError(f"{MOST_TABS} times Tab did not lead to {element}")

    def _press(self, element):
        self.tab_to(element)
        kind = element.get_attribute("type")
        if kind == "radio":
            while not element.is_checked():
                self.press("ArrowDown")
        else:
            self.press("Space" if kind == "checkbox" else "Enter")

    def type(self, selector, text):
        self.typed += 1
        self.tab_to(self.page.locator(selector))
        self.page.keyboard.insert_text(text)

    def choose(self, selector, value):
        box = self.page.locator(selector)
        self.tab_to(box)
        label = box.locator(f"option[value='{value}']").inner_text()
        self.page.keyboard.type(label)
        assert box.input_value() == value

    def upload(self, selector, file):
        box = self.page.locator(selector)
        self.tab_to(box)
        with self.page.expect_file_chooser() as chooser:
            self.press("Space")
        chooser.value.set_files(file)

    def go(self, words):
        self.press("Control+k")
        self.page.wait_for_selector("#palette[open]")
        self.page.keyboard.type(words)
        with self.page.expect_navigation():
            self.press("Enter")


class Plain(Mouse):
    """Without JavaScript."""

    search_pages = 1

    def go(self, words):
        self.click("[data-palette]", leads=True)
        self.type("#search-q", words)
        self.click("main button[type=submit]", leads=True)
        self.click(self.page.locator(".palette-results a").first, leads=True)

    def place(self, row, place):
        self.typed += 1
        row.locator("[type=number]").fill(str(place))


# Each with the fixture of its page.
WAYS = {Mouse: "page", Finger: "phone", Keyboard: "page", Plain: "plain"}
