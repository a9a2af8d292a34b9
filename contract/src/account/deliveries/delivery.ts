/** One event on its way to one endpoint, with every attempt. */
import { z } from 'zod';
import { EVENT_TYPES } from '../../events.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId, eventId } from '../../shared/ids.ts';
import { choice, count, instant } from '../../shared/values.ts';
import { deliveryId, endpointId } from '../account-ids.ts';

export const deliveryStatus = () =>
  choice(['PENDING', 'DELIVERED', 'FAILED', 'HELD']).describe(
    'FAILED after the last attempt; HELD while its endpoint is not enabled.',
  );

const attempt = z.strictObject({
  number: count(1, 1_000),
  at: instant(),
  durationMs: z.number().min(0),
  status: count(100, 599).nullable().describe('HTTP status, null without an answer.'),
  error: z.string().nullable().describe('Why it failed.'),
  answer: z.string().nullable().describe('The first 4 KiB of the answer.'),
});

export const delivery = z.strictObject({
  deliveryId: deliveryId(),
  eventId: eventId(),
  eventType: choice(EVENT_TYPES),
  endpointId: endpointId(),
  environment: environment(),
  bookingId: bookingId().nullable(),
  status: deliveryStatus(),
  createdAt: instant(),
  deliveredAt: instant().nullable(),
  nextAttemptAt: instant().nullable(),
  attempts: z.array(attempt).describe('The oldest first.'),
  payload: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The event as sent, when asked for; its `data` is null once the guests were erased.'),
});

export const DELIVERY_EXAMPLE = {
  deliveryId: 'dlv_01J9ZD8K5M',
  eventId: 'evt_01J9ZD8K5N',
  eventType: 'booking.confirmed',
  endpointId: 'whk_01J9ZC4T3E',
  environment: 'production',
  bookingId: 'bkg_01J9ZD8K5P',
  status: 'DELIVERED',
  createdAt: '2026-07-02T10:15:00Z',
  deliveredAt: '2026-07-02T10:15:01Z',
  nextAttemptAt: null,
  attempts: [
    { number: 1, at: '2026-07-02T10:15:00Z', durationMs: 182, status: 204, error: null, answer: '' },
  ],
} satisfies z.input<typeof delivery>;
