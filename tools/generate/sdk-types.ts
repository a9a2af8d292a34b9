/** Generates the SDK types: requests, responses, events, error codes and the table of operations. */

import { ERRORS } from '../../contract/src/errors.ts';
import { EVENTS } from '../../contract/src/events.ts';
import { addErrorSchemas, ERROR_SCHEMAS } from '../../contract/src/openapi/errors.ts';
import { eventItems } from '../../contract/src/openapi/events.ts';
import { NAMED_SCHEMAS } from '../../contract/src/openapi/named-schemas.ts';
import { operationItem } from '../../contract/src/openapi/paths.ts';
import {
  type Component,
  componentName,
  createSchemaCatalogue,
} from '../../contract/src/openapi/schema-catalogue.ts';
import type { Operation } from '../../contract/src/operation.ts';
import { OPERATIONS } from '../../contract/src/operations.ts';
import { SCOPE_NAMES } from '../../contract/src/scopes.ts';
import { TIMEOUTS } from '../../contract/src/shared/settings.ts';
import { GENERATED_NOTICE, type GeneratedFile } from './generated-file.ts';
import { mergeTwins } from './merge-twins.ts';
import { printComment, printType } from './type-printer.ts';

export const sdkTypes: readonly GeneratedFile[] = [
  { path: 'sdk/src/generated/types.ts', render: renderSdkTypes },
];

/** The catalogue is filled in the same way as for the OpenAPI document, so that both use the same names. */
export function partnerComponents(): Component[] {
  const catalogue = createSchemaCatalogue({ ...NAMED_SCHEMAS, ...ERROR_SCHEMAS });
  const errors = addErrorSchemas(catalogue);
  for (const operation of OPERATIONS) operationItem(operation, catalogue, errors);
  eventItems(EVENTS, catalogue);
  return catalogue.components();
}

function renderSdkTypes(): string {
  return [
    `// ${GENERATED_NOTICE}\n`,
    printComponents(partnerComponents()),
    printEvents(),
    printScopes(),
    printErrors(),
    printOperations(OPERATIONS),
    printOldNames(),
  ].join('\n');
}

function printComponents(components: readonly Component[]): string {
  const byName = new Map(components.map(component => [component.name, component]));
  const body = (name: string, nameOf: (name: string) => string): string => {
    const component = byName.get(name);
    if (!component) throw new Error(`There is no component named ${name}.`);
    const answer = component.direction === 'answer';
    return printType(component.schema, { openEnums: answer, optionalUndefined: !answer, nameOf });
  };
  const nameOf = mergeTwins([...byName.keys()], body);
  const summaries = operationSummaries();
  return components
    .filter(({ name }) => nameOf(name) === name)
    .map(({ name, schema }) => {
      const type = body(name, nameOf);
      const declared =
        type.startsWith('{') && schema.properties ? `interface ${name} ${type}` : `type ${name} = ${type};`;
      return `${printComment(schema.description ?? summaries.get(name), '')}export ${declared}\n`;
    })
    .join('\n');
}

/** The comment that editors show for the request and response types of an operation. */
export function operationSummaries(): ReadonlyMap<string, string> {
  return new Map(
    OPERATIONS.flatMap(({ typeNames: { request, response }, summary }) => [
      [request, `${summary}: request.`] as const,
      [response, `${summary}: response.`] as const,
    ]),
  );
}

/** The names of types in earlier versions, by their present name. */
export function oldTypeNames(): ReadonlyMap<string, string> {
  const pairs = OPERATIONS.flatMap(({ name, typeNames: { request, response } }) => [
    [request, `${componentName(name)}Request`] as const,
    [response, `${componentName(name)}Answer`] as const,
  ]);
  return new Map(pairs.filter(([now, before]) => now !== before));
}

function printOldNames(): string {
  const lines = [...oldTypeNames()].map(
    ([now, before]) => `/** @deprecated Use \`${now}\`. */\nexport type ${before} = ${now};`,
  );
  return `\n${lines.join('\n')}\n`;
}

function printEvents(): string {
  const names = EVENTS.map(event => `${componentName(event.type)}Event`);
  return `/** All events of this version. Later versions may send types that are not listed here. */
export type SeraiEvent =
${names.map(name => `  | ${name}`).join('\n')};

export type EventType = SeraiEvent['type'];`;
}

function printScopes(): string {
  return `export type Scope = ${SCOPE_NAMES.map(name => `'${name}'`).join(' | ')};\n`;
}

function printErrors(): string {
  const lines = Object.entries(ERRORS).map(
    ([code, { status, retryable }]) => `  ${code}: { status: ${status}, retryable: ${retryable} },`,
  );
  return `/** All error codes with their status, and whether the same request may succeed later. */
export const ERRORS = {
${lines.join('\n')}
} as const;`;
}

/** Exported for the test. */
export function printOperations(operations: readonly Operation[]): string {
  const rows = operations.map(operation => {
    const timeout = Object.entries(TIMEOUTS).find(([name]) => name === operation.name)?.[1];
    return `  ${quoted(operation.name)}: {
    path: '${operation.path}',
    scope: '${operation.scope}',
    trafficClass: '${operation.trafficClass}',
    defaultTimeoutMs: ${timeout ? timeout.default : 'null'},
    deadlineMs: ${operation.deadlineMs},
  },`;
  });
  const types = operations.map(operation => {
    const { request, response } = operation.typeNames;
    return `  ${quoted(operation.name)}: { request: ${request}; answer: ${response} };`;
  });
  return `/** The path of each operation and its time limits. */
export const OPERATIONS = {
${rows.join('\n')}
} as const;

export type OperationName = keyof typeof OPERATIONS;

/** The request and response types of each operation. */
export interface OperationTypes {
${types.join('\n')}
}`;
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}
