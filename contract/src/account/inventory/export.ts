import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { hotelId } from '../../shared/ids.ts';
import { count } from '../../shared/values.ts';

export const exportInventory = defineOperatorOperation({
  name: 'inventory/export',
  role: 'read-only',
  summary: 'Export own inventory',
  description:
    'JSON Lines that `inventory/import` and `serai import inventory` read; importing them again changes nothing. INVALID_STATE where they are longer than 8 million characters: `serai export inventory` writes any number. NOT_FOUND where the hotel has no inventory of its own. Only the organisation that runs the service sees it.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId().optional().describe('Only this property; all of them when absent.'),
  }),
  output: z.strictObject({
    text: z.string(),
    properties: count(0, 1_000_000),
    lines: count(0, 100_000_000),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { environment: 'sandbox', hotelId: 'htl_casa_luna' },
    answer: {
      text: '{"type":"allotment","hotelId":"htl_casa_luna","roomCode":"DBL","from":"2027-06-01","to":"2027-06-30","total":4}\n',
      properties: 1,
      lines: 1,
    },
  },
});
