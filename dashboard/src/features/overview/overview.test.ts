import { KEY_EXAMPLE } from '@serai/contract/account/key.ts';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../lib/calls/operator-client.ts';
import { expiringKeys } from './overview-banners.tsx';
import { setupSteps } from './setup-card.tsx';

const NOW = Date.parse('2026-07-02T10:00:00Z');
const key = (name: string, expiresAt: string | null, status = 'ACTIVE') =>
  ({ ...KEY_EXAMPLE, name, expiresAt, status }) as Output<'keys/list'>['keys'][number];

describe('expiringKeys', () => {
  it('expiringKeys returns active keys that expire within two weeks, earliest first', () => {
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

describe('setupSteps', () => {
  it('setupSteps marks each completed step as done', () => {
    const done = { hasKey: true, hasCalled: false, hasWebhook: false, hasBooked: true };
    const steps = setupSteps({ environment: 'sandbox', ...done });
    expect(steps.filter(({ done }) => done).map(({ key: name }) => name)).toEqual(['key', 'booking']);
  });
});
