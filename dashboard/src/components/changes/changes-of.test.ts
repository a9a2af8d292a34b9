import { describe, expect, it } from 'vitest';
import { changesOf } from './changes-of.ts';

describe('the changes of an audit entry', () => {
  it('name the member and what it was and is', () => {
    expect(changesOf({ status: 'ACTIVE' }, { status: 'DISABLED' })).toEqual([
      { member: 'status', was: 'ACTIVE', is: 'DISABLED' },
    ]);
  });

  it('go into members of members, and leave out what is the same', () => {
    const before = { limits: { perMinute: 600, perHour: 5 }, name: 'Shop' };
    const after = { limits: { perMinute: 1200, perHour: 5 }, name: 'Shop' };
    expect(changesOf(before, after)).toEqual([{ member: 'limits.perMinute', was: '600', is: '1200' }]);
  });

  it('tell of lists what came and what went', () => {
    const [change] = changesOf({ scopes: ['a', 'b'] }, { scopes: ['b', 'c'] });
    expect(change).toMatchObject({ member: 'scopes', added: ['c'], removed: ['a'] });
  });

  it('say none for nothing, and nothing for what was not told', () => {
    expect(
      changesOf({ expiresAt: null, addresses: [] }, { expiresAt: '2027', addresses: ['x'] }),
    ).toMatchObject([
      { was: 'none', is: '2027' },
      { was: 'none', is: 'x' },
    ]);
    expect(changesOf(null, { name: 'Shop' })).toEqual([{ member: 'name', was: undefined, is: 'Shop' }]);
    expect(changesOf({ name: 'Shop' }, null)).toEqual([{ member: 'name', was: 'Shop', is: undefined }]);
    expect(changesOf(null, null)).toEqual([]);
  });

  it('tell the records of a list by their members', () => {
    const [change] = changesOf({ secrets: [{ id: 'a', end: null }] }, { secrets: [{ id: 'b', end: null }] });
    expect(change).toMatchObject({ added: ['id b, end none'], removed: ['id a, end none'] });
  });
});
