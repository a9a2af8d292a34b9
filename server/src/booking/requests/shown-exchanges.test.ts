import { MAX_AUDIT_BYTES, type ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { expect, test } from 'vitest';
import { shownExchanges } from './shown-exchanges.ts';

const exchange = (attempt: number, bytes: number): ProviderExchange => ({
  provider: 'test-1',
  operation: 'lookup',
  attempt,
  startedAt: '2027-01-10T12:00:00Z',
  durationMs: 1,
  outcome: 'FOUND',
  request: { method: null, target: null, headers: {}, body: null, truncated: false },
  response: { status: null, headers: {}, body: 'x'.repeat(bytes), truncated: false },
});

test('where not all bodies fit, the newest are shown', () => {
  const third = Math.ceil(MAX_AUDIT_BYTES / 3);
  const { transactions } = shownExchanges([1, 2, 3].map(attempt => exchange(attempt, third)));
  expect(transactions.map(({ attempt, response }) => [attempt, response?.truncated])).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
});
