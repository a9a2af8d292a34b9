"""The base class of all responses, their decoder, and the encoder of requests.

The decoder never fails: unknown fields are kept in `extra`, and a value of an unexpected type is kept as it is. It is
lazy: a response keeps its JSON, and each attribute is decoded when it is first read. Most programs read only a small part
of a large search result.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, TypeVar, cast

from ._json import as_object, is_list
from ._money import Money, decode_money, to_decimal

if TYPE_CHECKING:
    Convert: TypeAlias = Callable[[Any], Any]
    # The name in JSON, the attribute, how to decode the value, and whether the field may be absent.
    Row: TypeAlias = tuple[str, str, object, bool]
    # The name in JSON, the setter of the slot, and how to decode the value.
    Slot: TypeAlias = tuple[str, Callable[[Any, Any], None], Convert | None]


class Model:
    """A response or a part of one. Attributes cannot be changed."""

    __slots__ = ("_wire",)
    _wire: dict[str, Any]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Python calls this for a slot that has no value yet. Two threads may both decode it, with equal results."""
            slot = _slots(type(self)).get(name)
            if slot is None or name == "_wire":
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            wire, put, convert = slot
            value = self._wire if wire is _EXTRA else self._wire.get(wire)
            if convert is not None and value is not None:
                value = convert(value)
            put(self, value)
            return value

    def to_dict(self) -> dict[str, Any]:
        """Returns the object with the field names and values of the JSON interface."""
        wire = getattr(self, "_wire", None)
        return copy.deepcopy(wire) if wire is not None else _encode_model(self)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        # By default, a dataclass with slots is pickled without the JSON, and `to_dict` of the copy would differ.
        wire = getattr(self, "_wire", None)
        return super().__reduce_ex__(protocol) if wire is None else (decode, (type(self), wire))


M = TypeVar("M", bound=Model)


class ListOf:
    """A list whose items are decoded."""

    def __init__(self, item: object) -> None:
        self.item = item


class EitherOf:
    """One of several classes: the first one whose required fields are all present."""

    def __init__(self, *models: type[Model]) -> None:
        self.models = models


DATE = object()
INSTANT = object()

_ROWS: dict[type[Model], tuple[Row, ...]] = {}
_SLOTS: dict[type[Model], dict[str, Slot]] = {}
# The wire name of `extra`, which is decoded from the whole object rather than from one field.
_EXTRA = ""


def register(model: type[Model], rows: tuple[Row, ...]) -> None:
    """Stores the fields of a generated class. Its decoder is built when it is first needed."""
    _ROWS[model] = rows


_new = object.__new__
_set_wire = vars(Model)["_wire"].__set__


def decode(model: type[M], data: dict[str, Any]) -> M:
    made = _new(model)
    # Called directly, because a frozen dataclass refuses assignments.
    _set_wire(made, data)
    return made


def _slots(model: type[Model]) -> dict[str, Slot]:
    found = _SLOTS.get(model)
    if found is None:
        found = _SLOTS[model] = _build(model)
    return found


def _build(model: type[Model]) -> dict[str, Slot]:
    slots = vars(model)
    rows = _ROWS.get(model, ())
    known = frozenset(wire for wire, *_ in rows)

    def extra(data: dict[str, Any]) -> dict[str, Any]:
        return {name: data[name] for name in data.keys() - known}

    built: dict[str, Slot] = {name: (wire, slots[name].__set__, _convert(spec)) for wire, name, spec, _ in rows}
    if "extra" in slots:
        built["extra"] = (_EXTRA, slots["extra"].__set__, extra)
    return built


def _convert(spec: object) -> Convert | None:
    if spec is None:
        return None
    if spec is Money:
        return decode_money
    if spec is DATE:
        return _decode_date
    if spec is INSTANT:
        return decode_instant
    if isinstance(spec, ListOf):
        return _list_of(_convert(spec.item))
    if isinstance(spec, EitherOf):
        return _either_of(spec.models)
    assert isinstance(spec, type)
    model: type[Model] = spec

    def convert_object(value: Any) -> Any:
        data = as_object(value)
        return value if data is None else decode(model, data)

    return convert_object


def _list_of(convert: Convert | None) -> Convert:
    def convert_list(value: Any) -> Any:
        if convert is None or not is_list(value):
            return value
        return [None if item is None else convert(item) for item in value]

    return convert_list


def _either_of(models: Sequence[type[Model]]) -> Convert:
    def required(model: type[Model]) -> frozenset[str]:
        return frozenset(wire for wire, _, _, optional in _ROWS[model] if not optional)

    ordered = sorted(((required(model), model) for model in models), key=lambda each: -len(each[0]))

    def convert(value: Any) -> Any:
        data = as_object(value)
        if data is None:
            return value
        fitting = (model for names, model in ordered if names <= data.keys())
        return decode(next(fitting, ordered[-1][1]), data)

    return convert


def decode_instant(value: Any) -> Any:
    """Returns an aware datetime, or the value unchanged if it is not a timestamp."""
    if not isinstance(value, str):
        return value
    try:
        # Python 3.10 does not accept the suffix Z.
        parsed = datetime.fromisoformat(value[:-1] + "+00:00" if value.endswith("Z") else value)
    except ValueError:
        return value
    return parsed if parsed.tzinfo is not None else value


def _decode_date(value: Any) -> Any:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        return value


def _encode_model(model: Model) -> dict[str, Any]:
    encoded: dict[str, Any] = {}
    for wire, name, _, optional in _ROWS[type(model)]:
        value = getattr(model, name)
        if value is not None or not optional:
            encoded[wire] = encode(value, keep_none=True)
    return {**encoded, **getattr(model, "extra")}  # noqa: B009


def encode(value: Any, *, keep_none: bool = False) -> Any:
    """Returns the JSON form of a request. Fields that are None are omitted."""
    if isinstance(value, (Money, Model)):
        return value.to_dict()
    if isinstance(value, Mapping):
        fields = cast("Mapping[object, object]", value)
        if isinstance(amount := fields.get("amount"), float):
            to_decimal(amount)
        return {
            str(name): encode(item, keep_none=keep_none)
            for name, item in fields.items()
            if keep_none or item is not None
        }
    if isinstance(value, (list, tuple, set, frozenset)):
        return [encode(item, keep_none=keep_none) for item in cast("Iterable[object]", value)]
    if isinstance(value, datetime):
        return _encode_instant(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if dataclasses.is_dataclass(value):
        raise TypeError(f"{type(value).__name__} cannot be sent.")
    return value


def _encode_instant(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError("A datetime must have a time zone, for example datetime.now(timezone.utc).")
    text = value.astimezone(timezone.utc).isoformat(timespec="microseconds" if value.microsecond % 1000 else "milliseconds")
    return text.replace("+00:00", "Z").replace(".000Z", "Z")
