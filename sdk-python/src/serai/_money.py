"""Amounts of money with the exact digits that the service sends."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias, TypedDict

from ._json import as_object


class MoneyDict(TypedDict):
    """An amount of money in a request: a decimal string or a Decimal, and a currency code."""

    amount: str | Decimal
    currency: str


@dataclass(frozen=True, slots=True, init=False)
class Money:
    """An amount and its currency. The number of decimals is that of the currency: `Money("212.40", "EUR")`."""

    amount: Decimal
    currency: str

    def __init__(self, amount: Decimal | str | int, currency: str) -> None:
        object.__setattr__(self, "amount", to_decimal(amount))
        object.__setattr__(self, "currency", currency)

    def __str__(self) -> str:
        return f"{self.amount:f} {self.currency}"

    def to_dict(self) -> dict[str, str]:
        """Returns the form that the service sends and accepts."""
        return {"amount": f"{self.amount:f}", "currency": self.currency}


def to_decimal(amount: object) -> Decimal:
    """Converts an exact amount. A float is refused, because it cannot hold most amounts exactly."""
    if isinstance(amount, bool) or not isinstance(amount, (str, int, Decimal)):
        raise TypeError(
            f"An amount must be a string or a Decimal, not {type(amount).__name__}, "
            'because it must be exact. For example: Money("212.40", "EUR").'
        )
    try:
        exact = Decimal(amount)
    except InvalidOperation:
        exact = Decimal("NaN")
    if not exact.is_finite():
        raise ValueError(f"{amount!r} is not an amount.")
    return exact


def decode_money(value: Any) -> Any:
    """Returns the value unchanged if it is not an amount of money."""
    if not is_money(value):
        return value
    try:
        return Money(value["amount"], value["currency"])
    except ValueError:
        return value


def is_money(value: object) -> bool:
    fields = as_object(value) or {}
    return isinstance(fields.get("amount"), str) and isinstance(fields.get("currency"), str)


MoneyInput: TypeAlias = Money | MoneyDict
