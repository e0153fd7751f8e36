from profiles.models import Page

PICTURE = "![A tide](/media/pictures/tide-40x30.webp)"


def test_first_picture_loads_at_once(client, alice):
    Page.objects.create(researcher=alice, title="Join", slug="join", body=f"{PICTURE}\n\n{PICTURE}")
    html = client.get("/alice-ahlgren/join/").content.decode()
    first, second = html.split("<img ")[1:]
    assert 'loading="lazy"' not in first.split(">")[0]
    assert 'loading="lazy"' in second.split(">")[0]
