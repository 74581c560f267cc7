# SPDX-License-Identifier: MIT
"""Many machines through Dask: batches in chunks of boards, one hard board in chunks of subtrees.

Nothing here but `connect` imports Dask when it is loaded.
"""
