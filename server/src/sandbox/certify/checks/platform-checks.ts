/**
 * Checks responses that the platform itself produces. No provider simulates these scenarios, so the request names them.
 */
import { availability } from '@serai/contract/booking/availability.ts';
import { booking } from '@serai/contract/booking/booking.ts';
import { bookingdetail } from '@serai/contract/booking/bookingdetail.ts';
import type { ErrorCode } from '@serai/contract/errors.ts';
import { book, bookingRequest, cancelFree, findQuote, searchRequest } from '../booking-steps.ts';
import type { ScenarioCheck, Walk } from '../walk.ts';

export const PLATFORM_CHECKS = {
  'limit.429': {
    async run(walk) {
      const request = { ...searchRequest(walk), settings: { scenario: walk.name } };
      await walk.refused(availability, request, 'RATE_LIMIT_EXCEEDED');
    },
  },
  'error.500': { run: walk => nothingIsSent(walk, 'INTERNAL_ERROR') },
  'error.503': { run: walk => nothingIsSent(walk, 'SERVICE_UNAVAILABLE') },
  'webhook.flaky': { run: deliveries },
  'webhook.duplicate': { run: deliveries },
} as const satisfies Record<string, ScenarioCheck>;

/** If a booking request gets a 5xx response in our envelope, nothing was sent to a provider, so it can be sent again. */
async function nothingIsSent(walk: Walk, code: ErrorCode): Promise<void> {
  const quoted = await findQuote(walk);
  const request = bookingRequest(walk, quoted);
  await walk.refused(booking, { ...request, settings: { scenario: walk.name } }, code);
  const { clientReference } = walk;
  await walk.refused(bookingdetail, { clientReference }, 'BOOKING_NOT_FOUND');
  await cancelFree(walk, await book(walk, quoted));
}

async function deliveries(walk: Walk): Promise<void> {
  const quoted = await findQuote(walk);
  await cancelFree(walk, await book(walk, quoted, { settings: { scenario: walk.name } }));
  walk.notes.push(
    'Only the booking is checked. The deliveries go to your own endpoint, which the certification cannot see.',
  );
}
