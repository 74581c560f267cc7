# SPDX-License-Identifier: MIT
"""Pictures of boards and solutions: pure functions, nothing here prints."""
