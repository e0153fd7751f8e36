"""What is new of a researcher elsewhere, as Home proposes it; never stored unasked.

refresh        looks for news of one researcher, and takes what they always take
proposals      cuts what was found into proposals, and writes those that are accepted
affiliations   proposes jobs and degrees from ORCID, as rows of a site’s plan
inbox          what the buttons do: look for news, Accept, Refuse for good, Always from …
mail           the weekly mail: to whom and when; its text: templates/exchange/weekly_mail.txt
"""
