# SPDX-License-Identifier: MIT
"""Run the command line, also as `python -m taquin`."""

import sys


def run() -> None:
    """Start the command line; Ctrl-C while it is still being imported ends as quietly as later."""
    try:
        from taquin.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    main(prog_name="taquin")


if __name__ == "__main__":
    run()
