# SPDX-License-Identifier: MIT
"""The page without a server: the library inside the browser, in a Web Worker that runs Python.

The page's worker hands every message to `answer`, which answers as a worker process of the server does, with the same
functions. Beside them stands what only a browser may ask for: the visitor's own heuristic, which runs on his own machine.
"""
