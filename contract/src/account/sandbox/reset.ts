import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { count } from '../../shared/values.ts';
import { RESET_WORDS } from './reset-words.ts';

const rows = () => count(0, Number.MAX_SAFE_INTEGER);

export const resetSandbox = defineOperatorOperation({
  name: 'sandbox/reset',
  role: 'admin',
  summary: 'Empty the sandbox',
  description:
    'Deletes the bookings, quotes, holds, events and deliveries of the organisation in the sandbox, and gives the rooms of its own inventory back. Keys, endpoints, the catalogue, prices, the request log and the audit stay, and so does everything of production. What a connected provider of somebody else holds is not cancelled there. Requests under way in the sandbox may fail.',
  input: z.strictObject({
    confirm: z
      .literal(RESET_WORDS, { error: `Write "${RESET_WORDS}" to mean it.` })
      .describe(`\`${RESET_WORDS}\`.`),
  }),
  output: z.strictObject({
    deleted: z.strictObject({
      bookings: rows(),
      quotes: rows(),
      holds: rows(),
      events: rows(),
      deliveries: rows(),
    }),
  }),
  examples: {
    request: { confirm: RESET_WORDS },
    answer: { deleted: { bookings: 12, quotes: 31, holds: 2, events: 40, deliveries: 80 } },
  },
});

export type ResetCounts = z.input<typeof resetSandbox.output>['deleted'];
