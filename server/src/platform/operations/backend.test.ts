import { boards } from '@serai/contract/content/list-operations.ts';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../log.ts';
import type { TokenClaims } from '../token/token-claims.ts';
import { createBackend } from './backend.ts';
import type { RequestContext } from './handler.ts';

const TIME_LEFT_MS = 5_000;

/** Runs one request. Its handler gets the signal, and fails if `outcome` is an error. */
function setUp(outcome: Promise<object>) {
  const clock = new ManualClock();
  const client = new AbortController();
  let signal: AbortSignal | undefined;
  const backend = createBackend({
    operations: [boards],
    handlers: [
      {
        operation: boards,
        async run(context: RequestContext) {
          signal = context.signal;
          return { data: await outcome };
        },
      },
    ],
    verifier: { verify: () => claims() },
    pool: { forPartner: () => expect.fail() },
    clock,
    log: createLog('silent'),
    checkAnswers: false,
  });
  const answer = backend({
    path: boards.path,
    token: '',
    body: Buffer.from('{}'),
    requestId: 'req_1',
    clientAddress: undefined,
    arrivedAtMs: clock.nowMs(),
    timeLeftMs: TIME_LEFT_MS,
    ifNoneMatch: undefined,
    idempotencyKey: undefined,
    signal: client.signal,
  });
  return { answer, clock, client, signal: signal as unknown as AbortSignal };
}

function claims(): TokenClaims {
  return {
    keyId: 'key_1',
    organisationId: 'prt_1',
    environment: 'sandbox',
    scopes: new Set([boards.scope]),
    spendLimit: undefined,
    generation: 1,
    notBeforeMs: 0,
    expiresAtMs: Number.POSITIVE_INFINITY,
  };
}

const NEVER = new Promise<object>(() => {});

test('the signal of a request is aborted when its deadline passes', () => {
  const { clock, signal } = setUp(NEVER);
  clock.advance(TIME_LEFT_MS - 1);
  expect(signal.aborted).toBe(false);
  clock.advance(1);
  expect(signal.aborted).toBe(true);
});

test('the signal of a request is aborted when the client disconnects', () => {
  const { client, signal } = setUp(NEVER);
  expect(signal.aborted).toBe(false);
  client.abort();
  expect(signal.aborted).toBe(true);
});

test.each([
  ['that succeeded', () => Promise.resolve({})],
  ['that failed', () => Promise.reject(new Error('failed'))],
])('a request %s keeps no timer and no listener', async (_, outcome) => {
  const { answer, clock, client, signal } = setUp(outcome());
  await answer;
  clock.advance(TIME_LEFT_MS);
  client.abort();
  expect(signal.aborted).toBe(false);
});

test.each([
  ['no fields', {}],
  ['ASCII', { boards: ['Bed and breakfast'] }],
  ['characters of one to four bytes', { boards: ['Hôtel', 'Отель', '🏨'] }],
])('the bytes of a response with %s are counted correctly', async (_, data) => {
  const { body, bodyBytes } = await setUp(Promise.resolve(data)).answer;
  expect(JSON.parse(body.toString())).toMatchObject(data);
  expect(bodyBytes).toBe(Buffer.byteLength(body));
});
