import { expect, it } from 'vitest';
import { calendarRows } from './calendar.ts';
import { fieldsOf, propertyRows, rowName, unknownCalendar } from './property-rows.ts';

const property = {
  document: {
    rooms: [
      { roomCode: 'DBL', maxAdults: 2 },
      { roomCode: 'FAM', maxAdults: 3 },
    ],
    plans: [
      { code: 'FLEX', name: { en: 'Flexible' }, priceModel: 'PER_ROOM', rooms: ['DBL'] },
      {
        ...{ code: 'OCC', name: { es: 'Personas' }, priceModel: 'PER_OCCUPANCY', rooms: ['DBL', 'FAM'] },
        derivedFrom: { plan: 'FLEX', percent: '-5' },
      },
    ],
  },
  roomNames: [{ roomCode: 'DBL', name: 'Double' }],
} as unknown as Parameters<typeof propertyRows>[0];

it('the rows of a property are its room types, each with the rate plans that sell it', () => {
  const rows = propertyRows(property);
  expect(rows.map(row => [row.key, rowName(row), row.parent])).toEqual([
    ['DBL', 'Double', undefined],
    ['DBL\tFLEX', 'Flexible, Double', undefined],
    ['DBL\tOCC', 'Personas, Double', 'FLEX'],
    ['FAM', 'FAM', undefined],
    ['FAM\tOCC', 'Personas, FAM', 'FLEX'],
  ]);
  expect(rows[4]?.fields.slice(0, 4)).toEqual(['byAdults.1', 'byAdults.2', 'byAdults.3', 'stopSell']);
});

it('a plan is discounted if its prices are derived with a negative percentage or amount', () => {
  const isDiscounted = (derivation: object) => {
    const plan = { ...property.document.plans[0], derivedFrom: { plan: 'BAR', ...derivation } };
    const document = { ...property.document, plans: [plan] } as typeof property.document;
    return propertyRows({ ...property, document })[1]?.isDiscounted;
  };
  expect(propertyRows(property).map(row => row.isDiscounted)).toEqual([false, false, true, false, true]);
  expect([{ amount: '-4.00' }, { amount: '4.00' }, { percent: '10' }, {}].map(isDiscounted)).toEqual([
    ...[true, false, false, false],
  ]);
});

it('while the calendar loads, it has the rows of the property, or those of one room type, without values', () => {
  const keysOf = (roomCode?: string) =>
    calendarRows(unknownCalendar(property, roomCode).rooms).map(({ key }) => key);
  expect(keysOf()).toEqual(propertyRows(property).map(({ key }) => key));
  expect(keysOf('FAM')).toEqual(['FAM', 'FAM\tOCC']);
  const [double] = unknownCalendar(property, 'DBL').rooms;
  expect(double).toMatchObject({ name: 'Double', nights: [] });
  expect(double?.plans[1]).toMatchObject({ name: 'Personas', derivedFrom: 'FLEX', nights: [] });
});

it('the fields of several rows start with the allotment and the prices', () => {
  expect(fieldsOf(propertyRows(property)).slice(0, 7)).toEqual([
    ...['total', 'amount', 'extraAdult', 'byAdults.1', 'byAdults.2', 'byAdults.3', 'stopSell'],
  ]);
});
