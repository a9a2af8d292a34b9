"""The two clients.

httpx2 takes several times as long to import as the rest of the package, so the modules that use it are imported when
the first client is created.
"""

from __future__ import annotations

import dataclasses
import logging
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import webhooks as _webhooks
from ._generated.resources import (
    Account,
    AsyncAccount,
    AsyncBookings,
    AsyncContent,
    AsyncHotels,
    AsyncPlaces,
    Bookings,
    Content,
    Hotels,
    Places,
)
from ._lazy import load_types
from ._limits import RateLimitState, Throttle
from ._machine import Core
from ._options import ClientSettings, check_number, check_retries, check_timeout, client_settings

if TYPE_CHECKING:
    import httpx2

    from ._async import AsyncPool
    from ._sync import SyncPool
else:
    from ._lazy import httpx2

if sys.version_info >= (3, 11):
    from typing import Self
elif TYPE_CHECKING:
    from typing_extensions import Self


class _Client:
    """What both clients share."""

    webhooks = _webhooks
    """Verification of webhook events."""
    _core: Core

    @property
    def base_url(self) -> str:
        """Base URL of the partner API."""
        return self._core.settings.base_url

    @property
    def rate_limit(self) -> RateLimitState | None:
        """The rate windows that a response last reported. None until a response reports them."""
        return self._core.seen.rate_limit

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self.base_url!r})"

    def __reduce__(self) -> Any:
        raise TypeError("A client contains the API key and cannot be pickled. Create one in each process.")


def _core_of(settings: ClientSettings) -> Core:
    return Core(settings, Throttle() if settings.throttle else None)


def _changed(core: Core, timeout: float | None, max_retries: int | None, max_retry_after: float | None) -> Core:
    """Copies a core with other settings. Both share the throttle and the rate limit state."""
    old = core.settings
    retries = check_retries(max_retries)
    retry_after = check_number("max_retry_after", max_retry_after, 0)
    settings = dataclasses.replace(
        old,
        timeout=check_timeout(timeout) or old.timeout,
        max_retries=old.max_retries if retries is None else retries,
        max_retry_after=old.max_retry_after if retry_after is None else retry_after,
    )
    return dataclasses.replace(core, settings=settings)


class Serai(_Client):
    """A client for one Serai installation with one API key. Threads may share it.

    Create one client and keep it, because it reuses its connections.

    Args:
        api_key: The API key. Default: SERAI_API_KEY.
        base_url: Base URL of the installation. Default: SERAI_BASE_URL.
        timeout: Seconds per attempt. Default: 15 seconds longer than the timeout of the service.
        max_retries: Maximum number of retries after a failed attempt. Default: 2.
        max_retry_after: Longest `Retry-After` to wait for, in seconds. Default: 60.
        throttle: Delays calls while a rate window is exhausted, instead of letting them fail.
        http_client: Replaces the connections, for example for a proxy or client certificates. The caller closes it.
        logger: Receives WARNING for each retry and DEBUG for each attempt. Default: the logger `serai`.
    """

    hotels: Hotels
    bookings: Bookings
    account: Account
    content: Content
    places: Places

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        max_retry_after: float | None = None,
        throttle: bool = False,
        http_client: httpx2.Client | None = None,
        logger: logging.Logger | None = None,
    ) -> None:
        settings = client_settings(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            max_retry_after=max_retry_after,
            throttle=throttle,
            logger=logger,
        )
        from ._sync import SyncPool

        self._start(_core_of(settings), SyncPool(http_client))

    def _start(self, core: Core, pool: SyncPool) -> None:
        from ._sync import SyncConnection

        connection = SyncConnection(core, pool)
        self._core, self._connection = core, connection
        self.hotels = Hotels(connection)
        self.bookings = Bookings(connection)
        self.account = Account(connection)
        self.content = Content(connection)
        self.places = Places(connection)

    def with_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        max_retry_after: float | None = None,
    ) -> Self:
        """Returns a client with other options over the same connections."""
        other = type(self).__new__(type(self))
        other._start(_changed(self._core, timeout, max_retries, max_retry_after), self._connection.pool)
        return other

    def close(self) -> None:
        """Closes the connections. A later call opens new ones."""
        self._connection.pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncSerai(_Client):
    """The same client for asyncio and trio, with the same arguments. Its methods are awaited. Tasks may share it."""

    hotels: AsyncHotels
    bookings: AsyncBookings
    account: AsyncAccount
    content: AsyncContent
    places: AsyncPlaces

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        max_retry_after: float | None = None,
        throttle: bool = False,
        http_client: httpx2.AsyncClient | None = None,
        logger: logging.Logger | None = None,
    ) -> None:
        # Takes about 100 ms, which the first call would otherwise block the event loop.
        load_types()
        settings = client_settings(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            max_retry_after=max_retry_after,
            throttle=throttle,
            logger=logger,
        )
        from ._async import AsyncPool

        self._start(_core_of(settings), AsyncPool(http_client))

    def _start(self, core: Core, pool: AsyncPool) -> None:
        from ._async import AsyncConnection

        connection = AsyncConnection(core, pool)
        self._core, self._connection = core, connection
        self.hotels = AsyncHotels(connection)
        self.bookings = AsyncBookings(connection)
        self.account = AsyncAccount(connection)
        self.content = AsyncContent(connection)
        self.places = AsyncPlaces(connection)

    def with_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        max_retry_after: float | None = None,
    ) -> Self:
        """Returns a client with other options over the same connections."""
        other = type(self).__new__(type(self))
        other._start(_changed(self._core, timeout, max_retries, max_retry_after), self._connection.pool)
        return other

    async def close(self) -> None:
        """Closes the connections. A later call opens new ones."""
        await self._connection.pool.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
