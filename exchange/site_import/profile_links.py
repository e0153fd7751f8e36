"""Links of a profile to GitHub, Scholar, …: the settings of each system, and the addresses that its
pages make of a user name.
"""

from profiles.identifiers import BARE_HOST
from profiles.models import ResearcherLink

Kind = ResearcherLink.Kind
# A kind of link, or a label where there is no such kind; the address, in which "{}" is what the
# setting holds ("-": it has to be an address itself); settings of al-folio, of `author` in
# academicpages and of luost26's profile.yml, in the order in which al-folio shows them.
TABLE = """
    scholar https://scholar.google.com/citations?user={} scholar_userid gscholar googlescholar
    semantic-scholar https://www.semanticscholar.org/author/{} semanticscholar_id semantic
    semantic-scholar https://www.semanticscholar.org/author/{} semantic_scholar
    dblp {} dblp_url
    arxiv https://arxiv.org/a/{} arxiv_id arxiv
    inspire https://inspirehep.net/authors/{} inspirehep_id inspire-hep
    hal https://cv.hal.science/{} hal_id
    scopus https://www.scopus.com/authid/detail.uri?authorId={} scopus_id scopus
    acm https://dl.acm.org/profile/{} acm_id
    ieee https://ieeexplore.ieee.org/author/{} ieee_id
    researchgate https://www.researchgate.net/profile/{} research_gate_profile researchgate
    wikidata https://www.wikidata.org/wiki/{} wikidata_id
    wikipedia https://wikipedia.org/wiki/User:{} wikipedia_id
    github https://github.com/{} github_username github
    gitlab https://gitlab.com/{} gitlab_username gitlab
    linkedin https://www.linkedin.com/in/{} linkedin_username linkedin
    mastodon https://{} mastodon_username mastodon
    bluesky {} bluesky_url
    x https://x.com/{} twitter_username x_username twitter
    youtube https://youtube.com/@{} youtube_id
    website {} work_url uri
    Blogger {} blogger_url
    Discord https://discord.com/users/{} discord_id
    Facebook https://facebook.com/{} facebook_id
    Flickr https://www.flickr.com/people/{} flickr_id
    Instagram https://instagram.com/{} instagram_id
    Kaggle https://www.kaggle.com/{} kaggle_id kaggle
    Keybase https://keybase.io/{} keybase_username keybase
    Last.fm https://www.last.fm/user/{} lastfm_id lastfm
    Lattes http://lattes.cnpq.br/{} lattes_id
    LeetCode https://leetcode.com/u/{}/ leetcode_id
    Medium https://medium.com/@{} medium_username medium
    OSF https://osf.io/{}/ osf_id
    Pinterest https://www.pinterest.com/{} pinterest_id pinterest
    Publons https://publons.com/a/{}/ publons_id
    Quora https://www.quora.com/profile/{} quora_username
    Spotify https://open.spotify.com/user/{} spotify_id
    Stack_Overflow https://stackoverflow.com/users/{} stackoverflow_id stackoverflow
    Strava https://www.strava.com/athletes/{} strava_userid
    Telegram https://telegram.me/{} telegram_username
    Unsplash https://unsplash.com/@{} unsplash_id
    WhatsApp https://wa.me/{} whatsapp_number
    Zotero https://www.zotero.org/{} zotero_username
    pubmed - pubmed
    Academia.edu - academia
    Impactstory - impactstory
    bluesky https://bsky.app/profile/{} bluesky
    youtube https://www.youtube.com/user/{} youtube
    zhihu https://www.zhihu.com/people/{} zhihu
    wikipedia https://en.wikipedia.org/wiki/User:{} wikipedia
    Bitbucket https://bitbucket.org/{} bitbucket
    CodePen https://codepen.io/{} codepen
    Dribbble https://dribbble.com/{} dribbble
    ArtStation https://www.artstation.com/{} artstation
    Facebook https://www.facebook.com/{} facebook
    Flickr https://www.flickr.com/{} flickr
    Foursquare https://foursquare.com/{} foursquare
    Goodreads https://www.goodreads.com/{} goodreads
    Google+ https://plus.google.com/+{} google_plus
    Instagram https://www.instagram.com/{} instagram
    SoundCloud https://soundcloud.com/{} soundcloud
    Steam https://steamcommunity.com/id/{} steam
    Telegram https://t.me/{} telegram
    Tumblr https://{}.tumblr.com tumblr
    Vine https://vine.co/u/{} vine
    Weibo https://www.weibo.com/{} weibo
    XING https://www.xing.com/profile/{} xing
    dblp https://dblp.org/pid/{} dblp
    openreview https://openreview.net/profile?id={} openreview
    huggingface https://huggingface.co/{} huggingface
    bilibili https://space.bilibili.com/{} bilibili
"""


def _services():
    for name, address, *settings in map(str.split, TABLE.strip().splitlines()):
        is_kind = name in Kind.values
        kind, label = (Kind(name), "") if is_kind else (Kind.OTHER, name.replace("_", " "))
        address = "" if address == "-" else address
        yield from ((setting, (kind, label, address)) for setting in settings)


# Setting -> kind, label, address.
SERVICES = dict(_services())
# Those of luost26, in its order.
LUOST26 = {
    key: SERVICES["youtube_id" if key == "youtube" else key]
    for key in (
        *("gscholar", "semantic_scholar", "dblp", "openreview", "researchgate", "github"),
        *("gitlab", "huggingface", "twitter", "linkedin", "youtube", "bilibili", "zhihu"),
    )
}
# Kind -> address of a user name there.
ADDRESSES = {kind: url for kind, _label, url in reversed(SERVICES.values()) if kind != Kind.OTHER}


def address_of(value: str, pattern: str) -> str:
    """The address that a setting means: a whole one, one without its beginning, or a name that the
    pattern makes one of.
    """
    if "://" in value or not value:
        return value
    if "/" in value and BARE_HOST.fullmatch(value):
        return f"https://{value}"
    return pattern.format(value.lstrip("@/"))


def is_profile(url: str) -> bool:
    """Whether it is somebody's page at a service, and not any page there."""
    bare = url.partition("://")[2].removeprefix("www.")
    starts = (
        address.partition("{")[0].partition("://")[2] for _k, _l, address in SERVICES.values()
    )
    start = next((one.removeprefix("www.") for one in starts if one and _begins(bare, one)), "")
    rest = bare.removeprefix(start).partition("?")[0].strip("/")
    return bool(start) and "/" not in rest and bool(bare.removeprefix(start).strip("/"))


def _begins(bare, start):
    return bare.startswith(start.removeprefix("www."))


def completed(url: str) -> str:
    """ "www.linkedin.com/in/ada" and "//github.com/ada" with the beginning that they lack."""
    if url.startswith("//"):
        return f"https:{url}"
    return f"https://{url}" if BARE_HOST.fullmatch(url) else url
