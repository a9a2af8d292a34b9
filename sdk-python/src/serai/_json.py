"""Types of JSON values that come from outside and are not known yet."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeGuard, cast

JsonObject: TypeAlias = dict[str, Any]


def as_object(value: object) -> JsonObject | None:
    """Returns the value if it is a JSON object."""
    return cast("JsonObject", value) if isinstance(value, dict) else None


def is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)
