"""Reads the conformance table, which describes the behaviour that all SDKs share."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "contract/conformance"
RECORDED = ROOT / "contract/src/generated/examples"
NAME = re.compile(r"\$(\$?)([A-Z][A-Z0-9_]*(?:\.[a-z_.-]+)?)")


def read_table(url: str = "") -> list[dict[str, Any]]:
    """All cases with their definitions filled in. `url` is the address of the scripted server."""
    definitions = json.loads((FOLDER / "definitions.json").read_text())
    cases: list[dict[str, Any]] = []
    for file in sorted(FOLDER.glob("*.json")):
        if file.name == "definitions.json":
            continue
        for case in json.loads(file.read_text())["cases"]:
            plain = {name: value for name, value in case.items() if name != "for"}
            for row in case.get("for", [{}]):
                filled = fill(plain, {**definitions, "URL": url, **row})
                cases.append({**filled, "group": file.stem})
    return cases


def fill(value: Any, values: dict[str, Any]) -> Any:
    """Replaces `$NAME` by its value, and `$$NAME` by the definition that the value names."""
    if isinstance(value, str):
        return fill_text(value, values)
    if isinstance(value, list):
        return [fill(item, values) for item in value]
    if isinstance(value, dict):
        return {str(fill_text(name, values)): fill(item, values) for name, item in value.items()}
    return value


def fill_text(text: str, values: dict[str, Any]) -> Any:
    found = NAME.search(text)
    if not found:
        return text
    value = look_up(found[2], values)
    if found[1]:
        value = look_up(str(value), values)
    if found[0] == text:
        return fill(value, values)
    shown = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return fill_text(text.replace(found[0], shown, 1), values)


def look_up(name: str, values: dict[str, Any]) -> Any:
    if name in values:
        return values[name]
    kind, _, key = name.partition(".")
    if kind == "EVENT":
        return json.loads((RECORDED / "events.json").read_text())[key]
    recorded = json.loads((RECORDED / f"{key}.json").read_text())[0]
    return {"RECORDED": recorded["answer"], "REQUEST": recorded["request"]}[kind]
