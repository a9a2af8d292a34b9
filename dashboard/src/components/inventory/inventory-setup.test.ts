import { INVENTORY_RECORDS } from '@serai/contract/inventory/inventory-cells.ts';
import { expect, it } from 'vitest';
import { inventoryTemplate } from './inventory-setup.tsx';

const room = (roomCode: string, status = 'ACTIVE', maxAdults = 2) => ({
  ...{ roomCode, status },
  occupancy: { maxTotal: maxAdults + 1, maxAdults, maxChildren: 1 },
});

it('the inventory template passes import validation and contains the active rooms', () => {
  const rooms = [room('SGL', 'ACTIVE', 1), room('DBL'), room('OLD', 'INACTIVE'), room('HALL', 'ACTIVE', 90)];
  const lines = inventoryTemplate('htl_1', rooms, '2027-06-01')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  for (const { type, ...value } of lines) {
    const schema = INVENTORY_RECORDS[type as keyof typeof INVENTORY_RECORDS]();
    expect(schema.safeParse(value).error).toBeUndefined();
  }
  expect(lines.map(({ type, roomCode, to }) => [type, roomCode, to])).toEqual([
    ['property', undefined, undefined],
    ...['SGL', 'DBL', 'HALL'].flatMap(code => [
      ['allotment', code, '2028-05-30'],
      ['rate', code, '2028-05-30'],
    ]),
  ]);
});
