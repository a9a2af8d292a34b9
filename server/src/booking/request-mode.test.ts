import { MAX_AUDIT_BYTES, type ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { TIMEOUTS } from '@serai/contract/shared/settings.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../platform/api-error.ts';
import { type RequestSettings, requestMode, shownExchanges } from './request-mode.ts';

const sandbox = { environment: 'sandbox' } as const;
const production = { environment: 'production' } as const;

function codeOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}

test('a sandbox key always uses test mode, and testMode false returns 403', () => {
  expect(requestMode(sandbox, 'availability')).toMatchObject({ testMode: true, catalogue: 'sandbox' });
  expect(codeOf(() => requestMode(sandbox, 'availability', { testMode: false }))).toBe('FORBIDDEN');
});

test('a production key uses live inventory unless the request sets testMode', () => {
  expect(requestMode(production, 'booking')).toMatchObject({ testMode: false, catalogue: 'production' });
  const rehearsal = requestMode(production, 'booking', { testMode: true });
  expect(rehearsal).toMatchObject({ testMode: true, catalogue: 'sandbox' });
});

test('a request uses its own timeout or the default of the operation', () => {
  expect(requestMode(sandbox, 'cancel').timeoutMs).toBe(TIMEOUTS.cancel.default);
  expect(requestMode(sandbox, 'cancel', { timeout: 7_000 }).timeoutMs).toBe(7_000);
});

test('auditTransactions records exchanges in test mode and returns a warning in live mode', () => {
  const asked: RequestSettings = { auditTransactions: true };
  expect(requestMode(sandbox, 'booking', asked)).toMatchObject({ isAudited: true, warnings: [] });
  const live = requestMode(production, 'booking', asked);
  expect(live.isAudited).toBe(false);
  expect(live.warnings.map(warning => warning.code)).toEqual(['AUDIT_NOT_PERMITTED']);
});

test.each(SCENARIOS.filter(({ group }) => group !== 'PLATFORM'))(
  'the scenario $name is accepted for $operation only',
  ({ name, operation }) => {
    for (const each of Object.keys(TIMEOUTS) as (keyof typeof TIMEOUTS)[]) {
      const code = codeOf(() => requestMode(sandbox, each, { scenario: name }));
      expect(code, each).toBe(each === operation ? undefined : 'SCENARIO_NOT_ALLOWED');
    }
    expect(codeOf(() => requestMode(production, 'availability', { scenario: name }))).toBe(
      'SCENARIO_NOT_ALLOWED',
    );
  },
);

test('an unknown scenario is rejected', () => {
  expect(codeOf(() => requestMode(sandbox, 'booking', { scenario: 'book.unheard_of' }))).toBe(
    'SCENARIO_NOT_ALLOWED',
  );
});

test.each([
  ['limit.429', 'RATE_LIMIT_EXCEEDED'],
  ['error.500', 'INTERNAL_ERROR'],
  ['error.503', 'SERVICE_UNAVAILABLE'],
  ['webhook.flaky', undefined],
])('the error code of every operation in the scenario %s is %s', (scenario, code) => {
  for (const operation of Object.keys(TIMEOUTS) as (keyof typeof TIMEOUTS)[]) {
    expect(codeOf(() => requestMode(sandbox, operation, { scenario }))).toBe(code);
  }
});

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

test('an audit that exceeds the size limit loses its oldest bodies first', () => {
  const third = Math.ceil(MAX_AUDIT_BYTES / 3);
  const { transactions } = shownExchanges([1, 2, 3].map(attempt => exchange(attempt, third)));
  expect(transactions.map(({ attempt, response }) => [attempt, response?.truncated])).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
});
