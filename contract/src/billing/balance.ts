import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { accountFields } from './account-fields.ts';

export const balance = defineOperation({
  name: 'balance',
  operationId: 'getBalance',
  typeNames: { request: 'BalanceRequest', response: 'Balance' },
  path: '/connect/hotels/v1/balance',
  scope: 'hotels:read',
  trafficClass: 'detail',
  deadlineMs: 15_000,
  summary: 'Show the balance',
  description: `Returns the amount that the partner owes the operator, or its funds if it pays in advance, and the amount that it can still book.

The sandbox has a separate balance, with the same billing model and limit. The balance changes with payments, adjustments and the states of bookings. A booking that exceeds \`available\` returns 402 \`CREDIT_EXCEEDED\`.`,
  input: z.strictObject({}),
  output: z.strictObject(accountFields()),
});
