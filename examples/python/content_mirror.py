"""Keeps a copy of the hotel catalogue up to date.

    python content_mirror.py mirror.json             reads changes every minute, until Ctrl-C
    python content_mirror.py mirror.json --once      reads changes once, for a scheduler

The program may be stopped or killed at any time: the file always contains complete pages and the position to continue
from. A real mirror would use a database and write a page and the position in the same transaction.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from serai import ApiError, Serai, types

INTERVAL_SECONDS = 60
PAGE_SIZE = 500

arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
file = arguments[0] if arguments else "mirror.json"


def load() -> dict[str, Any]:
    """`since` is the start time for the next run. `run` is a run through the changes that is still in progress."""
    try:
        with open(file, encoding="utf-8") as stored:
            mirror: dict[str, Any] = json.load(stored)
            return mirror
    except FileNotFoundError:
        return {"since": None, "run": None, "hotels": {}, "mergedInto": {}}


def save(mirror: dict[str, Any]) -> None:
    """Replaces the file atomically: readers see either the old file or the new one."""
    with open(f"{file}.new", "w", encoding="utf-8") as draft:
        json.dump(mirror, draft)
    os.replace(f"{file}.new", file)


def apply(mirror: dict[str, Any], hotel: types.Hotel) -> None:
    if hotel.status == "ACTIVE":
        mirror["hotels"][hotel.hotel_id] = hotel.to_dict()
    else:
        mirror["hotels"].pop(hotel.hotel_id, None)
    # Bookings may still refer to the old id.
    if hotel.merged_into is not None:
        mirror["mergedInto"][hotel.hotel_id] = hotel.merged_into


def fetch_page(serai: Serai, since: str | None, cursor: str | None) -> types.HotelsResponse:
    request: types.HotelsRequest = {"include": ["description"], "page": {"limit": PAGE_SIZE}}
    if since is not None:
        request["updatedSince"] = since
    if cursor is not None:
        request["page"] = {"limit": PAGE_SIZE, "cursor": cursor}
    return serai.content.hotels(**request)


def next_page(serai: Serai, mirror: dict[str, Any]) -> types.HotelsResponse:
    """Requests the next page of the current run, or the first page of a new one."""
    run = mirror["run"]
    if run is None:
        return fetch_page(serai, mirror["since"], None)
    try:
        return fetch_page(serai, run["since"], run["cursor"])
    except ApiError as error:
        if error.code != "INVALID_CURSOR":
            raise
        # The cursor has expired, so the run starts again.
        return fetch_page(serai, run["since"], None)


def catch_up(serai: Serai, mirror: dict[str, Any]) -> int:
    changes = 0
    while True:
        page = next_page(serai, mirror)
        for hotel in page.hotels:
            apply(mirror, hotel)
        changes += len(page.hotels)
        run = mirror["run"] or {
            "since": mirror["since"],
            # According to the clock of the service. The next run starts here, so no change is missed.
            "startedAt": page.meta.to_dict()["processedAt"],
        }
        if not page.page.has_more or page.page.next_cursor is None:
            mirror.update(since=run["startedAt"], run=None)
            save(mirror)
            return changes
        mirror["run"] = {**run, "cursor": page.page.next_cursor}
        save(mirror)
        print(f"{len(mirror['hotels'])} hotels so far", flush=True)


with Serai() as client:
    current = load()
    try:
        while True:
            count = catch_up(client, current)
            print(f"{count} changes, {len(current['hotels'])} hotels", flush=True)
            if "--once" in sys.argv:
                break
            time.sleep(INTERVAL_SECONDS)
    except KeyboardInterrupt:
        pass
