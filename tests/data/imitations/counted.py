"""Sections of one's own, roles and ranks beside each paper, names of prizes in two languages."""

from website.demo.content import item, paper

RECORD = {
    "given_name": "Yara",
    "family_name": "Lindqvist",
    "native_language": "zh-Hans",
    "biography": "I build schedulers.",
    "interests": "(1) schedules that bend; (2) queues that forgive; (3) clocks",
}
ITEMS = [
    item("Section", kind="biography", heading="About", position=0),
    item("Section", kind="interests", heading="Research Interest", position=1),
    item("Section", kind="text", heading="Industrial Applications", position=2,
         body="In use at **Millworks**. See [details](publications/)."),
    item("Project", title="Bendy", role="lead", description="A scheduler.", start="2021"),
    item("Award", name="Golden Queue", alternate_name="金队列奖", alternate_language="zh-Hans",
         dates="2024"),
    item("NewsItem", date="2025-01", headline="🎉 Two papers at once", body="Both on queues."),
    item("Education", degree="Ph.D.", organisation="Mill University", start="2021", end="present"),
]
AUTHORS = "Lindqvist*, Yara and Moss*, Kit and Fenn, Jo"
BIBTEX = f"""\
@inproceedings{{lind2025a, title = {{Forgiving Queues}}, author = {{{AUTHORS}}},
  booktitle = {{Conference on Queues}}, year = 2025}}
@inproceedings{{lind2024b, title = {{Bending Schedules}},
  author = {{Lindqvist, Yara and Fenn, Jo}}, booktitle = {{Conference on Queues}}, year = 2024}}
@inproceedings{{lind2023c, title = {{A Clock for Mills}},
  author = {{Moss, Kit and Fenn, Jo and Hale, An and Lindqvist, Yara}},
  booktitle = {{Conference on Queues}}, year = 2023}}
"""
PAPERS = (
    paper("lind2025a", tldr="A queue that takes you back.", short_name="Forgive"),
    paper("lind2024b", tldr="Bend it once."),
    paper("lind2023c", tldr="It ticks."),
)
SELECTED = ("lind2025a", "lind2024b", "lind2023c")
SHOWN = [
    *("About", "Research Interest", "(2) queues that forgive", "Industrial Applications"),
    *("Millworks", "Bendy", "Golden Queue", "金队列奖", "🎉 Two papers at once", ">QUEUE<"),
    *("CCF-A", "Conference on Queues", "Co-first author", "First author", 'class="self"'),
    *("A queue that takes you back.", "equal contribution", "雅拉", "2021 – present"),
]
LISTED = ["3 papers", "2 as first or co-first author"]
