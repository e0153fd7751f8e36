"""What needs people and papers together: the lab's pages, the search and the admin as a whole.

Public pages:
views           the lab's front page, its news, the page of search results, sitemap.xml
search          the search among people, papers, news and pages
redirects       old web addresses: of a moved site, of somebody who was renamed
media           uploaded files, given out only while something public shows them

The admin:
admin_site      its addresses, who may come in, what boxes that complete names offer
admin           forms that need several apps: a researcher with personal data, papers, pictures
menu            the menu: its places, and what is in each; Ctrl+K
handbook        Help: the pages of docs/, searched
dashboard       Home of a researcher: first steps, what could be better, the first quiet week
inbox           on Home: “Found elsewhere”, proposals with Accept, Refuse for good, Always from …;
                “… changed the title of …”: what colleagues changed on shared papers; the boxes in
                its rows
lab_home        Home of a manager: the table of people, groups, the front page
previews        Preview: the public page with its drafts; the bar, pencils and buttons on it, and
                the form beside it

What is looked for on a profile:
checks          the checks: what is missing, stale or broken
review          all rows and texts of one researcher, loaded once for them
linkcheck       whether links lead anywhere

Other servers, and the rest:
web_client      one question of another server, within bounds; which servers may be asked: public
                ones only
models          dismissed issues, checked links, the search index, the demo's note
personal_data   what is held about a person, exported and erased
demo            the demo lab
apps            starts the search index
"""
