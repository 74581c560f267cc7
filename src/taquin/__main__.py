# SPDX-License-Identifier: MIT
"""Run the command line as `python -m taquin`."""

from taquin.cli import main

if __name__ == "__main__":
    main(prog_name="taquin")
