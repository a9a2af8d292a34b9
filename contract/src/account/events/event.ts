/** An event as the operator sees it: what was told, and to whom. */
import { z } from 'zod';
import { ACTORS } from '../../booking/booking-states.ts';
import { EVENT_TYPES, EVENTS, eventExample } from '../../events.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId, eventId } from '../../shared/ids.ts';
import { choice, count, instant } from '../../shared/values.ts';

const number = () => count(0, Number.MAX_SAFE_INTEGER);

export const event = z.strictObject({
  eventId: eventId(),
  type: choice(EVENT_TYPES),
  at: instant(),
  environment: environment(),
  bookingId: bookingId().nullable(),
  version: count(1, Number.MAX_SAFE_INTEGER).nullable().describe('Version of the booking it tells of.'),
  actor: choice(ACTORS).nullable().describe('Who caused it; null where it is not about a booking.'),
  payload: z
    .record(z.string(), z.unknown())
    .describe(
      'The event as endpoints receive it. Its `data` is null once the guests of its booking were erased.',
    ),
  deliveries: z
    .strictObject({ delivered: number(), pending: number(), failed: number(), held: number() })
    .optional()
    .describe('To how many endpoints it went, when asked for.'),
});

const ping = EVENTS.filter(({ type }) => type === 'webhook.ping').map(definition => eventExample(definition));

export const EVENT_EXAMPLE = {
  eventId: 'evt_01J9ZD8K5N',
  type: 'webhook.ping',
  at: '2026-07-02T10:15:00.120Z',
  environment: 'sandbox',
  bookingId: null,
  version: null,
  actor: null,
  payload: { ...ping[0] },
} satisfies z.input<typeof event>;
