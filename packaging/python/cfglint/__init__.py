# SPDX-License-Identifier: MIT
"""The cfglint program, installed by pip. `python -m cfglint` runs it; there is nothing to import."""
