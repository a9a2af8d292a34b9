import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { TIMEOUTS } from '@serai/contract/shared/settings.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api-error.ts';
import { type RequestSettings, requestMode } from './request-mode.ts';

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

test('a sandbox key works in test mode, and cannot leave it', () => {
  expect(requestMode(sandbox, 'availability')).toMatchObject({ testMode: true, catalogue: 'sandbox' });
  expect(codeOf(() => requestMode(sandbox, 'availability', { testMode: false }))).toBe('FORBIDDEN');
});

test('a production key works on real inventory unless it asks for a rehearsal', () => {
  expect(requestMode(production, 'booking')).toMatchObject({ testMode: false, catalogue: 'production' });
  const rehearsal = requestMode(production, 'booking', { testMode: true });
  expect(rehearsal).toMatchObject({ testMode: true, catalogue: 'sandbox' });
});

test('the time limit is the one asked for, else that of the operation', () => {
  expect(requestMode(sandbox, 'cancel').timeoutMs).toBe(TIMEOUTS.cancel.default);
  expect(requestMode(sandbox, 'cancel', { timeout: 7_000 }).timeoutMs).toBe(7_000);
});

test('exchanges are shown in test mode; else the answer says that they are not', () => {
  const asked: RequestSettings = { auditTransactions: true };
  expect(requestMode(sandbox, 'booking', asked)).toMatchObject({ isAudited: true, warnings: [] });
  const live = requestMode(production, 'booking', asked);
  expect(live.isAudited).toBe(false);
  expect(live.warnings.map(warning => warning.code)).toEqual(['AUDIT_NOT_PERMITTED']);
});

test.each(SCENARIOS.filter(({ group }) => group !== 'PLATFORM'))(
  '$name is played on $operation and nowhere else',
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

test('a scenario that does not exist is refused', () => {
  expect(codeOf(() => requestMode(sandbox, 'booking', { scenario: 'book.unheard_of' }))).toBe(
    'SCENARIO_NOT_ALLOWED',
  );
});

test.each([
  ['limit.429', 'RATE_LIMIT_EXCEEDED'],
  ['error.500', 'INTERNAL_ERROR'],
  ['error.503', 'SERVICE_UNAVAILABLE'],
  ['webhook.flaky', undefined],
])('%s forces %s on every operation', (scenario, code) => {
  for (const operation of Object.keys(TIMEOUTS) as (keyof typeof TIMEOUTS)[]) {
    expect(codeOf(() => requestMode(sandbox, operation, { scenario }))).toBe(code);
  }
});
