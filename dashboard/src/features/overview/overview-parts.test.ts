import { KEY_EXAMPLE } from '@serai/contract/account/key.ts';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../lib/calls/operator-client.ts';
import { expiringKeys } from './expiring-keys.ts';
import { setUpSteps } from './set-up-steps.ts';

const NOW = Date.parse('2026-07-02T10:00:00Z');
const key = (name: string, expiresAt: string | null, status = 'ACTIVE') =>
  ({ ...KEY_EXAMPLE, name, expiresAt, status }) as Output<'keys/list'>['keys'][number];

describe('keys that expire soon', () => {
  it('are those that work and end within two weeks, the next first', () => {
    const keys = [
      key('late', '2026-07-15T00:00:00Z'),
      key('soon', '2026-07-03T00:00:00Z'),
      key('far', '2026-08-01T00:00:00Z'),
      key('never', null),
      key('revoked', '2026-07-03T00:00:00Z', 'REVOKED'),
    ];
    expect(expiringKeys(keys, NOW).map(({ name }) => name)).toEqual(['soon', 'late']);
  });
});

describe('the first steps', () => {
  it('are done one by one', () => {
    const done = { hasKey: true, hasCalled: false, hasWebhook: false, hasBooked: true };
    const steps = setUpSteps({ environment: 'sandbox', ...done });
    expect(steps.filter(({ done }) => done).map(({ key: name }) => name)).toEqual(['key', 'booking']);
  });
});
