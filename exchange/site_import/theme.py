"""What of a site is the theme's and not its owner's: files, and demo content left in place.

People fork a theme and write over its examples, often in part: a real talk keeps the file name and
the description of the demo, a real homepage the theme's guide below it. So nothing is judged by the
name of a file alone, and each title, value and paragraph for itself, by how it begins.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext_lazy

from exchange.site_import.tree import Document, Items, Mapping, Tree

DEMO = gettext_lazy("demo content of the theme")
PART = gettext_lazy("part of the theme")
SETTING = gettext_lazy("a setting of the theme or of Jekyll")
FOOT = gettext_lazy("the foot of the pages is the lab's")
NO_CATEGORY = gettext_lazy("projects here have no categories")
NO_TAGS = gettext_lazy("pages here have no tags and no categories")
LIST = gettext_lazy("a list that is made here by itself")


def _any(*patterns: str) -> re.Pattern:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.I)


# --- Files --------------------------------------------------------------------------------------

# Folders and files of the three themes, of Jekyll and of the tools around them.
THEME_FILES = _any(
    r"_(?:includes|layouts|plugins|sass|scripts|styles)/",
    r"\.(?:agents|circleci|claude|devcontainer|dev|docker|github|husky|idea|vscode)/",
    r"(?:bin|lighthouse_results|node_modules|readme_preview|talkmap|test|tests)/",
    r"docs/(?:analytics|boundaries|contributing|customize|faq|install|quickstart|readme|seo"
    r"|troubleshooting)\.md$",
    r"assets/(?:css|fonts|js|libs|plotly|webfonts)/",
    r"(?:css|js|fonts|stylesheets)/",
    r"_data/(?:comments/|ui-text\.yml$|theme(?:s)?\.yml$|featured_plugins\.yml$)",
    r"_config\.dev\.yml$|_config_docker\.yml$",
    # At the root alone.
    r"[^/]*(?:docker|license|licence|copying|readme)[^/]*$",
    r"(?:gemfile|rakefile|makefile|manifest|package(?:-lock)?\.json|requirements[^/]*\.txt)[^/]*$",
    r"(?:agents|accessibility|analytics|changelog|claude|code_of_conduct|contributing|customize"
    r"|faq|gemini|install|maintenance|quickstart|security|seo|troubleshooting)\.md$",
    r"(?:robots\.txt|(?:purgecss|prettier|eslint|postcss)[^/]*|staticman\.yml)$",
    r"(?:service-worker|sw)\.js$|[^/]*\.(?:gemspec|ipynb|py|sh|webmanifest)$",
    r"(?:assets/)?feed[^/]*\.xml$|[^/]*sitemap[^/]*\.xml$|_?talkmap[^/]*$",
    # Anywhere.
    r"(?:.*/)?(?:\.[^/]*|favicon[^/]*|apple-touch-icon[^/]*|android-chrome-[^/]*|mstile-[^/]*"
    r"|browserconfig\.xml|[^/]*\.webmanifest|thumbs\.db)$",
    r"markdown_generator/[^/]*\.(?:py|ipynb|sh|md)$",
    # Pictures that the demo shows.
    r"images/(?:500x300\.png|editing-talk\.png|bio-photo(?:-2)?\.jpg|foo-bar-identity[^/]*"
    r"|image-alignment-[^/]*|paragraph-[^/]*|site-logo\.png|manifest\.json"
    r"|mistakes-docs[^/]*|unsplash-gallery[^/]*|themes/[^/]*)$",
    r"assets/images/(?:empty_300x200\.png|covers/cover[123]\.jpg|etc/(?:cat\d|tim_the_beaver)[^/]*"
    r"|badges/(?:MIT_Social_circle|PKU_red)\.png)$",
    r"assets/(?:bibliography/|html/relativity|audio/epicaly-short|img/(?:al-folio-preview|code-wraith|\d+-\d+)|json/table_data"
    r"|jupyter/blog\.ipynb|pdf/example_pdf|video/(?:tutorial_al_folio|pexels))[^/]*",
)


def leave_out_theme(tree: Tree) -> None:
    """Files of the theme and of tools that nobody read; call it when all else is read."""
    for path in tree.files:
        if path not in tree.used and THEME_FILES.match(path):
            tree.leave_out(path, PART)


# --- Demo content -------------------------------------------------------------------------------

# Each of academicpages, al-folio, academic-homepage and HugoBlox, in this order.
DEMO_TITLES = _any(
    r"title|paper title number \d.*|.*on relevant topic in your field|teaching experience \d",
    r"portfolio item number \d|(?:future )?blog post(?: number \d)?|draft post|page not in menu",
    r"archive layout with content|academic ?pages is a ready-to-fork .*",
    r"a simple inline announcement.*|a long announcement with details|a distill-style blog post",
    r"a post with [a-z., -]{3,40}|a post that (?:redirects to another page|can be cited)",
    r"displaying (?:beautiful tables with bootstrap tables|external posts on your al-folio blog)",
    r"this is the title of the blog post|publication without cover image|lorem ipsum.*",
    r"pharetra massa massa .*|(?:convallis a cras )?semper auctor neque vitae .*",
    r"scientists discover new species of bioluminescent fish .*|ai-powered robot chef wins .*",
    r"first human settlement established on mars.*|virtual reality theme park opens.*",
    r"ai transforms music industry.*",
    r"an example (?:journal article|conference paper|preprint / working paper)",
    r"example (?:talk|event|project|page \d|\d)(?:: .*)?|(?:in|ex)ternal project|slides",
    r"\W{0,8}welcome to (?:wowchemy|hugo ?blox(?: builder)?|academic), the website \w+ for hugo",
    r"academic: the website (?:designer|builder|framework) for hugo|introducing hugo blox.*",
    r"writing technical content in (?:markdown|academic)|display jupyter notebooks with academic",
    r"\W{0,8}communicate your results effectively with the best data visualizations",
    r"\W{0,8}(?:teach academic courses|manage your projects|mindmap your ideas)|nelson bighetti",
    r"\W{0,8}(?:turn|blog with) jupyter notebooks.*",
    r"\W{0,8}sharpen your thinking with a second brain|\W{0,8}join the? hugo ?blox.*",
    r"\W{0,8}easily create your own simple yet highly customizable blog|learn javascript",
    r"create beautiful presentations with markdown|supercharge your research workflow.*",
    r"(?:.{0,3}build your own|hugo blox kit).{0,60}like this|hello r markdown|吳恩達",
)
DEMO_VALUES = _any(
    r"your (?:sidebar )?name(?: / site title)?|your name's academic portfolio|name2? name2?",
    r"red brick university|short biography for the left-hand sidebar.*|earth|none@example\.org",
    r"city, country|university 1, department.*|journal 1|github journal of bugs|github university",
    r"(?:https?://(?:github\.com/)?)?academicpages(?:/academicpages)?(?:\.github\.io(?:/.*)?)?",
    r"https?://scholar\.google\.com/citations\?user=(?:PS_CX0|qc6CJjY|xFmQpf4)AAAAJ",
    r"(?:qc6CJjY|xFmQpf4)AAAAJ|https?://orcid\.org/yourorcidurl|.*pubmed/\?term=john\+snow",
    r"this paper is about (?:the number \d|fixing template issue).*|your name, you\. .*",
    r"short description of portfolio item number \d.*|https?://name2?\.com|name2?@name2?\.com",
    r"(?:ph\.?d|m\.s|b\.s)\.? in (?:version control theory|jekyll|github)\b.*",
    r"(?:supervisor: )?(?:the users|professor (?:git|hub))|(?:sub-)?skill \d(?:\.\d)?",
    r"(?:duties included: )?(?:rejecting|updates and improvements to|merging) .*pull requests.*",
    r"currently signed in to 43 different slack teams",
    r"(?:with|a project with a) background image(?: and giscus comments)?|this is another project",
    r"a project that redirects to another website|another without an image|a project with no image",
    r"a growing collection of your cool projects\.?|materials for courses you taught\..*",
    r"edit the `?_data/repositories\.yml`? and change .*|albert einstein|prof\. (?:example|data)",
    r"albert@einstein\.de",
    r"this is a description of the page\. you can modify it .*",
    r"<a href=(?:'#'|\"#\")>affiliations</a>\. address\..*|you@example\.com",
    r"a simple,? whitespace theme for academics.*|you can even add a little note about .*",
    r"(?:<p>)?(?:555 your office number|123 your address street|your city, state 12345)(?:</p>)?",
    r"your@email\.com|your_(?:github|twitter)_id|your-linked-in-id|title or position",
    r"affiliation name|https?://www\.google\.com/\?q=.*|some other name|award name \d",
    r"a quick brown fox jumps over .*",
    r"massachusetts institute of technology, sep\. 2024 - present|photo by .* on unsplash.*",
    r"peking university, sep\. 2019 - jul\. 2021",
    r"nelson bighetti.*|professor of artificial intelligence|test@example\.org|gen(?:x|coin)",
    r"(?:phd|meng|bsc)(?: in)? artificial intelligence|university x|https://example\.(?:org|com)/?",
    r"formulated informed blockchain models, hypotheses reports, and .*|academic theme conference",
    r"object-oriented programming in r: s3 and r6 course|blockchain fundamentals",
    r"neural networks and deep learning|450 serra mall|https://twitter\.com/georgecushen",
    r"https://(?:x|twitter|github)\.com/(?:GeorgeCushen|gcushen|wowchemy|hugoblox)(?:/.*)?",
    r"wowchemy conference|hugo ?blox (?:builder )?(?:conference|showcase)",
)
# Of tables: co-authors and venues of Einstein's.
DEMO_KEYS = {"adams", "podolsky", "rosen", "bach", "przibram", "schrödinger", "lorentz", "planck"}
DEMO_KEYS |= {"schrodinger", "ajp", "physrev"}
# How paragraphs begin. From one of the first kind on, all that follows is the theme's.
DEMO_GUIDES = _any(
    r"this is the front page of a website that is powered by|a data-driven personal website",
    r"locations of key files|a variety of common markup showing how|this is a sample blog post",
    r"monocle ipsum|this is a page not in the menu|this post will show up by default",
    r"the privacy of my visitors is extremely important|write your biography here",
    r"announcements and news can be much longer than|for now, this page is assumed to be a static",
    r"welcome to showcase!|disable showcase page\?|a list of all the posts and pages found on",
    r"al-folio v1\.x is a starter with plugin",
    r"click (?:on )?the (?:\*?slides\*?|\*?cite\*?) button above to (?:view the|demo|import)",
    r"create your slides in markdown - click the",
    r"(?:hugo blox|wowchemy|academic) is designed to give technical content creators",
    r"nelson bighetti is a professor of|this site is generated by hugo ?blox",
    r"generated by (?:hugo blox|wowchemy)|flexible and powerful data analysis / manipulation lib",
    r"an open source machine learning framework that accelerates|scikit-learn is a python module",
    r"are you ready to (?:level up|take your)|create a beautifully simple website",
    r"simply import your publications from bibtex|pytorch is a python package that provides",
    r"sorry, but the page you were trying to view|looks like there has been a mistake\. nothing",
)
DEMO_PARAGRAPHS = _any(
    r"this is a description of (?:a|your|one of your) (?:talk|tutorial|conference|teaching)",
    r"(?:heading \d|aren't headings cool\?|headings are cool|you can have many headings)[ =-]*$",
    r"a bicolor cat is a cat with|there are various patterns of a bicolou?r cat\.",
    r"this is an item in your portfolio|this paper is about (?:the number \d|fixing template)",
    r"the contents above will be part of a list of publications|use google scholar for full cit",
    r"recommended citation: your name|(?:monocle|lorem) ipsum|put your address / p\.o\. box",
    r"link to your social media connections|every project has a beautiful feature showcase",
    r"to give your project a background|layout: page title: project description:",
    r"caption photos easily\.|this image can also have a caption|you can also put regular text bet",
    r"the code is simple\. just wrap your images|you can also have artistically styled 2/3",
    r"a simple inline announcement|this page displays a collection of courses with detailed sched",
)
# Of "Lorem ipsum": paragraphs of these words, whichever they begin with.
LOREM = """
    ac aliquam amet ante arcu at augue bibendum commodo condimentum consectetur cras curabitur diam
    dignissim dolor donec dui efficitur egestas eget eleifend elementum elit enim erat eros est et
    eu euismod ex facilisis felis fermentum finibus fringilla id imperdiet in ipsum justo lacinia
    lacus libero ligula lorem magna malesuada massa mauris metus mi mollis morbi nam nec neque nibh
    nisi nisl non nulla nullam nunc odio orci pellentesque pharetra placerat porta porttitor
    praesent proin pulvinar purus quam quis risus sagittis sapien scelerisque sed sem semper sit
    sodales sollicitudin suscipit suspendisse tellus tempor tempus tincidunt tortor tristique turpis
    ullamcorper ultrices urna ut vehicula vel velit vestibulum vitae vivamus volutpat vulputate
"""
LOREM_WORDS = frozenset(LOREM.split())
DEMO_PICTURES = re.compile(r'title="example image"|/images/500x300\.png')
# Cards of academic-homepage, which are mostly pictures.
DEMO_CARDS = _any(
    r"images/etc/(?:cat\d|tim_the_beaver)|badges/(?:PKU_red|MIT_Social_circle)\.png",
    r"repos=luost26/academic-homepage|site\.data\.profile\.(?:education|portrait_url)",
    r"recommended to use lazyload|picsum\.photos/seed/|\$a\^2 \+ b\^2 = c\^2\$",
    r"images\.unsplash\.com/photo-(?:1497473376897|1536070800722)",
)
# Folders of files that are known by their text.
TEXTS = ("_pages/", "_posts/", "_drafts/", "_showcase/", "_news/", "_books/", "_teachings/")
TEXTS += ("content/",)
TAG, LIQUID = re.compile(r"<[^<>]*>"), re.compile(r"\{[%{][^{}]*[%}]\}")
MARKS = re.compile(r"^[\s#>*+-]+(?=[^\s-])|[\[\]_*`]|\((?:https?:|/)[^()\s]*\)")
HEADING = re.compile(r"^ {0,3}#+ .*$|^.+\n[=-]{3,}[ \t]*$|<h[1-6][^<>]*>[^<>]*</h[1-6]>", re.M)
WORDS = re.compile(r"\w")
FENCE = re.compile(r"^[ \t]*[`~]{3,}\w*", re.M)


def is_demo(text: str) -> bool:
    """A title, a name, an address or a line of a CV as the theme had it."""
    line = " ".join(text[:500].split())
    return len(text) < 500 and bool(DEMO_VALUES.fullmatch(line) or DEMO_TITLES.fullmatch(line))


def without_demo(text: str) -> tuple[str, list[int]]:
    """A text without the theme's paragraphs, and the lines (from 1) on which those began.

    The lines that stay keep their numbers. Where there are such paragraphs, comments go as well.
    """
    lines = _without_comments(text).split("\n")
    begins, start, is_guide = [], 0, False
    for number in range(len(lines) + 1):
        if number < len(lines) and lines[number].strip():
            continue
        paragraph = "\n".join(lines[start:number])
        is_guide = is_guide or _begins(DEMO_GUIDES, paragraph)
        if paragraph.strip() and (is_guide or _is_demo_paragraph(paragraph)):
            begins.append(start + 1)
            lines[start:number] = [""] * (number - start)
        start = number + 1
    return ("\n".join(lines), begins) if begins else (text, [])


def is_demo_document(document: Document) -> bool:
    """A file that is the theme's demo as a whole.

    A paper, talk, course or project is known by its title; a page, post or card by its text; a file
    of data by the name in it.
    """
    if document.path.startswith("_data/") or document.path.endswith(".json"):
        return _is_demo_data(document)
    if document.path.startswith("_showcase/"):
        card = str(dict.get(document.front, "images", "")) + _without_comments(document.body)
        if DEMO_CARDS.search(card):
            return True
    kept, demo_lines = without_demo(document.body)
    is_empty = not _has_words(kept)
    title = " ".join(TAG.sub("", _text_of(document.front, "title")).split())
    is_page = document.path.startswith(TEXTS)
    if DEMO_TITLES.fullmatch(title):
        return is_empty or not document.path.startswith("_pages/")
    return bool(demo_lines) and is_empty and (is_page or bool(re.match(r"project \d|\Z", title)))


def is_list_of_theme(document: Document) -> bool:
    """A page without words of its own: Liquid that lists what stands elsewhere."""
    text = _without_comments(document.body)
    start, end = re.search(r"\{%-?\s*for ", text), text.rfind("endfor")
    if start and end > start.start():
        text = text[: start.start()] + text[text.find("}", end) + 1 :]
    return bool(LIQUID.search(document.body)) and not _has_words(text)


def own_text(tree: Tree, document: Document) -> str:
    """Its body without the theme's paragraphs, each of which is left out with its line."""
    text, lines = without_demo(document.body)
    for line in lines:
        tree.leave_out(document.path, DEMO, line=document.body_line + line - 1)
    return text


def _is_demo_paragraph(paragraph):
    is_picture = bool(DEMO_PICTURES.search(paragraph)) and not _has_words(paragraph)
    words = re.findall(r"[a-z]+", paragraph[:2000].lower())
    is_lorem = len(words) > 7 and sum(word in LOREM_WORDS for word in words) > 0.7 * len(words)
    return is_picture or is_lorem or _begins(DEMO_PARAGRAPHS, paragraph)


def _begins(patterns, paragraph):
    words = LIQUID.sub("", TAG.sub("", paragraph[:2000]))
    return bool(patterns.match(" ".join(MARKS.sub("", words).split())))


def _has_words(text):
    text = FENCE.sub("", HEADING.sub("", LIQUID.sub("", text)))
    return bool(WORDS.search(TAG.sub("", text)))


def _without_comments(text):
    """Of HTML; the lines stay. A comment without an end is none."""
    parts, end = [], 0
    while (start := text.find("<!--", end)) >= 0 and (stop := text.find("-->", start)) >= 0:
        parts += [text[end:start], "\n" * text.count("\n", start, stop)]
        end = stop + 3
    return "".join(parts) + text[end:]


def _is_demo_data(document):
    """By the name or e-mail of whom it is about; a table of people or venues by all its keys."""
    front = document.front
    if document.items:  # al-folio's first cv.yml
        maps = (item for item in document.items if isinstance(item, Mapping))
        tables = [dict.get(item, "contents", "") for item in maps]
        rows = [row for table in tables if isinstance(table, Items) for row in table]
        return any(is_demo(_text_of(row, "value")) for row in rows)
    for key in ("basics", "cv"):
        if key in front:
            person = dict.get(front, key)
            return is_demo(_text_of(person, "name")) or is_demo(_text_of(person, "email"))
    return bool(front) and all(
        key.lower() in DEMO_KEYS or is_demo(key) or is_demo(_text_of(value, "url"))
        for key, value in front.items()
    )


def _text_of(mapping, key):
    """A text in a mapping, without counting it as read."""
    value = dict.get(mapping, key, "") if isinstance(mapping, Mapping) else ""
    return value if isinstance(value, str) else ""
