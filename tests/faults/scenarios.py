# SPDX-License-Identifier: MIT
"""Every scenario by its name: the faults, each with every job that it can meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tests.faults.cluster import cluster
from tests.faults.damage import damage_journal, damage_tables
from tests.faults.full_disk import full_disk
from tests.faults.jobs import JOBS, BuildTables, Job
from tests.faults.kill import kill
from tests.faults.rights import rights
from tests.faults.serving import serving, two_servers
from tests.faults.stop import stop
from tests.faults.twice import twice
from tests.faults.world import World

Scenario = Callable[[World], None]


def _damage(world: World, job: Any) -> None:
    (damage_tables if isinstance(job, BuildTables) else damage_journal)(world, job)


def _meeting(act: Callable[[World, Job], None], job: Job) -> Scenario:
    return lambda world: act(world, job)


FAULTS: Final[dict[str, Callable[[World, Job], None]]] = {
    "kill": kill,
    "stop": stop,
    "damage": _damage,
    "full-disk": full_disk,
    "twice": twice,
}
"""What happens to every job."""

SCENARIOS: Final[dict[str, Scenario]] = {
    **{f"{fault}-{name}": _meeting(act, job) for fault, act in FAULTS.items() for name, job in JOBS.items()},
    "rights": rights,
    "server": serving,
    "two-servers": two_servers,
    "cluster": cluster,
}
