import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { keyId } from '../../shared/ids.ts';
import { flag, instant } from '../../shared/values.ts';
import { timeRange } from '../time-range.ts';
import { number } from './usage-parts.ts';

/** Bookings whose state is looked up, the newest. */
export const MAX_FUNNEL_BOOKINGS = 5_000;

export const showFunnel = defineOperatorOperation({
  name: 'usage/funnel',
  role: 'read-only',
  summary: 'Show how searches become bookings',
  description:
    'Successful searches, quotes and bookings of each key over a period, and how many of the bookings were confirmed. The last day when no period is given. Searches, quotes and bookings are counted by the minute; confirmed bookings as far as the request log reaches.',
  input: z.strictObject({ ...timeRange(), environment: environment(), keyId: keyId().optional() }),
  output: z.strictObject({
    from: instant(),
    to: instant(),
    complete: flag().describe(
      `False when more than ${MAX_FUNNEL_BOOKINGS.toLocaleString('en')} bookings were made, of which the newest were looked up.`,
    ),
    keys: z
      .array(
        z.strictObject({
          keyId: keyId(),
          name: z.string(),
          searches: number().describe('availability answered 2xx.'),
          quotes: number().describe('prebooking answered 2xx.'),
          bookings: number().describe('booking answered 2xx, the same one again included.'),
          confirmed: number().describe('Bookings that were confirmed, each once.'),
        }),
      )
      .describe('Keys with requests of these kinds, the most searches first.'),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { from: '2026-07-01T00:00:00Z', to: '2026-07-02T00:00:00Z', environment: 'production' },
    answer: {
      from: '2026-07-01T00:00:00Z',
      to: '2026-07-02T00:00:00Z',
      complete: true,
      keys: [
        {
          keyId: '4Zk81mQpXr2T',
          name: 'Booking engine',
          searches: 61_200,
          quotes: 1_830,
          bookings: 402,
          confirmed: 395,
        },
      ],
    },
  },
});
