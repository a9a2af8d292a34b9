import { expect, test } from 'vitest';
import { foldRepeats, newestFirst, timeRange } from './fold-repeats.ts';
import type { Moment } from './timeline-of.ts';

let minute = 0;
const at = () => `2027-02-01T10:${String(minute++).padStart(2, '0')}:00Z`;
const lookup = (outcome = 'NONE', response: { status: number } | null = null) =>
  ({
    kind: 'exchange',
    id: `x${minute}`,
    at: at(),
    exchange: { operation: 'lookup', provider: 'p', outcome, response },
  }) as Moment;
const read = () =>
  ({
    kind: 'request',
    id: `r${minute}`,
    at: at(),
    request: { operation: 'bookingdetail', status: 200, keyId: 'k' },
  }) as Moment;
const note = () => ({ kind: 'note', id: `n${minute}`, at: at(), note: {} }) as Moment;

test('repeated checks become one entry, even if reads of the partner are between them', () => {
  const moments = [lookup(), read(), lookup(), read(), lookup()];
  const folded = foldRepeats(moments);
  expect(folded.map(({ kind, repeats }) => [kind, repeats?.length])).toEqual([
    ['exchange', 3],
    ['request', 2],
  ]);
  expect(folded[0]?.id).toBe(moments[0]?.id);
});

test('checks before and after another entry, with another outcome or another reason stay separate', () => {
  expect(foldRepeats([lookup(), lookup(), note(), lookup()]).map(({ repeats }) => repeats?.length)).toEqual([
    2,
    undefined,
    undefined,
  ]);
  expect(foldRepeats([lookup(), lookup('FOUND')])).toHaveLength(2);
  expect(foldRepeats([lookup('FAILED'), lookup('FAILED'), lookup('FAILED', { status: 503 })])).toHaveLength(
    2,
  );
});

test('with the newest first, a folded entry has the time of its last repetition and is sorted by it', () => {
  const moments = [lookup(), read(), lookup(), read(), lookup()];
  const newest = newestFirst(foldRepeats(moments));
  expect(newest.map(({ kind, at }) => [kind, at])).toEqual([
    ['exchange', moments[4]?.at],
    ['request', moments[3]?.at],
  ]);
});

test('repeated checks show their first and last time, with the days if they differ', () => {
  const range = (...times: string[]) => timeRange(times.map(at => ({ at })));
  expect(range('2027-02-01T10:00:00', '2027-02-01T10:07:30')).toBe('from 10:00:00 to 10:07:30');
  expect(range('2027-02-01T10:00:00', '2027-02-02T10:07:30')).toBe(
    'from 1 Feb 2027, 10:00 to 2 Feb 2027, 10:07',
  );
  expect(range('2027-02-01T10:00:00.100', '2027-02-01T10:00:00.900')).toBeUndefined();
});
