/** The search index of the reference. Each entry has a title, a kind and a location. Pure. */
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { ERROR_CODES } from '@serai/contract/errors.ts';
import { EVENT_TYPES } from '@serai/contract/events.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { memberPaths, type Schemas } from './parts/members.ts';

export type SearchEntry = [title: string, kind: string, path: string];

/**
 * Sent to every reader, so it is compact. Fields are grouped by page and part, and their location follows from their
 * name.
 */
export interface SearchIndex {
  entries: SearchEntry[];
  members: [page: string, part: string, paths: string][];
}

export function searchIndex(operations: readonly Operation[], schemas: Schemas): SearchIndex {
  const entries = [
    ...operations.map(({ name, summary }): SearchEntry => [summary, name, `/docs/${name}`]),
    ...ERROR_CODES.filter(code => operations.some(({ errors }) => errors.includes(code))).map(
      (code): SearchEntry => [code, 'error', `/docs/errors#${code}`],
    ),
    ...EVENT_TYPES.map((type): SearchEntry => [type, 'event', `/docs/events#${type}`]),
    ...SCOPE_NAMES.map((scope): SearchEntry => [scope, 'scope', `/docs/scopes#${scope}`]),
    ...SCENARIOS.map(({ name }): SearchEntry => [name, 'scenario', `/docs/scenarios#${name}`]),
  ];
  const members = operations.flatMap(operation => [
    membersOf(operation, schemas, 'request'),
    membersOf(operation, schemas, 'answer'),
  ]);
  return { entries, members: members.filter(([, , paths]) => paths !== '') };
}

function membersOf(
  { name, typeNames }: Operation,
  schemas: Schemas,
  part: 'request' | 'answer',
): SearchIndex['members'][number] {
  const schema = schemas[part === 'request' ? typeNames.request : typeNames.response] ?? {};
  return [name, part, memberPaths(schemas, schema).join(' ')];
}
