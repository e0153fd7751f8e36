"""Signing in and what belongs to it. What an account may do once inside: `profiles.access`.

views              sign-in, second step, one-time links, lost passwords
lockout            limits on wrong passwords
one_time_links     links by which one chooses a password, and their mails
invite_people      many accounts, profiles and links at once; `pasted_people` reads who is meant
second_factor      codes of an app, and recovery codes; `account_settings`: the page “Your account”
sessions           how long one stays signed in
passwords          what a new password may not be
"""
