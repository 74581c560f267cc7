# SPDX-License-Identifier: MIT
"""What the page may ask of the library, from JSON to JSON: one set of answers, whoever carries them.

::

    requests (what a request looks like: read, refused in one sentence, described as JSON schema)
        │
    boards (catalog, parse, check, explain, scramble, hint, instance, downloads)    searches (the question that may run)
        │                                                                               │
        └── taquin.web carries them over HTTP, taquin.browser into a page without a server ──┘

Nothing here knows a network, a process or a browser.
"""
