"""Receives events and keeps the latest state of every booking, although events may arrive more than once and in any order.

    SERAI_WEBHOOK_SECRETS=whsec_… PORT=9000 python webhook_receiver.py events.jsonl

`POST /webhooks` receives events, and `GET /bookings` returns the stored state. During a rotation, pass both secrets
separated by a comma. Every event is written to disk before the response. A real receiver would use a table with the event
id as its key.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from serai import WebhookError, webhooks

MAX_BODY_BYTES = 1024 * 1024

file = Path(sys.argv[1] if len(sys.argv) > 1 else "events.jsonl")
secrets = [secret for secret in os.environ.get("SERAI_WEBHOOK_SECRETS", "").split(",") if secret]
if not secrets:
    raise SystemExit("Set SERAI_WEBHOOK_SECRETS to the signing secret of the endpoint.")

seen: set[str] = set()
bookings: dict[str, dict[str, Any]] = {}
lock = threading.Lock()


def apply(event: dict[str, Any]) -> None:
    """Leads to the same state for the same events, in any order and with any number of duplicates."""
    seen.add(event["id"])
    booking = event["data"].get("booking")
    if booking is None:
        return
    known = bookings.get(booking["bookingId"], {"version": 0})
    if booking["version"] > known["version"]:
        bookings[booking["bookingId"]] = booking


def load() -> None:
    if not file.exists():
        return
    # A line truncated by a crash was never acknowledged, so its event is delivered again.
    stored = file.read_bytes()
    whole = stored[: stored.rfind(b"\n") + 1]
    for line in whole.splitlines():
        apply(json.loads(line))
    if whole != stored:
        os.truncate(file, len(whole))


def store(event: dict[str, Any]) -> None:
    """One thread at a time writes, so that concurrent duplicates are written once."""
    with lock:
        if event["id"] in seen:
            return
        with file.open("a", encoding="utf-8") as journal:
            journal.write(json.dumps(event) + "\n")
            journal.flush()
            os.fsync(journal.fileno())
        apply(event)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        """Serai delivers the event again after any status other than 2xx, except 410, which disables the endpoint."""
        length = int(self.headers.get("content-length") or 0)
        if self.path != "/webhooks":
            self.respond(404)
        elif length > MAX_BODY_BYTES:
            self.respond(413)
        else:
            self.receive(self.rfile.read(length))

    def receive(self, body: bytes) -> None:
        try:
            event = webhooks.unwrap(body, self.headers, secrets)
        except WebhookError as error:
            print(f"{error.reason}: {error}", file=sys.stderr)
            self.respond(400)
            return
        store(event.to_dict())
        self.respond(204)

    def do_GET(self) -> None:
        if self.path != "/bookings":
            self.respond(404)
            return
        shown = ("bookingId", "status", "version")
        with lock:
            known = [{name: booking[name] for name in shown} for booking in bookings.values()]
            state = {"events": len(seen), "bookings": known}
        self.respond(200, json.dumps(state).encode())

    def respond(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        if body:
            self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Only failures are printed."""


load()
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
print(f"Receiving events at {server.server_address}", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    server.server_close()
