"""Runs the programs of the documentation, each in its own namespace. The argument is a JSON file of names and programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

for name, code in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
    exec(compile(code, name, "exec"), {"__name__": "__main__"})
