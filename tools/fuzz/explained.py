"""A stricter replacement for the check `positive_data_acceptance` of schemathesis.

A request that fits openapi.json may still be rejected, because some rules compare several fields, or compare a field
with stored data. The document describes these rules in words. This check accepts a rejection only if its code is one of
them, so that a rule about a single field that the document lacks is still found.
"""

import re

import schemathesis
from schemathesis.generation import GenerationMode

# The whole request is rejected for a reason that depends on stored data or on an opaque value.
CODES = {
    "INVALID_CURSOR": "a cursor is opaque and belongs to one list",
    "SCENARIO_NOT_ALLOWED": "the list of scenarios grows, so the document does not restrict it",
    "OCCUPANCY_MISMATCH": "the guests are compared with the quote",
    "PRICE_MISMATCH": "the price is compared with the quote",
    "IDEMPOTENCY_KEY_REUSED": "the key is compared with earlier requests",
    "OFFER_EXPIRED": "offers expire",
    "QUOTE_EXPIRED": "quotes expire",
}

# Single failures in the details of a VALIDATION_ERROR.
DETAILS = {
    "EXACTLY_ONE_ALLOWED": "two fields exclude each other",
    "EXACTLY_ONE_REQUIRED": "one of several fields is needed",
    "TOLERANCE_REQUIRED": "one of two fields is needed",
    "SORT_NOT_POSSIBLE": "sorting by distance needs a place or a point, which is one of several fields",
    "STAY_TOO_SHORT": "two dates are compared",
    "STAY_TOO_LONG": "two dates are compared",
    "DATE_IN_PAST": "a date is compared with today",
    "DATE_TOO_FAR": "a date is compared with today",
    "DATE_REQUIRED": "the format of a date depends on the kind of date",
    "UNKNOWN_COUNTRY": "countries come and go, so the document states only the form of their codes",
    "UNKNOWN_CURRENCY": "currencies come and go, so the document states only the form of their codes",
    "REQUIRED_BY_QUOTE": "the quote states which fields its provider needs",
    "RANGE_REVERSED": "two fields are compared",
    "RANGE_EMPTY": "two fields are compared",
    "WRONG_DECIMALS": "the decimals of an amount depend on its currency",
    "CURRENCY_MISMATCH": "the currencies of two amounts are compared",
    "DUPLICATE": "several items of a list are compared",
    "AGE_REQUIRED": "the age of a guest depends on the type",
    "AGE_NOT_ALLOWED": "the age of a guest depends on the type",
    "NAME_INCOMPLETE": "two names are given together",
    "GUEST_NAME_REQUIRED": "one of several guests needs a name",
    "CARD_NUMBER": "a check digit shows whether a text contains a card number",
    "NOT_WITH_SUMMARY": "two fields exclude each other",
    "CONTROL_CHARACTER": "control and text direction characters are described in words",
    "NOT_ALLOWED": "no text may contain NUL, which generators of strings rarely leave out",
}

# Failures of a single field that a schema cannot express. The path is a regular expression.
FIELDS = {
    (r"/filters/(from|to)", "INVALID_FORMAT"): "a pattern cannot express which dates exist",
    (r"/(updatedSince|filters/freeCancellationUntil)", "INVALID_FORMAT"): "a format cannot express that a time is in UTC",
    (r"/holder/email", "INVALID_FORMAT"): "the format also allows quoted and bracketed addresses, which hotels cannot use",
    (r"/remarks|.*/(first|last)Name", "TOO_BIG"): "the quote states how long these texts may be",
}


def is_explained(detail):
    code, path = detail["code"], detail["path"]
    return code in DETAILS or any(code == each and re.fullmatch(field, path) for field, each in FIELDS)


@schemathesis.check
def explained_rejection(ctx, response, case):
    """A request that fits the document is rejected only for a documented reason."""
    if case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    if response.status_code not in (400, 410, 422):
        return
    error = response.json()["error"]
    if error["code"] in CODES:
        return
    details = error.get("details", [{"path": "", "code": error["code"]}])
    unexplained = [each for each in details if not is_explained(each)]
    if error["code"] == "VALIDATION_ERROR" and not unexplained:
        return
    raise AssertionError(f"The document allows this request, but it was rejected: {error['code']} {unexplained}")
