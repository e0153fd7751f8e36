"""Markdown mixed with HTML and Liquid becomes Markdown that shows the same."""

import pytest

from exchange.site_import.markdown import to_line, to_markdown, to_words
from profiles.markup import render

BLOCKS = {
    "<p>I build <strong>bridges</strong>.</p>": "I build **bridges**.",
    "<p>\n  Two\n  lines<br/>and a break\n</p>": "Two lines  \nand a break",
    "<ul>\n<li>one</li>\n<li>two\n<ul><li>deep</li></ul></li>\n</ul>": "- one\n- two\n  - deep",
    "<ol><li>one</li><li>two</li></ol>": "1. one\n2. two",
    '<ol start="3"><li>three</li></ol>': "3. three",
    '<ol start="3" type="A"><li><p>Lind, <b>D. Ali</b></p></li></ol>': "C. Lind, **D. Ali**",
    '<ol type="A"><li>Lind</li><li>Ali</li></ol>': "1. Lind\n2. Ali",
    '<ol type="A" start="99999999999"><li>Lind</li></ol>': "99999999999. Lind",
    '<ol type="I"><li>Lind</li></ol>': "I. Lind",
    "<h2>Work &amp; life</h2>\n<p>Yes.</p>": "## Work & life\n\nYes.",
    "<blockquote><p>Said.</p></blockquote>": "> Said.",
    '<div align="center"><center>In the middle</center></div>': "In the middle",
    "<details><summary>More</summary><p>Inside.</p></details>": "**More**\n\nInside.",
    '<div><img src="/a b.png" alt="A map" class="x"></div>': "![A map](/a%20b.png)",
    '<p><img data-src="/late.png" src="/blank.png"></p>': "![](/late.png)",
    '<p><a href="/x_(y)" target="_blank">Paper</a></p>': "[Paper](</x_(y)>)",
    '<p><a href="/cv"><i class="fas fa-file"></i></a> Words</p>': "[file](/cv) Words",
    '<link rel="stylesheet" href="a.css">\n\nWords': "Words",
    "We have \\\\(x_t\\\\).": "We have \\(x_t\\).",
    '<p><a href="#"><i class="fas fa-cog"></i></a> Words</p>': "Words",
    'Kelp. <a href="javascript:void(0);" onclick="more()">\nRead more\n</a> Reefs.': (
        "Kelp. \n\n Reefs."
    ),
    "## Kelp\n\n|---|:-:|\n| a | b |": "## Kelp\n| | |\n|---|:-:|\n| a | b |",
    '[<i class="ai ai-google-scholar-square ai-2x"></i>](/cv) <i class="fas fa-x"></i>Words': (
        "[google scholar](/cv) Words"
    ),
    "<p>x*y and a_b_c and _d_</p>": "x\\*y and a_b_c and \\_d\\_",
    "<p>where $a_1 * b_2 * c$ holds</p>": "where $a_1 * b_2 * c$ holds",
    "<p>a <u>line</u>, H<sub>2</sub>O, <kbd>Esc</kbd></p>": (
        "a <u>line</u>, H<sub>2</sub>O, <kbd>Esc</kbd>"
    ),
    "<p><strong>Note:</strong>yes</p>": "<strong>Note:</strong>yes",
    "<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>3</td></tr></table>": (
        "| A | B |\n| --- | --- |\n| 1\\|2 | 3 |"
    ),
    "<table><tr><td><ul><li>a</li></ul></td><td>b</td></tr></table>": "- a\n\nb",
    '<pre><code class="language-py">a &lt; b\n*c*</code></pre>': "```py\na < b\n*c*\n```",
    '<div markdown="1">\n**bold** here\n</div>': "**bold** here",
    "<p>1</p>\nplain *text*\n<p>2</p>": "1\n\nplain *text*\n\n2",
    "<hr />": "---",
    "<p>Forgotten:<li>one</li><li>two</li></p>": "Forgotten:\n- one\n- two",
    "<p>One.<br><br>Two.</p>": "One.\n\nTwo.",
    "<video controls><source src='a.mp4'></video>": "[Video](a.mp4)",
}

LINES = {
    '<span style="color: red"> **W**</span>**elcome!**': " **Welcome!**",
    'a <span style="color: red">red</span> word': "a red word",
    '<a href="https://x.example/?a=1" target="_blank">x</a>': '<a href="https://x.example/?a=1">x</a>',
    "<a name='here'></a>Text": "Text",
    'see <i class="fas fa-star"></i>here': "see here",
    '<b class="x">b</b> <strike>no</strike> <ins>new</ins>': "<b>b</b> <del>no</del> <u>new</u>",
    'a ![p](x.png) <img src="y.png" alt="q">': "a ![p](x.png) ![q](y.png)",
    "the <code>os.path</code> module": "the `os.path` module",
    "before <!-- **not** [this](x) --> after": "before  after",
    '[x](https://x.example){:target="_blank"}': "[x](https://x.example)",
    "# Title {#id}\n{: .no_toc}\n": "# Title",
}

UNTOUCHED = [
    "**Bold** and *[a link](https://x.example)* and accessable",
    "[..]((https://x.example))",
    "[text][] and [^1]\n\n[^1]: A note with <u>a line</u>.\n\n[text]: /x",
    "a <del>word</del>, x<sup>2</sup>, <https://x.example>, <me@x.example>",
    "vector<int> and <Your Name>",
    "```html\n<div>{{ '/x' | relative_url }}</div>\n```",
    "a `<div>` and `{{ page.url }}`",
    "Text:\n\n    <div>code</div>\n\nmore",
    "$a < b$ and $$c > \\{: d\\}$$",
    "* one\n    * <b>two</b>\n\n1. three",
    "\\[ [Paper](https://x.example/p) \\| [Slides](https://x.example/s) \\]",
    "NEWS\n======\n- \n## Experience",
]

LIQUID = {
    "[cv]({{ '/files/cv.pdf' | relative_url }})": "[cv](/files/cv.pdf)",
    '[cv]({{ "files/cv.pdf" | absolute_url }})': "[cv](/files/cv.pdf)",
    "[cv]({{ site.baseurl }}/cv/)": "[cv](/cv/)",
    "[cv]({{site.url}}{{site.baseurl}}/cv/)": "[cv](/cv/)",
    "{% include base_path %}\nHello": "Hello",
    "[post]({% post_url 2020-01-02-tea %})": "[post](/_posts/2020-01-02-tea.md)",
    "[page]({% link _pages/tea.md %})": "[page](/_pages/tea.md)",
    "{% highlight python %}\na < b\n{% endhighlight %}": "```python\na < b\n```",
    '{% include figure.liquid path="assets/img/tea.png" alt="Tea" %}': "![Tea](assets/img/tea.png)",
    '{% include figure image_path="/tea.png"\n alt="Tea" %}': "![Tea](/tea.png)",
    "{% comment %}no{% endcomment %}yes": "yes",
    "Done :tada: :rocket: at 10:sun:20, `:tada:`": "Done 🎉 🚀 at 10:sun:20, `:tada:`",
    "<div><img src=\"{{ 'assets/x.png' | relative_url }}\"></div>": "![](/assets/x.png)",
}


@pytest.mark.parametrize(("text", "expected"), [*BLOCKS.items(), *LINES.items(), *LIQUID.items()])
def test_it_becomes_markdown(text, expected):
    assert to_markdown(text) == (expected, [])


@pytest.mark.parametrize("text", UNTOUCHED)
def test_what_is_markdown_already_stays(text):
    assert to_markdown(text) == (text, [])


@pytest.mark.parametrize("text", BLOCKS)
def test_and_our_markup_shows_no_tag_as_text(text):
    assert "&lt;" not in render(to_markdown(text)[0]).replace("a &lt; b", "")


def test_other_liquid_is_left_out_and_reported_by_line():
    text = "# {{ page.x }}\n\nOne {{DNA}} {{ page.z }}\n\n"
    text += "{% for post in site.posts %}\n{{ post.title }}\n{% endfor %}\n"
    text += "{% if page.y %}Two{% endif %}{% include z.html %}"
    markdown, problems = to_markdown(text, line=11)
    assert markdown == "One {{DNA}} \n\nTwo"
    assert [(p.line, p.text) for p in problems] == [
        (11, "# {{ page.x }}"),
        (13, "{{ page.z }}"),
        (15, "{% for post in site.posts %}"),
        (18, "{% if page.y %}"),
        (18, "{% endif %}"),
        (18, "{% include z.html %}"),
    ]


def test_an_emoji_that_nobody_knows_is_left_out_and_reported():
    markdown, problems = to_markdown("One\nfrom :romania: here, `:romania:`", line=4)
    assert markdown == "One\nfrom  here, `:romania:`"
    assert [(p.line, p.text) for p in problems] == [(5, ":romania:")]


def test_scripts_styles_and_frames_are_left_out_and_reported():
    text = "Hello\n<script>alert(1)</script>\n<style>p {}</style>\n<iframe src='//x'></iframe>you"
    markdown, problems = to_markdown(text)
    assert markdown.split() == ["Hello", "you"]
    assert [p.line for p in problems] == [2, 3, 4]


@pytest.mark.parametrize(
    "hostile",
    ["<div>" * 50_000 + "words", "<div>" * 4_000 + "words", "<p>" + "<a '\"" * 20_000 + "words"],
)
def test_html_without_end_is_kept_as_words(hostile):
    markdown, problems = to_markdown(hostile)
    assert markdown.endswith("words")
    assert problems or "<a" in markdown


def test_a_field_of_one_line():
    title = '🎉 One paper <span style="color:red">accepted</span>\n at <b>Tea</b>!'
    assert to_line(title)[0] == "🎉 One paper accepted at <b>Tea</b>!"
    assert to_words("Tea<br/>Lab <!-- old -->&amp; <i>Co</i>") == "Tea Lab & Co"
