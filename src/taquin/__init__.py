# SPDX-License-Identifier: MIT
"""Taquin, a sliding-tile laboratory."""
