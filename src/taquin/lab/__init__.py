# SPDX-License-Identifier: MIT
"""The lab: experiments from a spec, their journals, tables, plots and reports, and a referee for heuristics.

>>> from taquin import lab
>>> spec = lab.parse_spec({"boards": [{"set": "default8:1-4"}], "methods": ["bfs", "astar@manhattan"]})
>>> records = lab.make_records(lab.run_here(spec))
>>> [(row["method"], row["mean"]) for row in lab.summarise(records, "cost")]
[('bfs', 3.5), ('astar@manhattan', 3.5)]

Records are plain dictionaries, one a run: `pandas.DataFrame(records)` or `pyarrow.Table.from_pylist(records)` takes them.
"""

from taquin.lab.compare import compare_journals
from taquin.lab.journal import read_journal
from taquin.lab.referee import Verdict, check_heuristic
from taquin.lab.run import run_here, run_spec
from taquin.lab.space import Space, explore
from taquin.lab.spec import Run, Spec, load_spec, parse_spec
from taquin.lab.summary import make_records, summarise
from taquin.lab.toml_table import SpecError

__all__ = [
    "Run",
    "Space",
    "Spec",
    "SpecError",
    "Verdict",
    "check_heuristic",
    "compare_journals",
    "explore",
    "load_spec",
    "make_records",
    "parse_spec",
    "read_journal",
    "run_here",
    "run_spec",
    "summarise",
]
