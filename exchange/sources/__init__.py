"""Papers from the services that know them, asked by an identifier; what they say is imported.

    found = look_up("doi", ["10.1000/182"], Client())
    importer.run([(found.name, reference_lists.Unparsed(found.text.encode()))], researcher)

Asking:
client         how politely a service is asked: one question a second, who asks, time-outs
lookup         what ORCID, doi.org, arXiv, DBLP, PubMed, OpenAlex, OpenReview are asked
updates        what Crossref and OpenAlex are asked of papers that are here: retracted, published

“Import papers” and “Fill in from ORCID”:
admin          these pages, the button that looks for news, the switch of the weekly mail
pasted         what a pasted text holds: lists, identifiers that it names, references

What is new, as Home proposes it:
refresh        looks for news of one researcher
proposals      cuts what was found into proposals, and writes those that are accepted
affiliations   proposes jobs and degrees from ORCID, as rows of a site’s plan
inbox          what these buttons do: Accept, Refuse for good, Always from …
mail           the weekly mail: to whom and when; its text: templates/exchange/weekly_mail.txt
"""
