import { DEFAULT_KEY_LIMITS, KEY_EXAMPLE, key } from '@serai/contract/account/key.ts';
import { createKey, updateKey } from '@serai/contract/account/keys.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { describe, expect, it } from 'vitest';
import {
  addressProblem,
  defaultExpiry,
  defaultLastDay,
  draftOf,
  emptyDraft,
  expiryChoices,
  lacksLastDay,
  latestLastDay,
  PRESETS,
  SCOPES,
  toCreateInput,
  toUpdateInput,
} from './key-draft.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const present = key.parse(KEY_EXAMPLE);

describe('a new key', () => {
  it('the key form sends a new key in the format that the contract requires', () => {
    const draft = {
      ...emptyDraft(DEFAULT_KEY_LIMITS, 'EUR'),
      name: ' Shop ',
      scopes: SCOPES,
      addresses: '203.0.113.7\n',
      expiry: '30',
    };
    const input = toCreateInput(draft, 'production', NOW_MS);
    expect(createKey.input.safeParse(input).error).toBeUndefined();
    expect(input).toMatchObject({
      name: 'Shop',
      environment: 'production',
      allowedAddresses: ['203.0.113.7'],
      expiresAt: '2026-01-31T00:00:00.000Z',
    });
  });

  it('a new key has the default limits from the contract and no expiry', () => {
    const input = toCreateInput(
      { ...emptyDraft(DEFAULT_KEY_LIMITS, 'EUR'), name: 'x', scopes: SCOPES },
      'sandbox',
      NOW_MS,
    );
    expect(input.limits).toEqual(DEFAULT_KEY_LIMITS);
    expect(input.expiresAt).toBeNull();
  });

  it("a new key starts with the partner's maximums if they are lower than the default limits", () => {
    const { perMinute, perHour } = emptyDraft(
      { ...DEFAULT_KEY_LIMITS, perMinute: 100, perHour: 1_000_000 },
      'EUR',
    );
    expect([perMinute, perHour]).toEqual(['100', '15000']);
  });

  it('the key form offers every scope, and its presets contain only known scopes', () => {
    expect([...SCOPES].sort()).toEqual([...SCOPE_NAMES].sort());
    for (const { scopes } of PRESETS) expect(SCOPES).toEqual(expect.arrayContaining([...scopes]));
  });
});

describe('an edited key', () => {
  it('the key form sends no update if nothing has changed', () => {
    expect(toUpdateInput(draftOf(present, 'EUR'), present, NOW_MS)).toBeUndefined();
    const reordered = {
      ...draftOf(present, 'EUR'),
      scopes: [...present.scopes].reverse(),
      addresses: ' 203.0.113.0/24\n',
    };
    expect(toUpdateInput(reordered, present, NOW_MS)).toBeUndefined();
  });

  it('the key form sends only changed fields, but all rate limits together', () => {
    const draft = { ...draftOf(present, 'EUR'), perMinute: '5', expiry: 'never' };
    const changes = toUpdateInput(draft, present, NOW_MS);
    expect(changes).toEqual({
      keyId: present.keyId,
      limits: { perMinute: 5, perHour: 15_000, perDay: 250_000 },
      expiresAt: null,
    });
    expect(updateKey.input.safeParse(changes).success).toBe(true);
  });
});

describe('the spend limit of a key', () => {
  it('the key form sends both amounts of the spend limit if one of them changed', () => {
    expect(draftOf(present, 'USD')).toMatchObject({
      spendPerDay: '5000.00',
      spendPerBooking: '',
      spendCurrency: 'EUR',
    });
    const changes = toUpdateInput({ ...draftOf(present, 'USD'), spendPerBooking: ' 400 ' }, present, NOW_MS);
    expect(changes?.limits?.spend).toEqual({
      perDay: { amount: '5000.00', currency: 'EUR' },
      perBooking: { amount: '400', currency: 'EUR' },
    });
    expect(updateKey.input.safeParse(changes).success).toBe(true);
  });

  it('the key form removes the spend limit if both amounts are empty', () => {
    const changes = toUpdateInput({ ...draftOf(present, 'USD'), spendPerDay: '' }, present, NOW_MS);
    expect(changes?.limits?.spend).toBeNull();
  });
});

describe('the UCP platform of a key', () => {
  const platform = { profileUrl: 'https://platform.example/ucp', requiresApproval: false };

  it('the key form sends what the profile of a platform states, and leaves out what has a default', () => {
    const draft = { ...draftOf(present, 'EUR'), ucpProfile: ` ${platform.profileUrl} ` };
    expect(toUpdateInput(draft, present, NOW_MS)?.ucp).toEqual(platform);
    const stated = {
      ...draft,
      ucpVersion: '2026-08-22',
      ucpCapabilities: 'dev.ucp.lodging.booking\n',
      ucpApproval: true,
    };
    const changes = toUpdateInput(stated, present, NOW_MS);
    expect(changes?.ucp).toEqual({
      ...platform,
      version: '2026-08-22',
      capabilities: ['dev.ucp.lodging.booking'],
      requiresApproval: true,
    });
    expect(updateKey.input.safeParse(changes).success).toBe(true);
  });

  it('the key form sends the platform of a key only if it changed, and null if it was removed', () => {
    const ucp = { ...platform, version: '2026-08-22', capabilities: ['dev.ucp.lodging.booking'] };
    const draft = draftOf({ ...present, ucp }, 'EUR');
    expect(toUpdateInput(draft, { ...present, ucp }, NOW_MS)).toBeUndefined();
    expect(toUpdateInput({ ...draft, ucpProfile: '' }, { ...present, ucp }, NOW_MS)?.ucp).toBeNull();
    expect(toUpdateInput({ ...draft, ucpApproval: true }, { ...present, ucp }, NOW_MS)?.ucp).toMatchObject({
      requiresApproval: true,
    });
  });

  it('a key that was stored without capabilities keeps none when only the approval changes', () => {
    const key = { ...present, ucp: { ...platform, version: '2026-08-22', capabilities: [] } };
    const draft = { ...draftOf(key, 'EUR'), ucpApproval: true };
    expect(toUpdateInput(draft, key, NOW_MS)?.ucp).toMatchObject({
      capabilities: [],
      requiresApproval: true,
    });
  });
});

describe('an address list', () => {
  it('the key form shows the first invalid address while the user types', () => {
    expect(addressProblem('203.0.113.7\n10.0.0.0/8')).toBeUndefined();
    expect(addressProblem('203.0.113.7 here 10.0.0.5/8')).toContain('"here"');
    expect(addressProblem('10.0.0.5/8')).toContain('Use 10.0.0.0/8 instead');
  });
});

describe('the expiry of a key', () => {
  const values = (maxDays: number | null, present?: string | null) =>
    expiryChoices(maxDays, present).map(([value]) => value);

  it('the key form offers only key lifetimes that the partner allows', () => {
    expect(values(null)).toEqual(['never', '30', '90', '365', 'on']);
    expect(values(180)).toEqual(['30', '90', '180', 'on']);
    expect(values(7)).toEqual(['7', 'on']);
  });

  it('an existing key may keep its expiry, even if it exceeds the current maximum', () => {
    expect(values(null, '2027-01-01T00:00:00Z')).toEqual(['keep', 'never', '30', '90', '365', 'on']);
    expect(values(null, null)).toEqual(['keep', '30', '90', '365', 'on']);
    expect(values(7, null)).toEqual(['keep', '7', 'on']);
  });

  it('the key form preselects a key lifetime that the partner allows', () => {
    expect(defaultExpiry(null)).toBe('never');
    for (const maxDays of [7, 90, 400]) {
      expect(Number(defaultExpiry(maxDays))).toBeLessThanOrEqual(maxDays);
    }
  });

  it('an expiry date is preselected within the maximum lifetime', () => {
    const now = new Date(2026, 0, 1, 12);
    expect(defaultLastDay(null, now)).toBe('2026-04-01');
    expect(defaultLastDay(7, now)).toBe('2026-01-07');
    expect(defaultLastDay(1, now)).toBe('2026-01-01');
  });

  it('an expiry date can be selected only within the maximum lifetime', () => {
    const now = new Date(2026, 0, 1, 12);
    expect(latestLastDay(null, now)).toBeUndefined();
    expect(latestLastDay(365, now)).toBe('2026-12-31');
  });

  it('a key with an invalid expiry date is never sent as a key that does not expire', () => {
    const draft = { ...emptyDraft(DEFAULT_KEY_LIMITS, 'EUR'), expiry: 'on', lastDay: '' };
    expect(lacksLastDay(draft)).toBe(true);
    expect(() => toCreateInput(draft, 'sandbox', NOW_MS)).toThrow(RangeError);
    expect(lacksLastDay({ ...draft, lastDay: '2026-03-01' })).toBe(false);
    expect(lacksLastDay({ ...draft, expiry: 'never' })).toBe(false);
  });

  it('a key is valid until the end of its expiry date', () => {
    const draft = {
      ...emptyDraft(DEFAULT_KEY_LIMITS, 'EUR'),
      name: 'x',
      scopes: SCOPES,
      expiry: 'on',
      lastDay: '2026-03-01',
    };
    const { expiresAt } = toCreateInput(draft, 'sandbox', NOW_MS);
    expect(Date.parse(expiresAt ?? '')).toBe(new Date(2026, 2, 1, 23, 59, 59).getTime());
  });
});
