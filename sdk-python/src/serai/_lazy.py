"""Imports the generated classes and httpx2 when the first of their names is needed.

Both take longer than the rest of the package. Annotations can refer to them, and are resolved by
`typing.get_type_hints`.
"""

from __future__ import annotations

import importlib
from typing import Any


def load_types() -> None:
    importlib.import_module("._generated.types", __package__)


class _LazyModule:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self._name, __package__), name)


types = _LazyModule("._generated.types")
httpx2 = _LazyModule("httpx2")
