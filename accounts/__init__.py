"""Signing in and what belongs to it. What an account may do once inside: `profiles.access`.

views              the pages before one is in: sign-in, second step, one-time link, lost password;
                   the page “Your account”: password, second factor, recovery codes, other devices
forms              the boxes of those pages
second_factor      codes of an authenticator app, recovery codes, the QR code
sessions           how long one stays signed in; signing out on other devices
passwords          what a new password may not be, listed in settings.AUTH_PASSWORD_VALIDATORS; too
                   many wrong ones: who waits, and how long
one_time_links     the links by which one chooses a password: how long they hold, and their mails
invite_people      the page “Invite people”: many accounts and profiles at once, read from a pasted
                   list
admin              accounts in the admin, their rights, and the invitation of one person
"""
