import { expect, it } from 'vitest';
import { fieldWarnings, unsoldWarning, warningsText } from './unsold-warnings.ts';

const NAMES = new Map([
  ['DBL', 'Double room'],
  ['DBL sea view', 'Sea view'],
  ['FLEX', 'Flexible'],
  ['SAVER', 'Saver'],
]);
const nameOf = (code: string) => NAMES.get(code) ?? code;
const names = {
  roomCodes: ['DBL', 'DBL sea view'],
  ageBands: [{ code: 'child', fromAge: 3, toAge: 11 }],
  roomName: nameOf,
  planName: nameOf,
};
const textOf = (warning: string) => unsoldWarning(warning, names).text;

it('a warning names the room, the party, the first night and the reason', () => {
  expect(textOf('Not sold: DBL, 2 adults on 2027-02-01 and 27 more nights: no allotment.')).toBe(
    'Double room, 2 adults: not sold on 1 Feb 2027 and 27 more nights, because there is no allotment.',
  );
  expect(textOf('Not sold: DBL, 2 adults on 2027-02-01: no plan has a price.')).toBe(
    'Double room, 2 adults: not sold on 1 Feb 2027, because no plan has a price.',
  );
});

it('a warning names the rate plans without a price', () => {
  const party = '1 adult and 1 child aged 7';
  expect(
    textOf(
      `Not sold: DBL FLEX, SAVER, ${party} on 2027-02-01 and 1 more night: no price for a child aged 7.`,
    ),
  ).toBe(
    `Double room, Flexible, Saver, ${party}: not sold on 1 Feb 2027 and 1 more night, because there is no price for a child aged 7.`,
  );
});

it('a warning that concerns every night has no date, and other texts stay as they are', () => {
  const reason =
    'a child aged 17 belongs to no age band and counts as an adult, but the room takes only 2 adults';
  expect(textOf(`Not sold: DBL, 2 adults and 1 child aged 17: ${reason}.`)).toBe(
    `Double room, 2 adults and 1 child aged 17: not sold, because ${reason}.`,
  );
  expect(textOf('Not sold: DBL sea view SAVER, 1 adult on 2027-02-01: no price for 1 adult.')).toBe(
    'Sea view, Saver, 1 adult: not sold on 1 Feb 2027, because there is no price for 1 adult.',
  );
  expect(textOf('Something else.')).toBe('Something else.');
});

it('a warning leads to the night without a price or allotment, or to the terms of the room', () => {
  expect(unsoldWarning('Not sold: DBL, 2 adults on 2027-02-01: no plan has a price.', names).at).toEqual({
    ...{ roomCode: 'DBL', night: '2027-02-01' },
  });
  const reason = 'a child aged 17 belongs to no age band and counts as an adult';
  expect(unsoldWarning(`Not sold: DBL sea view, 1 adult: ${reason}.`, names).at).toEqual({
    pointer: '/document/rooms/1',
  });
  expect(unsoldWarning('Something else.', names).at).toBeUndefined();
});

it('a warning about the price of a child leads to the price of its age band, or to the age bands', () => {
  const pointerFor = (reason: string) =>
    unsoldWarning(`Not sold: DBL sea view FLEX, 1 adult and 1 child aged 7 on 2027-02-01: ${reason}.`, names)
      .at;
  expect(pointerFor('no price for a child aged 7')).toEqual({
    pointer: '/document/rooms/1/children/child',
  });
  expect(pointerFor('no price for a child aged 12, who belongs to no age band and pays as an adult')).toEqual(
    { pointer: '/document/ageBands' },
  );
});

it('warnings about fields are found by the pointer of the field, and those about nights are left out', () => {
  const at = { pointer: '/rooms/0/maxChildren' };
  const found = fieldWarnings([
    { text: 'One.', at },
    { text: 'Two.', at },
    { text: 'A night.', at: { roomCode: 'DBL', night: '2027-02-01' } },
    { text: 'Nowhere.', at: undefined },
  ]);
  expect([...found]).toEqual([[at.pointer, ['One.', 'Two.']]]);
});

it('warnings about nights of the calendar are counted separately, because they are not marked in the form', () => {
  const here = { text: 'a', at: { pointer: '/rooms/0' } };
  const night = { text: 'b', at: { roomCode: 'DBL', night: '2027-02-01' } };
  expect(warningsText([here, here])).toBe('2 warnings');
  expect(warningsText([here, night, night])).toBe('1 warning here, 2 in the calendar');
  expect(warningsText([night])).toBe('1 warning in the calendar');
});
