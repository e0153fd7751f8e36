"""What needs people and papers together: the lab's pages, the search and the admin as a whole.

views           the lab's front page, its news and the page of a search; `search`: the index
admin_site      the admin's addresses and who comes in; `menu`, `palette` (Ctrl+K), `admin`
handbook        docs/ as the admin's “Help”, searched
dashboard       the admin's front page; `quick_edit`: the boxes in its rows; `lab_home`: a manager's
web_client      one question of another server, within bounds; `ssrf`: whom the server may ask
review          everything of one researcher, loaded once, for `checks` and `linkcheck`
previews        public pages with drafts; `desk`: editing from there
media           uploaded files, while something public shows them
redirects       old addresses; `sitemaps`: what search engines should know
personal_data   what is held about a person, as an archive, and erased
demo            the demo lab
"""
