import { expect, it } from 'vitest';
import { certifiedBy, hasProductionKey } from './partner-production.tsx';

const key = (keyId: string, at: string | null) => ({ keyId, lastUsed: at === null ? null : { at } }) as never;

it('the certification is that of the sandbox key that was used last', () => {
  const keys = [key('old', '2026-07-01T00:00:00Z'), key('new', '2026-07-02T00:00:00Z'), key('unused', null)];
  expect(certifiedBy(keys)).toBe('new');
  expect(certifiedBy([key('unused', null)])).toBeUndefined();
});

it('a partner whose only production key was revoked has none', () => {
  expect(hasProductionKey([{ status: 'REVOKED' }])).toBe(false);
  expect(hasProductionKey([{ status: 'REVOKED' }, { status: 'DISABLED' }])).toBe(true);
  expect(hasProductionKey([])).toBe(false);
});
