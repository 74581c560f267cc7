# SPDX-License-Identifier: MIT
"""Many machines through Dask, for one hard board: its subtrees are searched in chunks by the workers.

`engine` is the contract, `connect` finds the cluster, `subtrees` sends work out and takes it in, `work` is what a worker does.
Many boards on a cluster are `taquin.many`'s. Nothing here but `connect` imports Dask when it is loaded.
"""
