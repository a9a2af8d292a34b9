/** Tests the MCP endpoint with a backend whose responses cannot be used. */
import { cancel } from '@serai/contract/booking/cancel.ts';
import { placesSearch } from '@serai/contract/content/places-search.ts';
import { mainExample } from '@serai/contract/openapi/recorded-examples.ts';
import { expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import type { Backend } from '../platform/operations/backend.ts';
import type { BackendRequest } from '../platform/operations/backend-request.ts';
import { OutcomeUnknown } from '../platform/operations/sent-mark.ts';
import type { TokenClaims } from '../platform/token/token-claims.ts';
import { withAgents } from './agent-backend.ts';

const claims: TokenClaims = {
  keyId: 'key',
  organisationId: 'org',
  environment: 'sandbox',
  scopes: new Set(['content:read', 'hotels:cancel'] as const),
  spendLimit: undefined,
  generation: 1,
  notBeforeMs: 0,
  expiresAtMs: 0,
};

const seen: BackendRequest[] = [];
let operation: Backend = () => ({ status: 200, headers: {}, body: 'not JSON' });
const backend = withAgents(
  each => {
    seen.push(each);
    return operation(each);
  },
  {
    verifier: { verify: token => (token === 'good' ? claims : undefined) },
    imageHosts: [],
    checkResults: true,
    version: '1.0.0',
    clock: systemClock,
    log: createLog('silent'),
  },
);

function request(name: string, args: object, token = 'good'): BackendRequest {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return {
    path: '/mcp',
    token,
    body: Buffer.from(JSON.stringify(message)),
    requestId: 'req_1',
    clientAddress: undefined,
    arrivedAtMs: 0,
    timeLeftMs: 130_000,
    ifNoneMatch: undefined,
    idempotencyKey: undefined,
    signal: new AbortController().signal,
  };
}

const cancelling = (args: object = {}) => {
  const maxPenalty = { amount: '0.00', currency: 'EUR' };
  return request('cancel_booking', { bookingId: 'bkg_1', maxPenalty, ...args });
};

test.each([
  ['is not JSON', 'not JSON'],
  ['cannot be shown', JSON.stringify({ meta: {}, booking: {} })],
  ['is a failure without an error', '{}'],
])(
  'a cancellation whose response %s leaves the outcome unknown instead of returning a 5xx',
  async (_, body) => {
    operation = () => ({ status: body === '{}' ? 409 : 200, headers: {}, body });
    await expect(backend(cancelling())).rejects.toThrow(OutcomeUnknown);
  },
);

test('a result that violates its schema leaves the outcome of a cancellation unknown', async () => {
  const { answer } = mainExample(cancel);
  const meta = { environment: 'sandbox', testMode: 'yes' };
  operation = () => ({ status: 200, headers: {}, body: JSON.stringify({ ...(answer as object), meta }) });
  await expect(backend(cancelling())).rejects.toThrow(OutcomeUnknown);
});

test('a cancellation with invalid arguments calls nothing and returns an error', async () => {
  seen.length = 0;
  const { status, body } = await backend(cancelling({ bookingId: 7 }));
  expect([status, seen.length]).toEqual([200, 0]);
  expect(body.toString()).toContain('VALIDATION_ERROR');
});

test('a tool has the deadline of its operation, and not the longer one of a booking', async () => {
  seen.length = 0;
  await backend(request('search_places', { query: 'bar' }));
  expect(seen[0]?.timeLeftMs).toBe(placesSearch.deadlineMs);
  await backend({ ...request('search_places', { query: 'bar' }), timeLeftMs: 500 });
  expect(seen[1]?.timeLeftMs).toBeLessThanOrEqual(500);
});

test.each([
  ['[{', -32700],
  ['[]', -32600],
])('the body %s is the protocol error %i', async (text, code) => {
  const { body } = await backend({ ...request('search_places', {}), body: Buffer.from(text) });
  expect(JSON.parse(body.toString()).error.code).toBe(code);
});

test('a tool call of 2026 without a name in header and body is refused because of the header', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: meta } };
  const mcp = { version: '2026-07-28', method: 'tools/call', name: undefined };
  const { body } = await backend({
    ...request('search_places', {}),
    mcp,
    body: Buffer.from(JSON.stringify(message)),
  });
  expect(JSON.parse(body.toString()).error.code).toBe(-32020);
});

test('an error of our own in a tool that changes nothing returns 500', async () => {
  operation = () => ({ status: 200, headers: {}, body: 'not JSON' });
  expect(await backend(request('search_places', { query: 'bar' }))).toMatchObject({
    status: 500,
    code: 'INTERNAL_ERROR',
  });
});

test('the request log ranks a request like the operation of its tool, and other messages like reading content', async () => {
  const meta = { environment: 'sandbox', testMode: true };
  operation = () => ({ status: 200, headers: {}, body: JSON.stringify({ places: [], meta }) });
  const classOf = async (asked: BackendRequest) => (await backend(asked)).trafficClass;
  expect(await classOf(request('search_places', { query: 'rome' }))).toBe(placesSearch.trafficClass);
  expect(await classOf(cancelling({ bookingId: 1 }))).toBe('book');
  expect(await classOf(request('unknown_tool', {}))).toBe('content');
});

test('a request without a valid token returns 401', async () => {
  expect(await backend(request('search_places', { query: 'bar' }, 'bad'))).toMatchObject({ status: 401 });
});
