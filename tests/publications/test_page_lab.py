from tests.publications.papers import make_paper

URL = "/publications/"


def test_lab_lists_papers_of_its_members(client, alice, bob):
    make_paper("On Notes", alice, bob)
    make_paper("By Nobody Here", "Grace Hopper")
    page = client.get(URL).content.decode()
    assert page.count('<li class="paper">') == 2
    assert '<a href="/alice-ahlgren/">Alice Ahlgren</a>' in page
    assert "2 papers" in page
    assert "as first" not in page


def test_words_find_a_paper_by_its_author(client, alice, bob):
    make_paper("On Notes", alice)
    make_paper("On Engines", bob)
    page = client.get(URL, {"q": "brandt"}).content.decode()
    assert "On Engines" in page
    assert "On Notes" not in page
