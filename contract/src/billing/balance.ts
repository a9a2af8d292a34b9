import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { accountFields } from './account-fields.ts';

export const balance = defineOperation({
  name: 'balance',
  path: '/connect/hotels/v1/balance',
  scope: 'hotels:read',
  trafficClass: 'detail',
  deadlineMs: 10_000,
  summary: 'Show the balance',
  description: `Returns what the partner owes the operator, or its funds if it pays in advance, and what it can still book.

The sandbox has a balance of its own, with the same billing model and limit. Bookings change the balance when they change their state. A booking beyond \`available\` returns 402 CREDIT_EXCEEDED.`,
  input: z.strictObject({}),
  output: z.strictObject(accountFields()),
});
