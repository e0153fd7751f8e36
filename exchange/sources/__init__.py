"""Papers from the services that know them, asked by an identifier; what they say is imported.

    found = look_up("doi", ["10.1000/182"], Client())
    importer.run([(found.name, Unparsed(found.text.encode()))], researcher)

client      the questions: of public hosts, one a second for each service, within bounds
lookup      what each service is asked, and its answer as a list that `reference_lists` reads
updates     what became of papers that are here: Crossref and OpenAlex, asked by their DOIs
refresh     what is new of a researcher, kept until its owner accepts or refuses it
proposals   what was found, cut into what is decided by itself; `affiliations`: jobs and degrees
inbox       the buttons beside them on Home
mail        once a week, what waits for an account
pasted      what a pasted text holds: lists, identifiers, printed references
named       the identifiers that a text names
admin       the pages “Add papers” and “Fill in from ORCID”, and the button that looks for news
"""
