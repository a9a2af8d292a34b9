"""Connections, locks and counters must not be shared with the process that this one was forked from."""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Forgetting(Protocol):
    def forget(self) -> None:
        """Replaces everything that belongs to the parent process."""


_ALL: weakref.WeakSet[Forgetting] = weakref.WeakSet()


def forget_after_fork(each: Forgetting) -> None:
    """Calls `forget` in a forked process before anything else runs there. No thread can see a mixture of both states."""
    _ALL.add(each)


def _forget_all() -> None:
    for each in list(_ALL):
        each.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
