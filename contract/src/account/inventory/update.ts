import { z } from 'zod';
import { inventoryCell } from '../../inventory/inventory-cells.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { hotelId } from '../../shared/ids.ts';
import { changedCellsShape } from './inventory-changes.ts';

export const updateInventory = defineOperatorOperation({
  name: 'inventory/update',
  role: 'developer',
  summary: 'Change nights of own inventory',
  description:
    'Sets rooms, prices and restrictions of one property. Each cell is a range of nights of a room type, with a `planCode` for prices and restrictions and without one for `total`; it sets only what it names, and null takes a value away. All cells are written or none, every bad one is named, and the next search sells the result. Two cells must not set the same of the same night. In production it needs the role admin, and everywhere the organisation that runs the service.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId(),
    cells: z.array(inventoryCell()).min(1).max(500),
  }),
  output: z.strictObject(changedCellsShape()),
  errors: ['NOT_FOUND'],
  examples: {
    request: {
      environment: 'sandbox',
      hotelId: 'htl_casa_luna',
      cells: [
        { roomCode: 'DBL', from: '2027-06-01', to: '2027-06-30', total: 5 },
        { roomCode: 'DBL', planCode: 'FLEX', from: '2027-06-11', to: '2027-06-11', amount: '145.00' },
      ],
    },
    answer: { allotments: { created: 0, changed: 30 }, rates: { created: 0, changed: 1 }, exceeded: [] },
  },
});
