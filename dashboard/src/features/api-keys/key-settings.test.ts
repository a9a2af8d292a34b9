import { describe, expect, it } from 'vitest';
import { findBlockedClients } from './key-settings.tsx';

const seen = (address: string, forbidden = 0) => ({
  address,
  requests: 3,
  forbidden,
  lastAt: '2026-07-02T10:15:00Z',
});
const SEEN = [seen('203.0.113.7'), seen('2001:db8::1'), seen('198.51.100.9', 3)];
const addresses = (entries: string[]) => findBlockedClients(entries, SEEN).map(({ address }) => address);

describe('findBlockedClients', () => {
  it('findBlockedClients returns recent clients that are not on the address list', () => {
    expect(addresses(['203.0.113.0/24'])).toEqual(['2001:db8::1']);
    expect(addresses(['10.0.0.1'])).toEqual(['203.0.113.7', '2001:db8::1']);
  });

  it('findBlockedClients returns nothing if the address list is empty or covers all clients', () => {
    expect(addresses([])).toEqual([]);
    expect(addresses(['203.0.113.7', '2001:db8::/32'])).toEqual([]);
  });

  it('findBlockedClients ignores clients whose requests were already being rejected', () => {
    expect(addresses(['10.0.0.1'])).not.toContain('198.51.100.9');
  });
});
