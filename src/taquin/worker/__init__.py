# SPDX-License-Identifier: MIT
"""One process that answers questions: apart from its parent, so that it may be killed, or die, without taking anything along.

The child (`python -m taquin.worker`) reads a line of JSON for each task from standard input and answers in frames on standard
output: a kind (1 byte), a length (4 bytes) and that many bytes of JSON. An empty line cancels the running task; the end of the
input ends the process, so none outlives its parent. `WorkerProcess` is the parent's side.
"""

from taquin.worker.parent import CANCELLED, DIED, OVERDUE, WorkerProcess
from taquin.worker.protocol import FAILED, PROGRESS, REFUSED, RESULT, TRACE, solve_payload

__all__ = ["CANCELLED", "DIED", "FAILED", "OVERDUE", "PROGRESS", "REFUSED", "RESULT", "TRACE", "WorkerProcess", "solve_payload"]
