/** Checks that the examples in the contract match the responses from the sandbox. `npm run examples` rewrites them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COMMON_ERRORS, type ErrorCode } from '@serai/contract/errors.ts';
import { EVENTS, eventEnvelope } from '@serai/contract/events.ts';
import { answerBody } from '@serai/contract/operation.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { NOT_RECORDED } from './record-errors.ts';
import { recordExamples } from './record-examples.ts';
import type { RecordedCall } from './record-operations.ts';

vi.setConfig({ hookTimeout: 120_000 });

const FOLDER = fileURLToPath(new URL('../../../contract/src/generated/examples/', import.meta.url));
const isWriting = process.env.SERAI_WRITE_EXAMPLES === '1';

let recorded: Map<string, unknown>;
beforeAll(async () => {
  recorded = await recordExamples();
  if (!isWriting) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, value] of recorded) {
    writeFileSync(`${FOLDER}${name}.json`, `${JSON.stringify(value, null, 2)}\n`);
  }
});

const NAMES = [...OPERATIONS.map(({ name }) => name), 'errors', 'events'];

test.each(NAMES)('the examples for %s match the current sandbox responses', name => {
  const kept = JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8'));
  expect(recorded.get(name), 'run npm run examples').toEqual(kept);
});

test.each(OPERATIONS.map(operation => [operation.name, operation] as const))(
  'requests and responses of %s match the schemas, and every status has an example',
  (name, operation) => {
    const calls = recorded.get(name) as RecordedCall[];
    for (const { request, answer } of calls) {
      expect(operation.input.safeParse(request).error).toBeUndefined();
      expect(answerBody(operation).safeParse(answer).error).toBeUndefined();
    }
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(operation.statuses));
  },
);

test('every declared error code is covered by a recorded error, except codes that the sandbox cannot produce reliably', () => {
  const declared = new Set<ErrorCode>(OPERATIONS.flatMap(({ errors }) => errors).concat(COMMON_ERRORS));
  const expected = [...declared].filter(code => !NOT_RECORDED.includes(code)).sort();
  expect(Object.keys(recorded.get('errors') as object).sort()).toEqual(expected);
});

describe('events', () => {
  test.each(EVENTS.map(event => [event.type, event] as const))(
    'the event %s is sent and matches its schema',
    (type, event) => {
      const body = (recorded.get('events') as Record<string, object>)[type];
      expect(eventEnvelope(event).safeParse(body).error).toBeUndefined();
    },
  );
});
