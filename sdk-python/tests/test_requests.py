"""What the Python SDK sends, and what it refuses to send."""

from __future__ import annotations

import json
from typing import Any

import anyio
import httpx2
import pytest

import serai

KEY = "serai_sandbox_7Q2M_c4naryc4naryc4naryc4nary"
URL = "http://127.0.0.1:9"


class Recorder:
    """Accepts every request and keeps its body."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.bodies.append(json.loads(request.content))
        return httpx2.Response(200, json={})


@pytest.mark.parametrize("with_response", [False, True])
@pytest.mark.parametrize(
    ("method", "mode", "advice"), [("cancel", "QUOTE", "Use quote_cancellation"), ("quote_cancellation", "COMMIT", "Use cancel")]
)
def test_a_cancellation_is_refused_if_the_mode_of_the_other_method_is_passed(
    method: str, mode: str, advice: str, with_response: bool
) -> None:
    sent = Recorder()

    def call(bookings: Any, **request: Any) -> Any:
        return getattr(bookings.with_response if with_response else bookings, method)(bookingId="bkg_1", **request)

    async def call_async() -> None:
        http_client = httpx2.AsyncClient(transport=httpx2.MockTransport(sent))
        async with serai.AsyncSerai(KEY, URL, http_client=http_client) as client:
            await call(client.bookings, mode=mode)

    with serai.Serai(KEY, URL, http_client=httpx2.Client(transport=httpx2.MockTransport(sent))) as client:
        with pytest.raises(TypeError, match=advice):
            call(client.bookings, mode=mode)
        with pytest.raises(TypeError, match=advice):
            anyio.run(call_async)
        assert sent.bodies == []
        own = "COMMIT" if method == "cancel" else "QUOTE"
        call(client.bookings, mode=own)
        call(client.bookings, mode=None)
        assert sent.bodies == [{"bookingId": "bkg_1", "mode": own}] * 2
