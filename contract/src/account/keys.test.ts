import { describe, expect, it } from 'vitest';
import { createKey } from './keys.ts';

const least = { name: 'Shop', environment: 'sandbox', scopes: ['hotels:search'] };

function accepts(more: object): boolean {
  return createKey.input.safeParse({ ...least, ...more }).success;
}

describe('keys/create', () => {
  it('keys/create requires only a name, an environment and scopes', () => {
    expect(accepts({})).toBe(true);
    expect(accepts({ name: undefined })).toBe(false);
    expect(accepts({ environment: undefined })).toBe(false);
    expect(accepts({ scopes: undefined })).toBe(false);
  });

  it('keys/create requires at least one scope and rejects unknown and duplicate scopes', () => {
    expect(accepts({ scopes: [] })).toBe(false);
    expect(accepts({ scopes: ['hotels:search', 'hotels:search'] })).toBe(false);
    expect(accepts({ scopes: ['hotels:sell'] })).toBe(false);
  });

  it('keys/create accepts each limit on its own, from 1 to 1,000,000,000', () => {
    expect(accepts({ limits: {} })).toBe(true);
    expect(accepts({ limits: { perHour: 1 } })).toBe(true);
    expect(accepts({ limits: { perDay: 1_000_000_000 } })).toBe(true);
    expect(accepts({ limits: { perMinute: 0 } })).toBe(false);
    expect(accepts({ limits: { perMinute: 1.5 } })).toBe(false);
    expect(accepts({ limits: { perDay: 1_000_000_001 } })).toBe(false);
  });

  it('keys/create accepts at most 100 allowed addresses', () => {
    expect(accepts({ allowedAddresses: Array(100).fill('10.0.0.1') })).toBe(true);
    expect(accepts({ allowedAddresses: Array(101).fill('10.0.0.1') })).toBe(false);
  });

  it('keys/create accepts an expiry time, or null for no expiry', () => {
    expect(accepts({ expiresAt: null })).toBe(true);
    expect(accepts({ expiresAt: '2027-06-30T00:00:00Z' })).toBe(true);
    expect(accepts({ expiresAt: '2027-06-30' })).toBe(false);
  });
});
