# SPDX-License-Identifier: MIT
"""The command line: one file per command in `commands`, imported only when that command runs.

`options` and `method_options` have what commands share, `text_tables` prints tables and sentences, `status_line` shows progress,
`watch` does so for searches and hears Ctrl-C, `reading` reads files within bounds, `row_file` keeps the rows of a batch,
`exit_codes` is how every command ends, `missing_core` tells once why searches are slow.
"""

from __future__ import annotations

import gc
import importlib
import sys
from functools import partial
from typing import Any, Final, cast

import click

from taquin.cli.exit_codes import ClosedPipeError, guard

COMMANDS: Final = {
    "solve": "Solve a board.",
    "batch": "Solve many boards, one JSON line each.",
    "check": "Tell whether a board is valid and solvable, and why.",
    "explain": "Show what every heuristic makes of a board.",
    "compare": "Run several methods on the same boards.",
    "judge": "Judge answers: legal, reaching the goal, as short as can be?",
    "generate": "Make random solvable boards.",
    "list": "List algorithms, heuristics, sets and engines.",
    "menu": "Answer a few questions and see a board solved.",
    "render": "Draw a board or a solution as SVG, PNG or GIF.",
    "lab": "Run experiments, report on them, compare them.",
    "heuristic": "Check a heuristic against the truth, or plot it.",
    "explore": "Count all boards of a small size by depth.",
    "bench": "Measure the native searches and check their node counts.",
    "tables": "Look after the tables that searches use.",
    "doctor": "Tell what a bug report needs: versions, core, card, cache, limits.",
    "web": "Play, solve, watch and race in a browser.",
}
"""Every command with its line in the overview; `taquin.cli.commands.NAME` holds it as `NAME_command`."""


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and turns every ending into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order of the overview."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"taquin.cli.commands.{cmd_name}")
        if not gc.isenabled():  # a process of its own, as `taquin.__main__` starts it
            gc.freeze()
            gc.enable()
        return cast(click.Command, getattr(module, f"{cmd_name}_command"))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name, or suggest the nearest."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from taquin.errors import unknown_name

            raise click.UsageError(unknown_name("command", args[0], COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the overview without importing the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run and leave with the exit code that the command returned."""
        run = partial(super().main, *args, standalone_mode=False, **extra)
        return sys.exit(guard(run)) if standalone_mode else run()

    # A closed pipe is ours to report, because click would end with the code of an internal error.

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options; --help and --version print here."""
        try:
            return super().make_context(*args, **extra)
        except BrokenPipeError as error:
            raise ClosedPipeError from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ClosedPipeError from error


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from taquin import __version__
    from taquin.compiled_core import core_build, core_problem, core_revision
    from taquin.machine import revision

    built = core_build()
    engine = f"engine native, core {built}" if built else f"engine python: {core_problem()}"
    click.echo(f"taquin {__version__} ({engine}; revision {revision() or core_revision() or 'of the release'})")
    ctx.exit()


EPILOG: Final = """\b
Examples:
  taquin solve 0 1 3 / 4 2 5 / 7 8 6
  taquin solve 806547231 --goal first -m astar@manhattan --steps
  taquin generate --count 3 --seed 1 | taquin batch -

\b
Exit codes: 0 solved, 1 internal error, 2 bad input or usage, 3 unsolvable,
4 limit reached or gave up, 130 interrupted.

\b
Shell completion: put this line in ~/.bashrc (zsh_source and fish_source for
zsh and fish):
  eval "$(_TAQUIN_COMPLETE=bash_source taquin)"
"""


@click.group(
    cls=LazyGroup,
    epilog=EPILOG,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version.")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Solve, compare and explain sliding-tile puzzles of any size."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
