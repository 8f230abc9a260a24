"""Dates of a month."""


def month_of(date: str) -> str:
    return date[:7]
