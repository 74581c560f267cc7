# SPDX-License-Identifier: MIT
"""Tables that searches look things up in: pattern databases and move automata; built once, kept in the cache directory."""
