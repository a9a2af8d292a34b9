import { createKey } from '@serai/contract/account/keys/create.ts';
import { DEFAULT_KEY_LIMITS } from '@serai/contract/account/keys/key.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { describe, expect, it } from 'vitest';
import { draftAddresses, EMPTY_DRAFT, toInput } from './key-draft.ts';
import { PRESETS, SCOPES } from './scope-choices.ts';

const NOW_MS = Date.UTC(2026, 0, 1);

describe('a new key', () => {
  it('is sent as the contract takes it', () => {
    const draft = { ...EMPTY_DRAFT, name: ' Shop ', scopes: SCOPES, addresses: '203.0.113.7\n', days: '30' };
    const input = toInput(draft, 'production', NOW_MS);
    expect(createKey.input.safeParse(input).error).toBeUndefined();
    expect(input).toMatchObject({
      name: 'Shop',
      environment: 'production',
      allowedAddresses: ['203.0.113.7'],
      expiresAt: '2026-01-31T00:00:00.000Z',
    });
  });

  it('starts with the limits the contract gives', () => {
    const input = toInput({ ...EMPTY_DRAFT, name: 'x', scopes: SCOPES }, 'sandbox', NOW_MS);
    expect(input.limits).toEqual(DEFAULT_KEY_LIMITS);
    expect(input.expiresAt).toBeNull();
  });

  it('offers every scope, and presets of nothing else', () => {
    expect([...SCOPES].sort()).toEqual([...SCOPE_NAMES].sort());
    for (const { scopes } of PRESETS) expect(SCOPES).toEqual(expect.arrayContaining([...scopes]));
  });

  it('takes addresses apart at lines, commas and blanks', () => {
    expect(draftAddresses(' 203.0.113.7, 10.0.0.0/8\n\n2001:db8::/48 ')).toEqual([
      '203.0.113.7',
      '10.0.0.0/8',
      '2001:db8::/48',
    ]);
    expect(draftAddresses(' \n')).toEqual([]);
  });
});
