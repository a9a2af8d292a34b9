"""Amounts of money with the exact digits that the service sends."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from typing_extensions import TypeAlias


class MoneyDict(TypedDict):
    """An amount of money in a request: a decimal string or a Decimal, and a currency code."""

    amount: str | Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Money:
    """An amount and its currency. The number of decimals is that of the currency: `Money("212.40", "EUR")`."""

    amount: Decimal
    currency: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "amount", to_decimal(self.amount))

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
        return Decimal(amount)
    except InvalidOperation:
        raise ValueError(f"{amount!r} is not an amount.") from None


def decode_money(value: Any) -> Any:
    """Returns the value unchanged if it is not an amount of money."""
    if not is_money(value):
        return value
    try:
        return Money(Decimal(value["amount"]), value["currency"])
    except InvalidOperation:
        return value


def is_money(value: object) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("amount"), str)
        and isinstance(value.get("currency"), str)
    )


if TYPE_CHECKING:
    MoneyInput: TypeAlias = Money | MoneyDict
