/** Generates the types, operations, error codes and methods of the Python SDK from the same catalogue as the others. */
import { ERRORS } from '../../contract/src/errors.ts';
import { EVENTS } from '../../contract/src/events.ts';
import { componentName, refName } from '../../contract/src/openapi/schema-catalogue.ts';
import { OPERATIONS } from '../../contract/src/operations.ts';
import { TIMEOUTS } from '../../contract/src/shared/settings.ts';
import { GENERATED_NOTICE, type GeneratedFile } from './generated-file.ts';
import { PythonModels, quoted } from './python-models.ts';
import { innerClassName } from './python-names.ts';
import { printResources, typeNamesOf } from './python-resources.ts';
import { oldTypeNames, operationSummaries, partnerComponents } from './sdk-types.ts';

const FOLDER = 'sdk-python/src/serai/_generated';

export const sdkPython: readonly GeneratedFile[] = [
  { path: `${FOLDER}/types.py`, render: renderTypes },
  { path: `${FOLDER}/operations.py`, render: renderOperations },
  { path: `${FOLDER}/errors.py`, render: renderErrors },
  { path: `${FOLDER}/resources.py`, render: renderResources },
];

const HEAD = `# ${GENERATED_NOTICE}\nfrom __future__ import annotations\n`;

/** Frameworks such as FastAPI read annotations at run time, so the name is imported wherever Python has it. */
function importSince311(name: string): string {
  return `if sys.version_info >= (3, 11):
    from typing import ${name}
elif TYPE_CHECKING:
    from typing_extensions import ${name}
`;
}

const TYPE_IMPORTS = `import dataclasses
import datetime as dt
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Union

from .._json import JsonObject
from .._model import DATE, INSTANT, EitherOf, ListOf, Model, register
from .._money import Money, MoneyInput

${importSince311('NotRequired')}`;

/** The components of the catalogue. The mode of a cancellation is not an argument: each mode has its own method. */
function components() {
  return partnerComponents().map(component => {
    if (component.name !== 'CancelRequest') return component;
    const { mode: _, ...properties } = component.schema.properties ?? {};
    const required = component.schema.required?.filter(name => name !== 'mode');
    return { ...component, schema: { ...component.schema, properties, ...(required && { required }) } };
  });
}

function renderTypes(): string {
  const events = EVENTS.map(event => `${componentName(event.type)}Event`);
  const byType = EVENTS.map(event => `    ${quoted(event.type)}: ${componentName(event.type)}Event,`);
  const models = new PythonModels(components(), oldTypeNames());
  return [
    HEAD,
    TYPE_IMPORTS,
    models.print(operationSummaries()),
    `# All events of this version. Later versions may send other types.\nKnownEvent = Union[\n${events.map(name => `    ${name},`).join('\n')}\n]`,
    `EVENTS: dict[str, type[Model]] = {\n${byType.join('\n')}\n}\n`,
    printOldNames(models.oldNames()),
  ].join('\n\n');
}

/** Type checkers read the aliases. At run time, each use of an old name gives a warning. */
function printOldNames(names: ReadonlyMap<string, string>): string {
  const aliases = [...names].map(([now, before]) => `    ${before}: TypeAlias = ${now}`);
  const rows = [...names].map(([now, before]) => `    ${quoted(before)}: ${quoted(now)},`);
  return `# Names of earlier versions.
OLD_NAMES: dict[str, str] = {
${rows.join('\n')}
}

if TYPE_CHECKING:
${aliases.join('\n')}
else:

    def __getattr__(name):
        if name not in OLD_NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        warnings.warn(f"{name} is now called {OLD_NAMES[name]}.", DeprecationWarning, stacklevel=2)
        return globals()[OLD_NAMES[name]]
`;
}

function renderOperations(): string {
  const rows = OPERATIONS.map(({ name, path, scope, deadlineMs }) => {
    const timeout = Object.entries(TIMEOUTS).find(([operation]) => operation === name)?.[1];
    return `    ${quoted(name)}: Operation(${quoted(path)}, ${quoted(scope)}, ${timeout ? timeout.default : 'None'}, ${deadlineMs}),`;
  });
  return `${HEAD}
from typing import NamedTuple


class Operation(NamedTuple):
    """The path of an operation and its time limits in milliseconds."""

    path: str
    scope: str
    default_timeout_ms: int | None
    deadline_ms: int


OPERATIONS: dict[str, Operation] = {
${rows.join('\n')}
}
`;
}

function renderErrors(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, retryable }]) => `    ${quoted(code)}: (${status}, ${retryable ? 'True' : 'False'}),`,
  );
  return `${HEAD}
# The status of each error code, and whether the same request may succeed later.
ERRORS: dict[str, tuple[int, bool]] = {
${rows.join('\n')}
}
`;
}

function renderResources(): string {
  const byName = new Map(components().map(component => [component.name, component]));
  const itemClass = (operation: string, field: string): string => {
    const name = typeNamesOf(operation).response;
    const item = byName.get(name)?.schema.properties?.[field]?.items;
    if (!item) throw new Error(`${name} has no list named ${field}.`);
    return `types.${item.$ref === undefined ? innerClassName(name, field, true) : refName(item.$ref)}`;
  };
  return [
    HEAD,
    `import sys
from typing import TYPE_CHECKING, Any, overload

from .._async_resources import AsyncBookingsBase, AsyncEach, AsyncHotelsBase, AsyncResource
from .._options import BookingRef, CallOptions, ConditionalOptions, with_field
from .._response import NotModified, Response
from .._sync_resources import BookingsBase, Each, HotelsBase, Resource

if TYPE_CHECKING:
    from . import types
else:
    from .._lazy import types

${importSince311('Unpack')}
`,
    printResources(itemClass),
  ].join('\n');
}
