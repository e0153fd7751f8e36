"""Signing in and what belongs to it. What an account may do once inside: profiles.access."""
