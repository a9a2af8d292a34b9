import { expect, it } from 'vitest';
import { cellsOf, changeLines, troubleOf } from './batch.ts';
import {
  type CalendarRoom,
  type CalendarRow,
  calendarOfRoom,
  calendarRows,
  priceBasis,
  savedValue,
} from './calendar.ts';
import { chosenNights } from './cell-draft.ts';
import { copiedText, parseTable, pasteTable } from './clipboard.ts';
import { applyEntry, exampleOf, parseEntry } from './entry.ts';
import { EMPTY_HISTORY, NO_CHANGES, rebased, record, redo, undo, withEdits } from './pending.ts';
import {
  cellAt,
  firstRun,
  keptSelection,
  moveSelection,
  rectangleOf,
  selectedColumns,
  selectedRange,
  shownSelection,
  wholeColumns,
} from './selection.ts';

const nights = ['2027-06-10', '2027-06-11', '2027-06-12', '2027-06-13'];
const plan = {
  ...{
    planCode: 'FLEX',
    name: 'Flexible',
    board: 'RO',
    priceModel: 'PER_ROOM',
    active: true,
    guestAdults: 2,
  },
  derivedFrom: null,
  nights: nights.map(night => ({ night, amount: '110.00', guestPrice: '130.00', own: ['amount'] })),
};
const saver = {
  ...{ ...plan, planCode: 'SAVER', name: 'Saver', derivedFrom: 'FLEX' },
  nights: nights.map(night => ({ night, amount: '99.00', own: [] })),
};
const room = {
  ...{ roomCode: 'DBL', name: 'Double', plans: [plan, saver] },
  nights: nights.map(night => ({ night, allotment: 4, sold: 1, held: 0, free: 3, excess: 0 })),
} as unknown as CalendarRoom;
const rows = calendarRows([room]);
const [total, flex, follower] = rows as [CalendarRow, CalendarRow, CalendarRow];
const price = (night: string, to: string, row = flex) => ({ row, night, field: 'amount', to });

it('arrow keys move the selection within the grid, and Shift extends it over rows and columns', () => {
  const size = { rows: 3, columns: 4 };
  const press = (key: string, shift = false, control = false) => ({ key, shift, control });
  expect(moveSelection(cellAt(0, 0), press('ArrowUp'), size)).toEqual(cellAt(0, 0));
  const down = moveSelection(cellAt(0, 1), press('ArrowDown', true), size);
  const wider = moveSelection(down ?? cellAt(0, 0), press('End', true), size);
  expect(rectangleOf(wider ?? cellAt(0, 0))).toEqual({ top: 0, bottom: 1, left: 1, right: 3 });
  expect(rectangleOf(moveSelection(cellAt(1, 1), press('a', false, true), size) ?? cellAt(0, 0))).toEqual({
    ...{ top: 0, bottom: 2, left: 0, right: 3 },
  });
  expect(rectangleOf(wholeColumns(cellAt(0, 0), 2, false, size))).toEqual({
    ...{ top: 0, bottom: 2, left: 2, right: 2 },
  });
  expect(moveSelection(cellAt(0, 0), press('x'), size)).toBeUndefined();
});

it('a selection stays on its rows and nights while other rows are shown', () => {
  const kept = keptSelection({ row: 2, column: 3, anchorRow: 1, anchorColumn: 2 }, { rows, nights });
  const shown = { rows: rows.slice(1), nights: nights.slice(1) };
  expect(shownSelection(kept, shown, '')).toEqual({ row: 1, column: 2, anchorRow: 0, anchorColumn: 1 });
  expect(shownSelection(kept, { rows: rows.slice(2), nights }, '')).toEqual(cellAt(0, 3));
  // The selected row is not shown, so the first room today has the focus.
  expect(shownSelection(kept, { rows: rows.slice(0, 1), nights }, '2027-06-12')).toEqual(cellAt(0, 2));
  expect(shownSelection(kept, { rows, nights }, '')).toMatchObject({ row: 2, column: 3, anchorRow: 1 });
});

it('a weekday filter leaves only those nights in the selection', () => {
  const all = { top: 0, bottom: 0, left: 0, right: 3 };
  expect(selectedColumns(all, nights, [])).toEqual([0, 1, 2, 3]);
  expect(selectedColumns(all, nights, ['Sat', 'Sun'])).toEqual([2, 3]);
});

it('a weekday filter also limits the range of the form, whether a selected night matches it or not', () => {
  const form = (left: number, right: number) => selectedRange({ left, right }, nights, ['Sat']);
  expect(chosenNights(form(0, 3))).toEqual(['2027-06-12']);
  expect(chosenNights({ ...form(0, 3), to: '2027-06-20' })).toEqual(['2027-06-12', '2027-06-19']);
  expect(form(0, 0)).toEqual({ from: '2027-06-10', to: '2027-06-10', weekdays: ['Sat'] });
  expect(chosenNights(form(0, 0))).toEqual([]);
});

it('amounts are understood as spreadsheets in several countries write them', () => {
  const read = (text: string, currency = 'EUR') => {
    const parsed = parseEntry(text, 'amount', currency);
    return 'entry' in parsed && parsed.entry.kind === 'set' ? parsed.entry.to : 'problem';
  };
  expect(
    ['120', '120,5', '1.234,50', '1,234.50', '€ 99', '99.00 EUR', '1.234', ''].map(one => read(one)),
  ).toEqual([...['120.00', '120.50', '1234.50', '1234.50', '99.00', '99.00', '1234.00', null]]);
  expect(['abc', '1.2.3', '12.345,6.7', '1e5'].map(one => read(one))).toEqual(Array(4).fill('problem'));
  expect(read('1200', 'JPY')).toBe('1200');
});

it('a percentage or an amount changes prices exactly, and never below zero', () => {
  const apply = (text: string, before: string | null, field = 'amount') => {
    const parsed = parseEntry(text, field, 'EUR');
    return 'entry' in parsed ? applyEntry(parsed.entry, field, before, 'EUR') : parsed.problem;
  };
  expect(apply('+10%', '99.95')).toBe('109.95');
  expect(apply('-12.5%', '0.01')).toBe('0.01');
  expect(apply('−5', '110.00')).toBe('105.00');
  expect(apply('-500', '110.00')).toBe('0.00');
  expect(apply('+10%', null)).toBeUndefined();
  expect(apply('+2', '4' as never, 'total')).toBe(6);
  expect(apply('', '4', 'total')).toBe('Enter a number of rooms.');
});

it('a change back to the saved value is no change', () => {
  const changed = withEdits(NO_CHANGES, [price('2027-06-10', '120.00')]);
  expect(changed.get(flex.key)?.size).toBe(1);
  expect(withEdits(changed, [price('2027-06-10', '110.00')]).size).toBe(0);
  expect(withEdits(changed, [price('2027-06-10', '120.00')])).toBe(changed);
});

it('the saved value can be entered again after it was cleared, and a value that was not set can be cleared again', () => {
  const cleared = withEdits(NO_CHANGES, [{ ...price('2027-06-10', ''), to: null }]);
  expect(cleared.get(flex.key)?.size).toBe(1);
  expect(withEdits(cleared, [price('2027-06-10', '110.00')]).size).toBe(0);
  expect(withEdits(cleared, [{ ...price('2027-06-10', ''), to: null }])).toBe(cleared);
  const own = withEdits(NO_CHANGES, [price('2027-06-10', '99.00', follower)]);
  expect(withEdits(own, [{ ...price('2027-06-10', '', follower), to: null }]).size).toBe(0);
});

it('undo and redo step through the changes, and a new change ends the redo', () => {
  const one = record(EMPTY_HISTORY, withEdits(NO_CHANGES, [price('2027-06-10', '1.00')]));
  const two = record(one, withEdits(one.now, [price('2027-06-11', '2.00')]));
  expect(undo(two).now).toBe(one.now);
  expect(redo(undo(two)).now).toBe(two.now);
  expect(undo(undo(undo(two))).now).toBe(NO_CHANGES);
  expect(record(undo(two), two.now).future).toEqual([]);
});

it('a batch joins consecutive nights with the same change, and states the values it replaces', () => {
  const pending = withEdits(NO_CHANGES, [
    ...['2027-06-10', '2027-06-11', '2027-06-13'].map(night => price(night, '120.00')),
    { row: total, night: '2027-06-10', field: 'total', to: 7 },
    { row: follower, night: '2027-06-10', field: 'amount', to: '90.00' },
  ]);
  const cells = cellsOf(pending);
  expect(cells).toEqual([
    {
      ...{ roomCode: 'DBL', planCode: 'FLEX', from: '2027-06-10', to: '2027-06-11' },
      ...{ amount: '120.00', expected: { amount: '110.00' } },
    },
    {
      ...{ roomCode: 'DBL', planCode: 'FLEX', from: '2027-06-13', to: '2027-06-13' },
      ...{ amount: '120.00', expected: { amount: '110.00' } },
    },
    { roomCode: 'DBL', from: '2027-06-10', to: '2027-06-10', total: 7, expected: { total: 4 } },
    {
      ...{ roomCode: 'DBL', planCode: 'SAVER', from: '2027-06-10', to: '2027-06-10' },
      ...{ amount: '90.00', expected: { amount: null } },
    },
  ]);
  const details = [{ path: '/cells/1/amount', code: 'X', message: 'Too high.' }];
  expect(troubleOf(details, cells)).toEqual([
    { row: flex.key, nights: { from: '2027-06-13', to: '2027-06-13' }, message: 'Too high.' },
  ]);
  expect(changeLines(pending, rows).map(({ from, to }) => `${from} ${to}`)[0]).toBe('2027-06-10 2027-06-11');
});

it('the review shows the price that a derived plan followed before it got its own, and that it no longer follows', () => {
  const pending = withEdits(NO_CHANGES, [
    { row: follower, night: '2027-06-10', field: 'amount', to: '90.00' },
    { row: flex, night: '2027-06-10', field: 'amount', to: '120.00' },
  ]);
  const lines = changeLines(pending, rows);
  expect(lines.map(({ before, followed, leaves }) => [before, followed, leaves])).toEqual([
    [null, '99.00 (follows Flexible)', 'Flexible'],
    ['110.00', undefined, undefined],
  ]);
});

it('a calendar of one room type contains no other, also if all of them were read', () => {
  const all = { currency: 'EUR', from: '2027-06-01', to: '2027-06-30', rooms: [room] };
  const other = { ...room, roomCode: 'FAM' };
  expect(calendarOfRoom({ ...all, rooms: [room, other] }, 'FAM')?.rooms).toEqual([other]);
  expect(calendarOfRoom(all, 'FAM')).toBeUndefined();
});

it('after a conflict, changes start from the new values', () => {
  const pending = withEdits(NO_CHANGES, [price('2027-06-10', '120.00'), price('2027-06-11', '125.00')]);
  const newer = { ...plan, nights: plan.nights.map(one => ({ ...one, amount: '120.00' })) };
  const [, moved] = calendarRows([{ ...room, plans: [newer] } as unknown as CalendarRoom]);
  const next = rebased(pending, [moved as CalendarRow], nights);
  expect([...(next.get(flex.key) ?? [])]).toEqual([['2027-06-11 amount', { from: '120.00', to: '125.00' }]]);
  expect(savedValue(moved as CalendarRow, '2027-06-10', 'amount')).toBe('120.00');
});

const content = { rows, nights, pending: NO_CHANGES, shown: 'price', currency: 'EUR' } as const;

it('copied cells can be pasted again, and a block repeats over a larger selection', () => {
  expect(copiedText({ top: 0, bottom: 1, left: 0, right: 1 }, content)).toBe('4\t4\n110.00\t110.00');
  const pasted = pasteTable(parseTable('100\t200\r\n'), { top: 1, bottom: 2, left: 0, right: 3 }, content);
  expect(pasted.edits.map(({ row, to }) => `${row.plan?.planCode} ${to}`)).toEqual([
    ...['FLEX 100.00', 'FLEX 200.00', 'FLEX 100.00', 'FLEX 200.00'],
    ...['SAVER 100.00', 'SAVER 200.00', 'SAVER 100.00', 'SAVER 200.00'],
  ]);
});

it('pasting reports every cell that is not a value, and counts cells outside the grid', () => {
  const at = { top: 2, bottom: 2, left: 3, right: 3 };
  expect(pasteTable(parseTable('x\t5\n"a\tb"\t6'), at, content)).toMatchObject({
    problems: ['Row 1, column 1: “x” is not a price in EUR.'],
    outside: 3,
  });
  expect(parseTable('"a ""b""\n c"\t1\n')).toEqual([['a "b"\n c', '1']]);
});

it('the example of a field can be typed into it: rooms are counts, and prices may change by a percentage', () => {
  expect(['total', 'amount', 'minStayArrival', 'stopSell'].map(exampleOf)).toEqual([
    ...['5, +2, −1', '120, +10%, −5', '3, +1, −1', 'yes or no'],
  ]);
});

it('the head of the grid names the currency and the number of adults of the prices', () => {
  expect(priceBasis(rows, 'price', 'EUR')).toBe('EUR, 2 adults, rounded');
  const single = { ...flex, plan: { ...flex.plan, guestAdults: 1 } } as CalendarRow;
  expect(priceBasis([total, single], 'price', 'EUR')).toBe('EUR, 1 adult, rounded');
  expect(priceBasis([...rows, single], 'price', 'EUR')).toBe('EUR, rounded');
  expect(priceBasis(rows, 'stopSell', 'EUR')).toBeUndefined();
});

it('the nights that a warning leads to are the first ones without a gap, of the shown ones if possible', () => {
  const shown = ['2027-06-10', '2027-06-11', '2027-06-12', '2027-06-13'];
  const wanted = ['2027-05-01', '2027-06-11', '2027-06-12', '2027-06-20'];
  expect(firstRun(wanted, shown)).toEqual({ first: '2027-06-11', last: '2027-06-12' });
  expect(firstRun(['2027-08-02', '2027-08-01'], shown)).toEqual({ first: '2027-08-01', last: '2027-08-02' });
  expect(firstRun(['2027-08-03', '2027-08-01'], shown)).toEqual({ first: '2027-08-01', last: '2027-08-01' });
});
