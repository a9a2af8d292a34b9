import { describe, expect, it } from 'vitest';
import { formatDateTime } from '../lib/format/format.ts';
import { listChanges } from './change-list.tsx';

describe('listChanges', () => {
  it('listChanges returns each changed field with its old and new value', () => {
    expect(listChanges({ status: 'ACTIVE' }, { status: 'DISABLED' })).toEqual([
      { field: 'status', was: 'Active', is: 'Disabled' },
    ]);
  });

  it('listChanges compares nested fields and omits unchanged ones', () => {
    const before = { limits: { perMinute: 600, perHour: 5 }, name: 'Shop' };
    const after = { limits: { perMinute: 1200, perHour: 5 }, name: 'Shop' };
    expect(listChanges(before, after)).toEqual([{ field: 'limits.perMinute', was: '600', is: '1,200' }]);
  });

  it('listChanges returns the items added to and removed from a list', () => {
    const [change] = listChanges({ scopes: ['a', 'b'] }, { scopes: ['b', 'c'] });
    expect(change).toMatchObject({ field: 'scopes', added: ['c'], removed: ['a'] });
  });

  it('listChanges returns "none" for null and empty lists, and undefined for missing fields', () => {
    expect(
      listChanges({ expiresAt: null, addresses: [] }, { expiresAt: '2027', addresses: ['x'] }),
    ).toMatchObject([
      { was: 'none', is: '2027' },
      { was: 'none', is: 'x' },
    ]);
    expect(listChanges(null, { name: 'Shop' })).toEqual([{ field: 'name', was: undefined, is: 'Shop' }]);
    expect(listChanges({ name: 'Shop' }, null)).toEqual([{ field: 'name', was: 'Shop', is: undefined }]);
    expect(listChanges(null, null)).toEqual([]);
  });

  it('listChanges leaves out the empty fields of a created or deleted object', () => {
    const state = { name: null, groups: [], note: '', role: 'viewer' };
    expect(listChanges(null, state).map(({ field }) => field)).toEqual(['role']);
    expect(listChanges(state, null).map(({ field }) => field)).toEqual(['role']);
  });

  it('listChanges compares amounts as a whole', () => {
    const limit = (amount: string) => ({ limit: { amount, currency: 'EUR' } });
    expect(listChanges(limit('10.00'), limit('12.00'))).toEqual([
      { field: 'limit', was: '10.00 EUR', is: '12.00 EUR' },
    ]);
  });

  it('listChanges returns times as date and time in the time zone of the user', () => {
    const at = '2026-11-24T16:49:45.243Z';
    expect(listChanges(null, { expiresAt: at })).toMatchObject([{ is: formatDateTime(at) }]);
  });

  it('listChanges describes list items that are objects by their fields', () => {
    const [change] = listChanges(
      { secrets: [{ id: 'a', end: null }] },
      { secrets: [{ id: 'b', end: null }] },
    );
    expect(change).toMatchObject({ added: ['ID b'], removed: ['ID a'] });
  });
});
