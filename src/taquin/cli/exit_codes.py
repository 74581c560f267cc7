# SPDX-License-Identifier: MIT
"""How the command line ends: every exit code and every error message leaves through here."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

import click
from click.exceptions import NoArgsIsHelpError

from taquin.errors import InputError, TaquinError, quote

OK: Final = 0
INTERNAL: Final = 1
BAD_INPUT: Final = 2
UNSOLVABLE: Final = 3
LIMIT: Final = 4
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
"""What a shell reports for a program that the closed pipe has killed."""

LONGEST_MESSAGE: Final = 500
"""Click repeats what it cannot read: more of it helps nobody."""

BY_STATUS: Final = {
    "optimal": OK,
    "solved": OK,
    "unsolvable": UNSOLVABLE,
    "limit": LIMIT,
    "gave-up": LIMIT,
    "cancelled": INTERRUPTED,
    "failed": BAD_INPUT,
}
"""The exit code of one answer, by the value of its status."""

_GRAVEST_FIRST: Final = (INTERRUPTED, INTERNAL, BAD_INPUT, LIMIT, UNSOLVABLE)


class ClosedPipeError(Exception):
    """Nobody reads our output any more."""


def gravest(codes: Iterable[int]) -> int:
    """Choose the code that a run of several answers ends with: interrupted, bad input, limit, unsolvable, else 0."""
    seen = set(codes)
    return next((code for code in _GRAVEST_FIRST if code in seen), OK)


def guard(run: Callable[[], Any]) -> int:
    """Run a command and return its exit code; errors become one sentence on stderr, never a traceback."""
    _open_streams()
    try:
        code = run()
        sys.stdout.flush()
    except click.UsageError as error:
        return _usage(error)
    except click.ClickException as error:
        return _fail(error.format_message(), BAD_INPUT)
    except InputError as error:
        return _fail(str(error), BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted", err=True)
        return INTERRUPTED
    except (BrokenPipeError, ClosedPipeError):
        return _close_stdout()
    except MemoryError:
        return _fail("out of memory; set --memory-limit, or choose idastar, which needs next to none", INTERNAL)
    except OSError as error:
        return _fail(f"{error.filename or 'the system'}: {error.strerror or error}", INTERNAL)
    except TaquinError as error:
        return _fail(f"a defect of Taquin, please report it: {error}", INTERNAL)
    except Exception as error:
        if os.environ.get("TAQUIN_DEBUG"):
            raise
        what = quote(str(error), 200)
        return _fail(f"internal error, please report it (TAQUIN_DEBUG=1 shows more): {type(error).__name__} {what}", INTERNAL)
    return code if isinstance(code, int) else OK


def _open_streams() -> None:
    """Put the null device in place of a standard stream that the caller has closed, where Python has None.

    A character that the encoding of standard output lacks, such as that of a file on Windows, is written as a question mark.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - lives as long as we do
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in ("strict", "surrogateescape"):
        sys.stdout.reconfigure(errors="replace")


def _fail(message: str, code: int) -> int:
    from taquin.cli.text_tables import print_text

    print_text(f"Error: {message}", err=True)
    return code


def _usage(error: click.UsageError) -> int:
    """Say what is wrong with the command line, and where to read more."""
    if isinstance(error, NoArgsIsHelpError):
        click.echo(error.format_message())  # a group alone, such as taquin lab: its help is the answer
        return OK
    message = error.format_message().rstrip(".")
    if isinstance(error, click.NoSuchOption) and error.option_name[1:].isdigit():
        message = f"expected tiles from 0 on, got {error.option_name!r}"
    if len(message) > LONGEST_MESSAGE:
        message = f"{message[:LONGEST_MESSAGE]}..."
    hint = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
    return _fail(message + hint, BAD_INPUT)


def _close_stdout() -> int:
    """Keep the interpreter from complaining about the closed pipe when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
