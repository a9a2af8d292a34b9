import { expect, it } from 'vitest';
import { fewFailures } from './provider-words.ts';

it('failed calls are counted beside a provider that is OK, because a small share does not change its health', () => {
  const ok = { level: 'OK' } as const;
  expect(fewFailures(ok, { calls: 120, errors: 3 }).why).toBe('3 of 120 calls in the last hour failed.');
  expect(fewFailures(ok, { calls: 12, errors: 0 })).toBe(ok);
  expect(fewFailures(ok, 'LOADING')).toBe(ok);
  const degraded = { level: 'DEGRADED', why: '45% of calls in the last hour failed.' } as const;
  expect(fewFailures(degraded, { calls: 100, errors: 45 })).toBe(degraded);
});
