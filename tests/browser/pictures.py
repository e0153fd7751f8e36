"""The pictures of README and docs, taken from the demo lab: `make pictures`.

They are true because nobody draws them: run it again after a change that they show.
"""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import QUIET, chromium_path
from tests.server import ROOT, serve

FOLDER = ROOT / "docs" / "images"
PASSWORD = "only-for-these-pictures"
WINDOW = {"width": 1200, "height": 800}
# File -> (who is signed in, path, what is clicked before the picture is taken).
PICTURES = {
    "page.webp": ("", "/emmy-noether/", ""),
    "list.webp": ("", "/robin-example/publications/", ""),
    "editor.webp": ("emmy-noether", "/admin/preview/emmy-noether/", "a.desk-edit"),
}


def take(page: Page, url: str, name: str) -> None:
    """Write one picture into FOLDER, as WebP, which is a quarter of a PNG."""
    account, path, clicked = PICTURES[name]
    if account:
        page.goto(f"{url}/admin/login/?next={path}")
        page.fill("[name=username]", account)
        page.fill("[name=password]", PASSWORD)
        page.click("[type=submit]")
    page.goto(f"{url}{path}", wait_until="networkidle")
    if clicked:
        page.locator(clicked).first.click()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)  # the form in its frame
    picture = Image.open(BytesIO(page.screenshot()))
    picture.convert("RGB").save(FOLDER / name, quality=82, method=6)


def main() -> None:
    """Start the demo lab in a folder of its own, look at it, and throw it away."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        variables = {"DATA": folder, "VITAE_ADMIN_PASSWORD": PASSWORD, "VITAE_LANGUAGES": "en"}
        collect = ["collectstatic", "--no-input", "-v0"]
        for command in (["migrate", "-v0"], collect, ["create_admin"], ["demo"]):
            manage = [sys.executable, "manage.py", *command]
            subprocess.run(manage, cwd=ROOT, env=os.environ | variables, check=True)
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=QUIET)
        with serve(Path(folder), VITAE_PLAIN_STATIC="0", VITAE_LANGUAGES="en") as server:
            for name in PICTURES:
                context = browser.new_context(viewport=WINDOW, color_scheme="light")
                take(context.new_page(), server.url, name)
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
