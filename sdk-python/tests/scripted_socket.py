"""A server on a socket that plays a script of responses and connection failures."""

from __future__ import annotations

import json
import re
import socket
import struct
import threading
from typing import Any

DRIP_SECONDS = 0.02


class ScriptedSocket:
    def __init__(self, steps: list[dict[str, Any]]) -> None:
        self._steps = list(steps)
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []
        self.received: list[dict[str, Any]] = []
        # Requests, and connections that were closed before a request was read.
        self.sent = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._start(self._accept)

    def _start(self, target: Any, *args: Any) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        self._closed.set()
        self.stop_listening()
        for thread in self._threads:
            thread.join(5)

    def stop_listening(self) -> None:
        try:
            # Wakes up the thread that accepts connections.
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()

    def _next(self) -> dict[str, Any]:
        self.sent += 1
        return self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]

    def _accept(self) -> None:
        while not self._closed.is_set():
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            if self._steps[0].get("hangUp") == "before-request":
                self._next()
                reset(peer)
            else:
                self._start(self._serve, peer)

    def _serve(self, peer: socket.socket) -> None:
        with peer:
            try:
                request = read_request(peer)
                if request:
                    self.received.append(request)
                    self._play(peer, self._next())
            except OSError:
                pass

    def _play(self, peer: socket.socket, step: dict[str, Any]) -> None:
        if step.get("stopListening"):
            self.stop_listening()
        if step.get("hangUp") == "after-request":
            reset(peer)
        elif step.get("hangUp") == "half-body":
            peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
        elif step.get("slowBody"):
            peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
            while not self._closed.wait(DRIP_SECONDS):
                peer.sendall(b" ")
        elif step.get("silent"):
            self._closed.wait()
        else:
            peer.sendall(response_bytes(step))


def reset(peer: socket.socket) -> None:
    """Closes the connection with a reset."""
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    peer.close()


def read_request(peer: socket.socket) -> dict[str, Any] | None:
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = peer.recv(65536)
        if not chunk:
            return None
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", 0)):
        body += peer.recv(65536)
    return {"path": first.split(" ")[1], "headers": headers, "text": body.decode()}


def response_bytes(step: dict[str, Any]) -> bytes:
    body = step.get("body", {})
    text = (body if isinstance(body, str) else json.dumps(body)).encode()
    headers = {
        "x-request-id": "req_test",
        "content-type": "application/json",
        "content-length": str(len(text)),
        "connection": "close",
        **step.get("headers", {}),
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return re.sub("^", f"HTTP/1.1 {step.get('status', 200)} Scripted\r\n", lines, count=1).encode() + b"\r\n" + text
