import { expect, it } from 'vitest';
import { followLines } from './batch.ts';
import { type CalendarRoom, type CalendarRow, calendarRows, savedValue } from './calendar.ts';
import { pricingOf } from './derived-price.ts';
import { followingOf } from './following.ts';
import { NO_CHANGES, withEdits } from './pending.ts';

const nights = ['2027-06-10', '2027-06-11', '2027-06-12', '2027-06-13'];
const [night = ''] = nights;

/** A room type with two rate plans. SAVER is 10 per cent cheaper than FLEX. */
function sceneOf(
  priceModel: string,
  cells: { flex: readonly object[]; saver: readonly object[] },
  { room = {}, supplement = {} }: { room?: object; supplement?: object } = {},
) {
  const head = { name: 'Plan', board: 'RO', priceModel, active: true, guestAdults: 2 };
  const plans = [
    { ...head, planCode: 'FLEX', derivedFrom: null, nights: cells.flex },
    { ...head, planCode: 'SAVER', derivedFrom: 'FLEX', nights: cells.saver },
  ];
  const shown = { roomCode: 'DBL', name: 'Double', nights: [], plans } as unknown as CalendarRoom;
  const rows = calendarRows([shown]) as [CalendarRow, CalendarRow, CalendarRow];
  const pricing = pricingOf({
    currency: 'EUR',
    rooms: [{ roomCode: 'DBL', baseOccupancy: 2, ...room }],
    plans: [
      { code: 'FLEX', ...supplement },
      { code: 'SAVER', derivedFrom: { plan: 'FLEX', percent: '-10' }, ...supplement },
    ],
  } as unknown as Parameters<typeof pricingOf>[0]);
  return { rows, nights, pricing };
}

const flexNights = nights.map(each => ({ night: each, amount: '110.00', own: ['amount'] }));
const saverNights = nights.map(each => ({ night: each, amount: '99.00', own: [] as string[] }));
const scene = sceneOf('PER_ROOM', { flex: flexNights, saver: saverNights });
const [total, flex, saver] = scene.rows;
const price = (on: string, to: string | null, row = flex) => ({ row, night: on, field: 'amount', to });

it('a derived plan shows the price that it will follow before the change is saved, unless it has its own', () => {
  const pending = withEdits(NO_CHANGES, [
    price('2027-06-10', '120.05'),
    price('2027-06-11', '120.05'),
    price('2027-06-12', '110.00'),
    price('2027-06-11', '90.00', saver),
    { row: flex, night: '2027-06-13', field: 'stopSell', to: true },
  ]);
  const following = followingOf(pending, scene);
  expect(following.get(saver.key)).toEqual({
    // 120.05 less 10 per cent is 108.045, rounded half up.
    values: new Map<string, unknown>([
      ['2027-06-10 amount', '108.05'],
      ['2027-06-13 stopSell', true],
    ]),
    guests: new Map([
      ['2027-06-10', '108.05'],
      ['2027-06-11', '90.00'],
    ]),
  });
  expect(followLines(following, pending, scene.rows)).toMatchObject([
    { row: saver.key, from: '2027-06-10', before: '99.00', after: '108.05', follows: 'Plan' },
    { field: 'stopSell', after: true },
  ]);
  // A row is rendered again only if its own changes or those of its parents change.
  const more = withEdits(pending, [{ row: total, night: '2027-06-10', field: 'total', to: 9 }]);
  expect(followingOf(more, scene).get(saver.key)).toBe(following.get(saver.key));
  expect(followingOf(NO_CHANGES, scene).size).toBe(0);
});

it('a derived plan whose own price is cleared shows the price that it follows again', () => {
  const own = saverNights.map(one => ({ ...one, amount: '80.00', own: ['amount'] }));
  const priced = sceneOf('PER_ROOM', { flex: flexNights, saver: own });
  const cleared = withEdits(NO_CHANGES, [price(night, null, priced.rows[2])]);
  const following = followingOf(cleared, priced);
  expect(following.get(saver.key)?.values.get(`${night} amount`)).toBe('99.00');
  expect(following.get(saver.key)?.guests.get(night)).toBe('99.00');
  expect(followLines(following, cleared, priced.rows)).toEqual([]);
});

it('a plan that sets only the price for one adult follows with its price for two adults', () => {
  const byAdults = { flex: { 1: '80.00', 2: '100.00' }, saver: { 1: '50.00', 2: '90.00' } };
  const partly = sceneOf('PER_OCCUPANCY', {
    flex: [{ night, byAdults: byAdults.flex, own: ['byAdults.1', 'byAdults.2'] }],
    saver: [{ night, byAdults: byAdults.saver, own: ['byAdults.1'] }],
  });
  const [, parent, child] = partly.rows;
  expect(['byAdults.1', 'byAdults.2'].map(field => savedValue(child, night, field))).toEqual(['50.00', null]);
  const pending = withEdits(NO_CHANGES, [
    { row: parent, night, field: 'byAdults.1', to: '82.00' },
    { row: parent, night, field: 'byAdults.2', to: '110.00' },
  ]);
  expect(followingOf(pending, partly).get(child.key)).toEqual({
    values: new Map([[`${night} byAdults.2`, '99.00']]),
    guests: new Map([[night, '99.00']]),
  });
});

it('a guest price of a night without a saved price includes the board supplement and extra adults', () => {
  const terms = {
    room: { baseOccupancy: 1, extraAdult: '15.00' },
    supplement: { supplement: { adult: '2.50' } },
  };
  const empty = sceneOf('PER_ROOM', { flex: [], saver: [] }, terms);
  const guestsOf = (edits: Parameters<typeof withEdits>[1], of = empty) =>
    of.rows
      .slice(1)
      .map(({ key }) => followingOf(withEdits(NO_CHANGES, edits), of).get(key)?.guests.get(night));
  // The extra adult of the room type is not derived.
  expect(guestsOf([price(night, '100.00')])).toEqual(['120.00', '110.00']);
  const extra = { row: flex, night, field: 'extraAdult', to: '20.00' };
  expect(guestsOf([price(night, '100.00'), extra])).toEqual(['125.00', '113.00']);
  expect(guestsOf([extra])).toEqual([null, null]);
  const unpriced = sceneOf('PER_ROOM', { flex: [], saver: [] }, { room: { baseOccupancy: 1 } });
  expect(guestsOf([price(night, '100.00')], unpriced)).toEqual([null, null]);
  const oneAdult = { row: flex, night, field: 'byAdults.1', to: '70.00' };
  const occupancy = sceneOf('PER_OCCUPANCY', { flex: [], saver: [] }, terms);
  expect(guestsOf([oneAdult], occupancy)).toEqual(['90.00', '83.00']);
});

it('a guest price per person is rounded only once', () => {
  const perPerson = sceneOf('PER_PERSON', { flex: flexNights, saver: saverNights });
  const following = followingOf(withEdits(NO_CHANGES, [price(night, '10.05')]), perPerson);
  // 10.05 less 10 per cent is 9.045 for each adult.
  expect(following.get(saver.key)?.values.get(`${night} amount`)).toBe('9.05');
  expect(following.get(saver.key)?.guests.get(night)).toBe('18.09');
});
