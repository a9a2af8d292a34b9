/** Tests the MCP endpoint with a backend whose responses cannot be used. */
import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
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

const backend = withAgents(() => ({ status: 200, headers: {}, body: 'not JSON' }), {
  verifier: { verify: token => (token === 'good' ? claims : undefined) },
  imageHosts: [],
  checkResults: false,
  version: '1.0.0',
  log: createLog('silent'),
});

function request(name: string, args: object, token = 'good'): BackendRequest {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return {
    path: '/mcp',
    token,
    body: Buffer.from(JSON.stringify(message)),
    requestId: 'req_1',
    clientAddress: undefined,
    arrivedAtMs: 0,
    timeLeftMs: 1_000,
    ifNoneMatch: undefined,
    idempotencyKey: undefined,
    signal: new AbortController().signal,
  };
}

test('an error of our own after a cancellation was called leaves the outcome unknown instead of returning a 5xx', async () => {
  const maxPenalty = { amount: '0.00', currency: 'EUR' };
  const cancelling = request('cancel_booking', { bookingId: 'bkg_1', maxPenalty });
  await expect(backend(cancelling)).rejects.toThrow(OutcomeUnknown);
});

test('an error of our own in a tool that changes nothing returns 500', async () => {
  expect(await backend(request('search_places', { query: 'bar' }))).toMatchObject({
    status: 500,
    code: 'INTERNAL_ERROR',
  });
});

test('a request without a valid token returns 401', async () => {
  expect(await backend(request('search_places', { query: 'bar' }, 'bad'))).toMatchObject({ status: 401 });
});
