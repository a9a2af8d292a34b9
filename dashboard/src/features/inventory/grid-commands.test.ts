import { expect, it } from 'vitest';
import { type CalendarRoom, calendarRows, type GridField } from './calendar.ts';
import { describeSelection, selectedCells } from './grid-commands.ts';
import { nightsFrom, type Weekday } from './month.ts';
import { NO_CHANGES } from './pending.ts';
import { rectangleOf, selectedColumns } from './selection.ts';

const nights = nightsFrom('2027-06-07', '2027-06-13');
const head = { board: 'RO', priceModel: 'PER_ROOM', active: true, guestAdults: 2 };
/** SAVER costs 107.00 on 7 June, 108.00 on 8 June and so on. It follows FLEX except on Sunday 13 June. */
const priced = nights.map(night => {
  const amount = `1${night.slice(8)}.00`;
  return { night, amount, guestPrice: amount, own: night === '2027-06-13' ? ['amount'] : [] };
});
const room = {
  ...{ roomCode: 'DBL', name: 'Double' },
  nights: nights.map(night => ({ night, allotment: 4, sold: 1, held: 0 })),
  plans: [{ ...head, planCode: 'SAVER', name: 'Saver', derivedFrom: 'FLEX', nights: priced }],
} as unknown as CalendarRoom;
const rows = calendarRows([room]);

/** Describes the whole week of a row, with the focus on Sunday. */
function describeWeek(row: number, weekdays: readonly Weekday[], shown: GridField = 'price') {
  const selection = { row, column: 6, anchorRow: row, anchorColumn: 0 };
  const columns = selectedColumns(rectangleOf(selection), nights, weekdays);
  const content = { rows, nights, pending: NO_CHANGES, shown, currency: 'EUR' };
  return describeSelection(selectedCells(content, selection, columns), content, new Map());
}

it('the only night on a chosen weekday is described with its room type and rate plan, not the night with the focus', () => {
  expect(describeWeek(1, ['Fri'])).toEqual({
    names: ['Double', ', Saver'],
    text: ', 11 Jun: 111.00 EUR',
    isInherited: true,
  });
  expect(describeWeek(1, ['Sun'])).toMatchObject({ text: ', 13 Jun: 113.00 EUR', isInherited: false });
  expect(describeWeek(0, ['Fri'])).toMatchObject({ names: ['Double'], text: ', 11 Jun: 1 of 4 sold' });
});

it('several nights are counted', () => {
  expect(describeWeek(1, []).text).toBe('1 rate plan × 7 nights selected');
  expect(describeWeek(1, ['Fri', 'Sat'])).toMatchObject({
    ...{ names: [], text: '1 rate plan × 2 nights selected', isInherited: false },
  });
});

it('a value that is not set has no currency', () => {
  expect(describeWeek(1, ['Fri'], 'extraAdult').text).toBe(', 11 Jun: not set');
});
