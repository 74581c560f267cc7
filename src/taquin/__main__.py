# SPDX-License-Identifier: MIT
"""Run the command line, also as `python -m taquin`."""

import gc
import signal
import sys


def run() -> None:
    """Start the command line; Ctrl-C while it is still being imported ends as it does later, and SIGTERM as Ctrl-C."""
    gc.disable()  # until the command is imported: nothing of that is garbage, and looking for some is a tenth of a short run
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from taquin.cli import main
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted\n")
        sys.exit(130)
    main(prog_name="taquin")


if __name__ == "__main__":
    run()
