"""Every recorded response has the types that the generated classes declare."""

from __future__ import annotations

import dataclasses
import inspect
import json
import sys
import types as builtin_types
import typing
from typing import Any

import pytest
from decoded import difference
from table import RECORDED

import serai
from serai._generated.operations import OPERATIONS
from serai._model import Model, decode


def generated_classes() -> list[type]:
    """Python 3.10 cannot evaluate the annotations of requests, because it has no NotRequired."""
    found = [each for _, each in inspect.getmembers(serai.types, inspect.isclass)]
    own = [each for each in found if each.__module__ == serai.types.__name__]
    return own if sys.version_info >= (3, 11) else [each for each in own if issubclass(each, Model)]


def hints_of(model: type) -> dict[str, Any]:
    return typing.get_type_hints(model)


def mismatch(value: object, hint: Any, path: str) -> str | None:
    """Returns the first place where a value does not have the declared type."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return None
    if origin in (typing.Union, builtin_types.UnionType):
        found = [mismatch(value, each, path) for each in args]
        return None if None in found else found[0]
    if origin is typing.Literal:
        return None if value in args else f"{path}: {value!r}"
    if origin is list:
        items = value if isinstance(value, list) else [value]
        return next((each for i, item in enumerate(items) if (each := mismatch(item, args[0], f"{path}/{i}"))), None)
    expected = origin or (type(None) if hint is None else hint)
    # An integer is a valid number, but a datetime is not a valid date.
    if expected is float:
        expected = (int, float)
    elif type(value) is not expected and expected is not type(None) and not issubclass(expected, Model):
        return f"{path}: {value!r} is not {expected.__name__}"
    if not isinstance(value, expected):
        return f"{path}: {value!r} is not {expected}"
    if isinstance(value, Model) and dataclasses.is_dataclass(value):
        hints = hints_of(type(value))
        fields = (mismatch(getattr(value, name), each, f"{path}/{name}") for name, each in hints.items() if name != "_wire")
        return next((each for each in fields if each), None)
    return None


def recorded() -> list[tuple[str, int]]:
    return [
        (operation, i)
        for operation in OPERATIONS
        if (RECORDED / f"{operation}.json").exists()
        for i in range(len(json.loads((RECORDED / f"{operation}.json").read_text())))
    ]


@pytest.mark.parametrize(("operation", "index"), recorded())
def test_a_recorded_response_has_the_declared_types(operation: str, index: int) -> None:
    answer = json.loads((RECORDED / f"{operation}.json").read_text())[index]["answer"]
    name = "".join(part.capitalize() for part in operation.split("-"))
    decoded = decode(getattr(serai.types, serai.types.OLD_NAMES[f"{name}Answer"]), answer)
    assert mismatch(decoded, type(decoded), operation) is None
    assert decoded.to_dict() == answer


def test_a_wrong_value_is_found() -> None:
    answer = json.loads((RECORDED / "bookingdetail.json").read_text())[0]["answer"]
    answer["booking"]["checkIn"] = "soon"
    decoded = decode(serai.types.BookingDetail, answer)
    assert "check_in" in str(mismatch(decoded, type(decoded), ""))


def test_a_wrong_attribute_is_found_although_the_stored_json_is_right() -> None:
    answer = json.loads((RECORDED / "bookingdetail.json").read_text())[0]["answer"]
    decoded = decode(serai.types.BookingDetail, answer)
    assert difference(decoded, answer, exact=True) is None
    for name in ("status", "price", "check_in", "created_at"):
        wrong = decode(serai.types.BookingDetail, answer)
        object.__setattr__(wrong.booking, name, None)
        assert wrong.to_dict() == answer
        assert difference(wrong, answer, exact=True)


def test_frameworks_can_read_the_annotations_of_every_class() -> None:
    classes = generated_classes()
    assert len(classes) > 100
    for each in classes:
        hints_of(each)


def test_an_attribute_is_decoded_when_it_is_first_read() -> None:
    answer = json.loads((RECORDED / "bookingdetail.json").read_text())[0]["answer"]
    detail = decode(serai.types.BookingDetail, answer)
    slot = vars(serai.types.BookingDetail)["booking"]
    with pytest.raises(AttributeError):
        slot.__get__(detail)
    booking = detail.booking
    assert slot.__get__(detail) is booking is detail.booking
    assert detail == decode(serai.types.BookingDetail, answer)
    assert "extra" not in repr(booking) and booking.extra == {}


def test_an_attribute_that_does_not_exist_is_reported_for_decoded_and_for_constructed_responses() -> None:
    for each in (decode(serai.types.Location, {"latitude": 1.0}), serai.types.Location(latitude=1.0, longitude=2.0)):
        with pytest.raises(AttributeError, match="'Location' object has no attribute 'height'"):
            each.height  # type: ignore[attr-defined]  # noqa: B018
        assert not hasattr(each, "height")


def test_the_names_of_earlier_versions_give_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="PrebookingAnswer is now called Quote"):
        assert serai.types.PrebookingAnswer is serai.types.Quote
    for old, new in serai.types.OLD_NAMES.items():
        with pytest.warns(DeprecationWarning):
            assert getattr(serai.types, old) is getattr(serai.types, new)
    with pytest.raises(AttributeError, match="NoSuchType"):
        serai.types.NoSuchType  # type: ignore[attr-defined]  # noqa: B018
