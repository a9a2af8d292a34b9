"""Imports the generated classes when the first one is needed. Creating them takes longer than the rest of the package."""

from __future__ import annotations

import importlib
from typing import Any


def load_types() -> None:
    importlib.import_module("._generated.types", __package__)


class _LazyTypes:
    def __getattr__(self, name: str) -> Any:
        from ._generated import types

        return getattr(types, name)


types = _LazyTypes()
