import { expect, it } from 'vitest';
import { type Calendar, type CalendarRow, savedValue } from './calendar.ts';
import { pricingOf } from './derived-price.ts';
import {
  batchProblem,
  calendarReads,
  followingOfKnown,
  knownRooms,
  knownRows,
  pendingRange,
  pendingRanges,
} from './known-nights.ts';
import { addDays, nightsFrom } from './month.ts';
import { NO_CHANGES, withEdits } from './pending.ts';

const season = { from: '2027-04-01', to: '2027-09-30' };
const plansOf = (count: number, rooms: readonly string[]) => Array.from({ length: count }, () => ({ rooms }));
const rooms = (count: number) => Array.from({ length: count }, (_, i) => `R${i}`);

it('a season is read in parts of at most 92 nights', () => {
  const reads = calendarReads(plansOf(3, ['A', 'B']), ['A', 'B'], season);
  expect(reads).toEqual([
    { from: '2027-04-01', to: '2027-07-01' },
    { from: '2027-07-02', to: '2027-09-30' },
  ]);
  expect(calendarReads(plansOf(3, ['A', 'B']), ['A'], season)[0]).toMatchObject({ roomCode: 'A' });
});

it('a part contains fewer nights if the property has many rates, and one room type if it has too many', () => {
  // 400 rates: 50 nights in one response.
  expect(calendarReads(plansOf(20, rooms(20)), rooms(20), season).map(({ to }) => to)).toEqual([
    ...['2027-05-20', '2027-07-09', '2027-08-28', '2027-09-30'],
  ]);
  // 1,000 rates: less than a month in one response.
  const reads = calendarReads(plansOf(20, rooms(50)), ['R0', 'R7'], season);
  expect(reads.map(({ roomCode, to }) => `${roomCode} ${to}`)).toEqual([
    ...['R0 2027-07-01', 'R0 2027-09-30', 'R7 2027-07-01', 'R7 2027-09-30'],
  ]);
});

/** One room type with a plan and another one that is 10 per cent cheaper. */
function calendarOf(from: string, to: string, amount: string): Calendar {
  const head = { board: 'RO', priceModel: 'PER_ROOM', active: true, guestAdults: 2 };
  const nights = nightsFrom(from, to);
  const plans = [
    { ...head, planCode: 'FLEX', name: 'Flexible', derivedFrom: null },
    { ...head, planCode: 'SAVER', name: 'Saver', derivedFrom: 'FLEX' },
  ].map(plan => ({
    ...plan,
    nights: nights.map(night => ({ night, amount, own: plan.derivedFrom === null ? ['amount'] : [] })),
  }));
  const room = { roomCode: 'DBL', name: 'Double', nights: [], plans };
  return { currency: 'EUR', from, to, rooms: [room] } as unknown as Calendar;
}

const june = calendarOf('2027-06-01', '2027-06-30', '100.00');
const later = calendarOf('2027-06-30', '2027-07-31', '120.00');
const known = knownRooms([june, later]);
const rows = knownRows(known);
const flex = rows[1] as CalendarRow;

it('reads of several months are joined, and the first read of a night applies', () => {
  expect(['2027-06-01', '2027-06-30', '2027-07-31'].map(night => savedValue(flex, night, 'amount'))).toEqual([
    ...['100.00', '100.00', '120.00'],
  ]);
  expect(known[0]?.nights).toEqual(nightsFrom('2027-06-01', '2027-07-31'));
});

it('a derived plan follows changes in months that are not shown', () => {
  const pricing = pricingOf({
    ...{ currency: 'EUR', rooms: [{ roomCode: 'DBL', baseOccupancy: 2 }] },
    plans: [{ code: 'FLEX' }, { code: 'SAVER', derivedFrom: { plan: 'FLEX', percent: '-10' } }],
  } as unknown as Parameters<typeof pricingOf>[0]);
  const pending = withEdits(NO_CHANGES, [{ row: flex, night: '2027-07-20', field: 'amount', to: '150.00' }]);
  const following = followingOfKnown(pending, known, rows, pricing);
  expect(following.get('DBL\tSAVER')?.values.get('2027-07-20 amount')).toBe('135.00');
});

const edit = (night: string, to: string) => ({ row: flex, night, field: 'amount', to });

it('changes that span more than 366 nights cannot be one batch', () => {
  const first = edit('2027-01-01', '1.00');
  const fits = withEdits(NO_CHANGES, [first, edit(addDays('2027-01-01', 365), '2.00')]);
  expect(batchProblem(fits)).toBeUndefined();
  expect(batchProblem(withEdits(fits, [edit('2028-01-02', '2.00')]))).toContain('these span 367');
  expect(batchProblem(NO_CHANGES)).toBeUndefined();
});

it('more than 4,000 different ranges cannot be one batch', () => {
  const nights = nightsFrom('2027-01-01', '2027-12-31');
  const edits = rooms(11).flatMap(code =>
    nights.map((night, i) => ({ ...edit(night, `${i + 1}.00`), row: { ...flex, key: `${code}\tFLEX` } })),
  );
  expect(batchProblem(withEdits(NO_CHANGES, edits))).toContain('at most 4,000 cells');
  // One price for all nights is one range in each row.
  const equal = edits.map(one => ({ ...one, to: '9.00' }));
  expect(batchProblem(withEdits(NO_CHANGES, equal))).toBeUndefined();
});

it('the range of the changes can leave out the nights that are loaded', () => {
  const change = { from: null, to: '100.00' };
  const pending = new Map([
    ['DBL\tFLEX', new Map([['2027-06-10 amount', change]])],
    ['SGL\tFLEX', new Map(['2027-06-11 amount', '2027-06-14 amount'].map(key => [key, change]))],
  ]);
  expect(pendingRange(pending)).toEqual({ from: '2027-06-10', to: '2027-06-14', roomCodes: ['DBL', 'SGL'] });
  const isOther = (roomCode: string) => roomCode === 'SGL';
  expect(pendingRange(pending, isOther)).toEqual({
    from: '2027-06-11',
    to: '2027-06-14',
    roomCodes: ['SGL'],
  });
  expect(pendingRange(pending, () => false)).toBeUndefined();
});

it('the months between the changes are not read, but consecutive months are read together', () => {
  const price = (night: string, row = flex) => ({ row, night, field: 'amount', to: '9.00' });
  const single = { ...flex, key: 'SGL\tFLEX' };
  const pending = withEdits(NO_CHANGES, [
    price('2027-12-31'),
    ...[price('2027-01-05'), price('2027-01-20'), price('2026-12-30', single), price('2027-10-02', single)],
  ]);
  expect(pendingRanges(pending, () => true)).toEqual([
    { from: '2026-12-30', to: '2027-01-20', roomCodes: ['SGL', 'DBL'] },
    { from: '2027-10-02', to: '2027-10-02', roomCodes: ['SGL'] },
    { from: '2027-12-31', to: '2027-12-31', roomCodes: ['DBL'] },
  ]);
  expect(pendingRanges(pending, () => false)).toEqual([]);
});
