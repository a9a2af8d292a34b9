import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rule } from './rule.ts';
import { count } from './values.ts';

const room = z.strictObject({ roomRef: count(1, 8), name: z.string().min(1) });

const stay = z
  .strictObject({ from: z.iso.date(), to: z.iso.date(), note: z.string(), rooms: z.array(room).max(2) })
  .check(
    rule(['from', 'to'], function* ({ from, to }) {
      if (to <= from) yield { path: ['to'], code: 'ORDER', message: 'to must be later than from.' };
    }),
    rule(['rooms.*.roomRef'], function* ({ rooms }) {
      if (new Set(rooms.map(each => each.roomRef)).size < rooms.length) {
        yield { path: ['rooms'], code: 'DUPLICATE', message: 'Each roomRef may be given only once.' };
      }
    }),
  );

const good = { from: '2027-01-02', to: '2027-01-03', note: 'x', rooms: [{ roomRef: 1, name: 'a' }] };

function failures(value: unknown): string[] {
  const result = stay.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map(issue =>
    issue.code === 'unrecognized_keys'
      ? `${issue.path.join('.')} UNKNOWN`
      : `${issue.path.join('.')} ${issue.code === 'custom' ? issue.params?.code : issue.code}`,
  );
}

describe('rule', () => {
  it('a rule reports nothing about a valid value', () => {
    expect(failures(good)).toEqual([]);
  });

  it('a rule runs even if another field is invalid or missing', () => {
    expect(failures({ ...good, to: '2027-01-01', note: 1 })).toEqual(['note invalid_type', 'to ORDER']);
    expect(failures({ from: good.from, to: '2027-01-01', rooms: [] })).toEqual([
      'note invalid_type',
      'to ORDER',
    ]);
  });

  it('a rule runs even if the object, or an object that it reads, has an unknown field', () => {
    const rooms = [
      { roomRef: 1, name: 'a', colour: 'red' },
      { roomRef: 1, name: 'b' },
    ];
    expect(failures({ ...good, to: '2027-01-01', rooms, extra: 1 })).toEqual([
      'rooms.0 UNKNOWN',
      ' UNKNOWN',
      'to ORDER',
      'rooms DUPLICATE',
    ]);
  });

  it('a rule runs even if another field of a list item is invalid', () => {
    const rooms = [
      { roomRef: 1, name: '' },
      { roomRef: 1, name: 'b' },
    ];
    expect(failures({ ...good, rooms })).toEqual(['rooms.0.name too_small', 'rooms DUPLICATE']);
  });

  it('a rule runs even if an unrelated integer field contains a fraction', () => {
    const rooms = [{ roomRef: 1.5, name: 'a' }];
    expect(failures({ ...good, to: '2027-01-01', rooms })).toEqual([
      'rooms.0.roomRef invalid_type',
      'to ORDER',
    ]);
  });

  it('a rule does not run while a field that it reads is invalid', () => {
    expect(failures({ ...good, from: '2027-02-30', to: '2027-01-01' })).toEqual(['from invalid_format']);
    expect(failures({ ...good, rooms: {} })).toEqual(['rooms invalid_type']);
    expect(failures(null)).toEqual([' invalid_type']);
  });
});
