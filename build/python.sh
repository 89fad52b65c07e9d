#!/bin/sh
# The Python environment of the whole-program tests.
set -eu
python3 -m venv .venv 2>/dev/null || { echo "python3-venv is needed for the tests" >&2; exit 1; }
.venv/bin/pip install --quiet --disable-pip-version-check -r tests/requirements.txt
