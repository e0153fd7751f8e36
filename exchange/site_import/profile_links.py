"""Links of a profile to GitHub, Scholar, …: the settings of each system, and the addresses that its
pages make of a user name.

Setting -> (kind of link, label where there is no such kind, address); "{}" is what the setting
holds, unless that is an address itself. Without an address it has to be one.
"""

from profiles.identifiers import BARE_HOST
from profiles.models import ResearcherLink

Kind = ResearcherLink.Kind
# "-": without a label.
AL_FOLIO = {
    key: (Kind(kind), label.strip("-").replace("_", " "), address)
    for key, kind, label, address in (
        line.split()
        for line in """
        scholar_userid scholar - https://scholar.google.com/citations?user={}
        semanticscholar_id semantic-scholar - https://www.semanticscholar.org/author/{}
        dblp_url dblp - {}
        arxiv_id arxiv - https://arxiv.org/a/{}
        inspirehep_id inspire - https://inspirehep.net/authors/{}
        hal_id hal - https://cv.hal.science/{}
        scopus_id scopus - https://www.scopus.com/authid/detail.uri?authorId={}
        acm_id acm - https://dl.acm.org/profile/{}
        ieee_id ieee - https://ieeexplore.ieee.org/author/{}
        research_gate_profile researchgate - https://www.researchgate.net/profile/{}
        wikidata_id wikidata - https://www.wikidata.org/wiki/{}
        wikipedia_id wikipedia - https://wikipedia.org/wiki/User:{}
        github_username github - https://github.com/{}
        gitlab_username gitlab - https://gitlab.com/{}
        linkedin_username linkedin - https://www.linkedin.com/in/{}
        mastodon_username mastodon - https://{}
        bluesky_url bluesky - {}
        twitter_username x - https://x.com/{}
        x_username x - https://x.com/{}
        youtube_id youtube - https://youtube.com/@{}
        work_url website - {}
        blogger_url other Blogger {}
        discord_id other Discord https://discord.com/users/{}
        facebook_id other Facebook https://facebook.com/{}
        flickr_id other Flickr https://www.flickr.com/people/{}
        instagram_id other Instagram https://instagram.com/{}
        kaggle_id other Kaggle https://www.kaggle.com/{}
        keybase_username other Keybase https://keybase.io/{}
        lastfm_id other Last.fm https://www.last.fm/user/{}
        lattes_id other Lattes http://lattes.cnpq.br/{}
        leetcode_id other LeetCode https://leetcode.com/u/{}/
        medium_username other Medium https://medium.com/@{}
        osf_id other OSF https://osf.io/{}/
        pinterest_id other Pinterest https://www.pinterest.com/{}
        publons_id other Publons https://publons.com/a/{}/
        quora_username other Quora https://www.quora.com/profile/{}
        spotify_id other Spotify https://open.spotify.com/user/{}
        stackoverflow_id other Stack_Overflow https://stackoverflow.com/users/{}
        strava_userid other Strava https://www.strava.com/athletes/{}
        telegram_username other Telegram https://telegram.me/{}
        unsplash_id other Unsplash https://unsplash.com/@{}
        whatsapp_number other WhatsApp https://wa.me/{}
        zotero_username other Zotero https://www.zotero.org/{}
        """.strip().splitlines()
    )
}
# Of `author` in _config.yml.
ACADEMICPAGES = {
    "googlescholar": (Kind.SCHOLAR, "", ""),
    "arxiv": (Kind.ARXIV, "", ""),
    "semantic": (Kind.SEMANTIC_SCHOLAR, "", ""),
    "inspire-hep": (Kind.INSPIRE, "", ""),
    "pubmed": (Kind.PUBMED, "", ""),
    "researchgate": (Kind.RESEARCHGATE, "", ""),
    "scopus": (Kind.SCOPUS, "", ""),
    "academia": (Kind.OTHER, "Academia.edu", ""),
    "impactstory": (Kind.OTHER, "Impactstory", ""),
    "uri": (Kind.WEBSITE, "", ""),
    "github": (Kind.GITHUB, "", "https://github.com/{}"),
    "linkedin": (Kind.LINKEDIN, "", "https://www.linkedin.com/in/{}"),
    "mastodon": (Kind.MASTODON, "", ""),
    "bluesky": (Kind.BLUESKY, "", "https://bsky.app/profile/{}"),
    "twitter": (Kind.X, "", "https://x.com/{}"),
    "youtube": (Kind.YOUTUBE, "", "https://www.youtube.com/user/{}"),
    "zhihu": (Kind.ZHIHU, "", "https://www.zhihu.com/people/{}"),
    "wikipedia": (Kind.WIKIPEDIA, "", "https://en.wikipedia.org/wiki/User:{}"),
    "bitbucket": (Kind.OTHER, "Bitbucket", "https://bitbucket.org/{}"),
    "kaggle": (Kind.OTHER, "Kaggle", "https://www.kaggle.com/{}"),
    "stackoverflow": (Kind.OTHER, "Stack Overflow", "https://stackoverflow.com/users/{}"),
    "codepen": (Kind.OTHER, "CodePen", "https://codepen.io/{}"),
    "dribbble": (Kind.OTHER, "Dribbble", "https://dribbble.com/{}"),
    "artstation": (Kind.OTHER, "ArtStation", "https://www.artstation.com/{}"),
    "facebook": (Kind.OTHER, "Facebook", "https://www.facebook.com/{}"),
    "flickr": (Kind.OTHER, "Flickr", "https://www.flickr.com/{}"),
    "foursquare": (Kind.OTHER, "Foursquare", "https://foursquare.com/{}"),
    "goodreads": (Kind.OTHER, "Goodreads", "https://www.goodreads.com/{}"),
    "google_plus": (Kind.OTHER, "Google+", "https://plus.google.com/+{}"),
    "keybase": (Kind.OTHER, "Keybase", "https://keybase.io/{}"),
    "instagram": (Kind.OTHER, "Instagram", "https://www.instagram.com/{}"),
    "lastfm": (Kind.OTHER, "Last.fm", "https://www.last.fm/user/{}"),
    "medium": (Kind.OTHER, "Medium", "https://medium.com/@{}"),
    "pinterest": (Kind.OTHER, "Pinterest", "https://www.pinterest.com/{}"),
    "soundcloud": (Kind.OTHER, "SoundCloud", "https://soundcloud.com/{}"),
    "steam": (Kind.OTHER, "Steam", "https://steamcommunity.com/id/{}"),
    "telegram": (Kind.OTHER, "Telegram", "https://t.me/{}"),
    "tumblr": (Kind.OTHER, "Tumblr", "https://{}.tumblr.com"),
    "vine": (Kind.OTHER, "Vine", "https://vine.co/u/{}"),
    "weibo": (Kind.OTHER, "Weibo", "https://www.weibo.com/{}"),
    "xing": (Kind.OTHER, "XING", "https://www.xing.com/profile/{}"),
}
LUOST26 = {
    "gscholar": (Kind.SCHOLAR, "", "https://scholar.google.com/citations?user={}"),
    "semantic_scholar": (Kind.SEMANTIC_SCHOLAR, "", "https://www.semanticscholar.org/author/{}"),
    "dblp": (Kind.DBLP, "", "https://dblp.org/pid/{}"),
    "openreview": (Kind.OPENREVIEW, "", "https://openreview.net/profile?id={}"),
    "researchgate": (Kind.RESEARCHGATE, "", "https://www.researchgate.net/profile/{}"),
    "github": (Kind.GITHUB, "", "https://github.com/{}"),
    "gitlab": (Kind.GITLAB, "", "https://gitlab.com/{}"),
    "huggingface": (Kind.HUGGINGFACE, "", "https://huggingface.co/{}"),
    "twitter": (Kind.X, "", "https://x.com/{}"),
    "linkedin": (Kind.LINKEDIN, "", "https://www.linkedin.com/in/{}"),
    "youtube": (Kind.YOUTUBE, "", "https://www.youtube.com/@{}"),
    "bilibili": (Kind.BILIBILI, "", "https://space.bilibili.com/{}"),
    "zhihu": (Kind.ZHIHU, "", "https://www.zhihu.com/people/{}"),
}
# Kind -> address of a user name there.
ADDRESSES = {kind: address for kind, _label, address in AL_FOLIO.values() if kind != Kind.OTHER}
TABLES = (*AL_FOLIO.values(), *ACADEMICPAGES.values(), *LUOST26.values())


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
    starts = (address.partition("{")[0].partition("://")[2] for _k, _l, address in TABLES)
    start = next((one.removeprefix("www.") for one in starts if one and _begins(bare, one)), "")
    rest = bare.removeprefix(start).partition("?")[0].strip("/")
    return bool(start) and "/" not in rest and bool(bare.removeprefix(start).strip("/"))


def _begins(bare, start):
    return bare.startswith(start.removeprefix("www."))
