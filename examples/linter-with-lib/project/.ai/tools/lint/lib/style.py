FORBIDDEN = {"utilize": "use", "leverage": "use", "simply": ""}


def findings(text):
    """Each forbidden word with its place and what to write instead."""
    words = text.lower().split()
    return [
        {"word": word, "at": at, "instead": FORBIDDEN[word]}
        for at, word in enumerate(words)
        if word in FORBIDDEN
    ]
