# SPDX-License-Identifier: MIT
"""Leave out of Python's standard library what neither the page nor a heuristic needs: a megabyte that nobody waits for.

Run after the build; the same library gives the same file.
"""

import zipfile
from pathlib import Path

SOURCE = Path(__file__).parent / "node_modules/pyodide/python_stdlib.zip"
TARGET = Path(__file__).parent / "../src/taquin/web/static/python/python_stdlib.zip"
DROPPED = {
    *("multiprocessing", "xml", "_pyrepl", "unittest", "http", "xmlrpc", "wsgiref", "ensurepip", "venv", "idlelib", "tkinter"),
    *("sqlite3", "dbm", "curses", "turtledemo", "lib2to3", "pydoc_data", "html"),
    *("pdb", "doctest", "pydoc", "pickletools", "imaplib", "mailbox", "smtplib", "poplib", "ftplib", "nntplib", "telnetlib"),
    *("optparse", "bdb", "cmd", "cProfile", "profile", "pstats", "trace", "turtle", "webbrowser"),
    *("socketserver", "plistlib", "tabnanny", "pyclbr", "zipapp", "mailcap", "netrc", "getpass", "symtable", "modulefinder"),
    *(
        "_pyio",
        "_pydecimal",
        "_pydatetime",
        "_strptime_data",
        "nturl2path",
        "ntpath_data",
        "antigravity",
        "this",
        "uuid",
        "rlcompleter",
    ),
}
ENCODINGS = ("__init__", "aliases", "utf_", "ascii", "latin_1", "idna", "punycode", "raw_unicode", "unicode_", "cp437", "cp1252")
OLDEST = (1980, 1, 1, 0, 0, 0)


def wanted(name: str) -> bool:
    """Tell whether a file stays."""
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.startswith(
            ("__init__", "aliases", "utf_", "ascii", "latin_1", "idna", "punycode", "raw_unicode", "unicode_", "cp437", "cp1252")
        )
    return first.removesuffix(".py") not in DROPPED and "/tests/" not in name


with zipfile.ZipFile(SOURCE) as source, zipfile.ZipFile(TARGET, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
    for entry in sorted(source.infolist(), key=lambda entry: entry.filename):
        if not entry.is_dir() and wanted(entry.filename):
            target.writestr(zipfile.ZipInfo(entry.filename, OLDEST), source.read(entry), zipfile.ZIP_DEFLATED)
