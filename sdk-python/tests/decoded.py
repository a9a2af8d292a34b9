"""Compares decoded responses with JSON, attribute by attribute.

`to_dict` returns the JSON that a response was decoded from, so it proves nothing about the decoder.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import serai
from serai._model import _ROWS, Model


def difference(value: Any, expected: Any, *, exact: bool = False, path: str = "") -> str | None:
    """Returns the first place where the attributes differ from the JSON. If `exact`, nothing else may be present."""
    if isinstance(value, serai.BookingChanges):
        own = None if value.cursor == expected.get("cursor", value.cursor) else f"{path}/cursor: {value.cursor!r}"
        rest = {name: item for name, item in expected.items() if name != "cursor"}
        return own or difference(value.answer, rest, exact=exact, path=path)
    if isinstance(expected, dict) and isinstance(value, (Model, dict)):
        return _in_object(value, expected, exact, path)
    if isinstance(expected, list) and isinstance(value, list) and len(value) == len(expected):
        found = (difference(*each, exact=exact, path=f"{path}/{i}") for i, each in enumerate(zip(value, expected, strict=True)))
        return next((each for each in found if each), None)
    return None if _is_same(value, expected) else f"{path}: {value!r} is not {expected!r}"


def _in_object(value: Model | dict[str, Any], expected: dict[str, Any], exact: bool, path: str) -> str | None:
    fields = _fields(value)
    for name, item in expected.items():
        if name not in fields:
            return f"{path}/{name} is missing"
        found = difference(fields[name], item, exact=exact, path=f"{path}/{name}")
        if found:
            return found
    further = [name for name, item in fields.items() if name not in expected and item is not None]
    return f"{path}: {further} should not be there" if exact and further else None


def _fields(value: Model | dict[str, Any]) -> dict[str, Any]:
    """The values by their names in JSON."""
    if isinstance(value, dict):
        return value
    known = {wire: getattr(value, name) for wire, name, *_ in _ROWS[type(value)]}
    return {**known, **getattr(value, "extra")}  # noqa: B009


def _is_same(value: Any, expected: Any) -> bool:
    if isinstance(value, serai.Money):
        return bool({"amount": f"{value.amount:f}", "currency": value.currency} == expected)
    if isinstance(value, datetime):
        return value.tzinfo is not None and value == datetime.fromisoformat(expected.replace("Z", "+00:00"))
    if isinstance(value, date):
        return bool(value.isoformat() == expected)
    return type(value) is type(expected) and bool(value == expected)
