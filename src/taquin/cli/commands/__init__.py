# SPDX-License-Identifier: MIT
"""The commands, one file each; `taquin.cli` imports one when it is called."""
