"""Code blocks in colour."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template

from profiles.markup import render
from profiles.markup.parser import CLASSES, LEXERS, MAX_CODE
from profiles.markup.sanitiser import sanitise


def test_python_code_is_highlighted():
    assert render('```python\ndef f(x):  # <b>\n    return "a" + 1\n```') == (
        '<pre tabindex="0"><code class="language-python"><span class="hl-k">def</span> '
        '<span class="hl-f">f</span>(x):  <span class="hl-c"># &lt;b&gt;</span>\n'
        '    <span class="hl-k">return</span> <span class="hl-s">"a"</span> + '
        '<span class="hl-n">1</span>\n</code></pre>\n'
    )


@pytest.mark.parametrize("language", ["", "nothing", "<script>", "text", "python\u0000"])
def test_an_unknown_language_is_plain(language):
    assert "hl-" not in render(f"```{language}\nif x: return 1\n```")


def test_every_language_is_known():
    for language in sorted(LEXERS):
        html = render(f'```{language}\nif x "a" 1 # end\n```')
        assert "if" in re.sub("<[^>]*>", "", html), language


@pytest.mark.parametrize(
    "code",
    ["x = 1\n" * (MAX_CODE // 6 + 1), "\n" * 200, "(" * 150, "a b " * 150, "begin\n" * 120],
)
def test_what_would_take_long_is_plain(code):
    html = render(f"```c\nint x;\n{code}\n```")
    assert "hl-" not in html
    assert "int x;" in html


def test_rulers_and_indents_are_no_reason():
    assert "hl-" in render(f"```c\n/* {'-' * 80} */\n{' ' * 60}int x;\n```")


def test_its_words_are_all_there():
    code = "#include <a.h>\r\nint main() { return 'a' + \"&amp;\"; } // é中\t\n\n"
    html = render(f"```c\n{code}```")
    assert "&amp;amp;" in html
    assert "é中" in html


def test_every_class_has_its_colour():
    sheet = (Path(__file__).resolve().parents[2] / "static/css/code.css").read_text()
    assert {f"hl-{name}" for name in CLASSES.values()} == set(re.findall(r"hl-\w+", sheet))
    for name in CLASSES.values():
        assert sanitise(f'<span class="hl-{name}">x</span>') == f'<span class="hl-{name}">x</span>'


@pytest.mark.parametrize(("text", "sheets"), [("```c\nint x;\n```", 1), ("`int x;`", 0)])
def test_only_texts_with_code_ask_for_its_sheet(text, sheets):
    page = Template("{% load profiles %}{{ body|markdown }}").render(Context({"body": text}))
    assert page.count('<link rel="stylesheet" href="/static/css/code.css">') == sheets
