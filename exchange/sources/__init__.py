"""Papers from the services that know them, asked by an identifier; what they say is imported.

    found = look_up("doi", ["10.1000/182"], Client())
    importer.run([(answer.name, Unparsed(answer.data)) for answer in found.answers], researcher)

client      the questions: of public hosts, one a second for each service, within bounds
lookup      what each service is asked, and its answer as a list that `reference_lists` reads
refresh     what is new of a researcher, kept as a plan that its owner accepts or refuses
named       the identifiers that a text names
admin       the page “Look up papers”
"""
