"""Papers from the services that know them, asked by an identifier; what they say is imported.

    found = look_up("doi", ["10.1000/182"], Client())
    importer.run([(found.name, reference_lists.Unparsed(found.text.encode()))], researcher)

client         how politely a service is asked: one question a second, who asks, time-outs
lookup         what ORCID, doi.org, arXiv, DBLP, PubMed, OpenAlex, OpenReview are asked
updates        what Crossref and OpenAlex are asked of papers that are here: retracted, published
pasted         what a pasted text holds: lists, identifiers that it names, references
admin          “Import papers” of a text that names papers

What is new since, as Home proposes it: exchange.news. “Fill in from ORCID”: exchange.site_import.
"""
