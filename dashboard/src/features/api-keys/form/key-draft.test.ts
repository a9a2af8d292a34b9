import { DEFAULT_KEY_LIMITS, KEY_EXAMPLE, key } from '@serai/contract/account/key.ts';
import { createKey, updateKey } from '@serai/contract/account/keys.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { describe, expect, it } from 'vitest';
import { expiryChoices, firstExpiry } from './expiry-choices.ts';
import { addressProblem, draftOf, emptyDraft, toChanges, toInput } from './key-draft.ts';
import { PRESETS, SCOPES } from './scope-choices.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const present = key.parse(KEY_EXAMPLE);

describe('a new key', () => {
  it('is sent as the contract takes it', () => {
    const draft = {
      ...emptyDraft(DEFAULT_KEY_LIMITS),
      name: ' Shop ',
      scopes: SCOPES,
      addresses: '203.0.113.7\n',
      expiry: '30',
    };
    const input = toInput(draft, 'production', NOW_MS);
    expect(createKey.input.safeParse(input).error).toBeUndefined();
    expect(input).toMatchObject({
      name: 'Shop',
      environment: 'production',
      allowedAddresses: ['203.0.113.7'],
      expiresAt: '2026-01-31T00:00:00.000Z',
    });
  });

  it('starts with the limits the contract gives, and never expires', () => {
    const input = toInput(
      { ...emptyDraft(DEFAULT_KEY_LIMITS), name: 'x', scopes: SCOPES },
      'sandbox',
      NOW_MS,
    );
    expect(input.limits).toEqual(DEFAULT_KEY_LIMITS);
    expect(input.expiresAt).toBeNull();
  });

  it('starts with the ceilings of the organisation where they are lower than the default limits', () => {
    const { perMinute, perHour } = emptyDraft({ ...DEFAULT_KEY_LIMITS, perMinute: 100, perHour: 1_000_000 });
    expect([perMinute, perHour]).toEqual(['100', '15000']);
  });

  it('offers every scope, and presets of nothing else', () => {
    expect([...SCOPES].sort()).toEqual([...SCOPE_NAMES].sort());
    for (const { scopes } of PRESETS) expect(SCOPES).toEqual(expect.arrayContaining([...scopes]));
  });
});

describe('an edited key', () => {
  it('is left alone while nothing differs', () => {
    expect(toChanges(draftOf(present), present, NOW_MS)).toBeUndefined();
    const reordered = {
      ...draftOf(present),
      scopes: [...present.scopes].reverse(),
      addresses: ' 203.0.113.0/24\n',
    };
    expect(toChanges(reordered, present, NOW_MS)).toBeUndefined();
  });

  it('sends only what differs', () => {
    const draft = { ...draftOf(present), perMinute: '5', expiry: 'never' };
    const changes = toChanges(draft, present, NOW_MS);
    expect(changes).toEqual({
      keyId: present.keyId,
      limits: { ...present.limits, perMinute: 5 },
      expiresAt: null,
    });
    expect(updateKey.input.safeParse(changes).success).toBe(true);
  });
});

describe('an address list', () => {
  it('is judged while it is typed, the first problem first', () => {
    expect(addressProblem('203.0.113.7\n10.0.0.0/8')).toBeUndefined();
    expect(addressProblem('203.0.113.7 here 10.0.0.5/8')).toContain('"here"');
    expect(addressProblem('10.0.0.5/8')).toContain('write 10.0.0.0/8');
  });
});

describe('the expiry', () => {
  const values = (maxDays: number | null, present?: string | null) =>
    expiryChoices(maxDays, present).map(([value]) => value);

  it('is offered as far as the organisation allows', () => {
    expect(values(null)).toEqual(['never', '30', '90', '365', 'on']);
    expect(values(180)).toEqual(['30', '90', '180', 'on']);
    expect(values(7)).toEqual(['7', 'on']);
  });

  it('of a key that is there may stay as it is, whatever the organisation allows now', () => {
    expect(values(null, '2027-01-01T00:00:00Z')).toEqual(['keep', 'never', '30', '90', '365', 'on']);
    expect(values(null, null)).toEqual(['keep', '30', '90', '365', 'on']);
    expect(values(7, null)).toEqual(['keep', '7', 'on']);
  });

  it('begins with what is allowed', () => {
    expect(firstExpiry(null)).toBe('never');
    for (const maxDays of [7, 90, 400]) {
      expect(Number(firstExpiry(maxDays))).toBeLessThanOrEqual(maxDays);
    }
  });

  it('on a day includes that day', () => {
    const draft = {
      ...emptyDraft(DEFAULT_KEY_LIMITS),
      name: 'x',
      scopes: SCOPES,
      expiry: 'on',
      lastDay: '2026-03-01',
    };
    const { expiresAt } = toInput(draft, 'sandbox', NOW_MS);
    expect(Date.parse(expiresAt ?? '')).toBe(new Date(2026, 2, 1, 23, 59, 59).getTime());
  });
});
