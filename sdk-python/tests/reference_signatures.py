"""Compares the signatures of webhooks with those of the reference implementation of Standard Webhooks."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any

from standardwebhooks.webhooks import Webhook

from serai import types, webhooks

SECRET = "whsec_QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="
PING: dict[str, Any] = {"id": "evt_1", "type": "webhook.ping", "data": {"endpointId": "whk_1", "message": "Grüße"}}

signed = webhooks.sign(PING, [SECRET])
Webhook(SECRET).verify(signed.body, signed.headers)

at = datetime.now(timezone.utc)
body = json.dumps(PING)
headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": str(int(at.timestamp())),
    "webhook-signature": Webhook(SECRET).sign("evt_1", at, body),
}
event = webhooks.unwrap(body.encode(), headers, SECRET)
assert isinstance(event, types.WebhookPingEvent)
assert event.data.message == "Grüße"
print("ok")
