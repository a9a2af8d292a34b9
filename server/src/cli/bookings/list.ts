import { listBookings } from '@serai/contract/account/bookings.ts';
import { BOOKING_STATES } from '@serai/contract/booking/booking-states.ts';
import type { z } from 'zod';
import { defineCommand, type OptionSpecs, type OptionValues } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment, parseWord } from '../frame/parse-option.ts';
import { parseMoment } from '../text/time-text.ts';
import { bookingTable } from './booking-text.ts';

const OPTIONS = {
  attention: { type: 'boolean', description: 'Only those that wait for a person.' },
  status: {
    type: 'string',
    multiple: true,
    value: '<status>',
    description: `Only these, several by repetition: ${BOOKING_STATES.join(', ').toLowerCase()}.`,
  },
  environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
  reference: { type: 'string', value: '<text>', description: "Only the partner's reference." },
  'provider-reference': { type: 'string', value: '<text>', description: "Only the provider's reference." },
  hotel: { type: 'string', value: '<hotelId>', description: 'Only this hotel.' },
  'arrival-from': { type: 'string', value: '<date>', description: 'Arrival on this day or later.' },
  'arrival-to': { type: 'string', value: '<date>', description: 'Arrival on this day or earlier.' },
  holder: { type: 'string', value: '<name>', description: 'Only holders of this last name.' },
  since: {
    type: 'string',
    value: '<moment>',
    description: 'Changed not before: an instant, a date, or a span back such as 15m.',
  },
  until: { type: 'string', value: '<moment>', description: 'Changed before this moment.' },
  limit: { type: 'string', value: '<number>', description: 'Bookings a page, 50 when absent.' },
  cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
} as const satisfies OptionSpecs;

export const bookingsListCommand = defineCommand({
  name: 'bookings list',
  summary: 'List the bookings, the last changed first.',
  remote: true,
  options: OPTIONS,
  examples: [
    'serai bookings list --attention',
    'serai bookings list --environment production --status pending --status on_request',
    'serai bookings list --holder Moreno --since 7d --json',
  ],
  async run({ options, client, json, terminal, clock, style }) {
    const nowMs = clock.nowMs();
    const { data, text } = await client().call(listBookings, inputOf(options, nowMs));
    if (json) terminal.out(`${text}\n`);
    else if (data.bookings.length === 0) terminal.out('No booking matches.\n');
    else {
      terminal.out(bookingTable(data.bookings, nowMs, style));
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});

function inputOf(options: OptionValues<typeof OPTIONS>, nowMs: number): z.input<typeof listBookings.input> {
  const { attention, status, environment, reference, hotel, holder, since, until, limit, cursor } = options;
  const providerReference = options['provider-reference'];
  const [checkInFrom, checkInTo] = [options['arrival-from'], options['arrival-to']];
  return {
    ...(attention && { needsAttention: true }),
    ...(status !== undefined && {
      statuses: status.map(word => parseWord(word, '--status', BOOKING_STATES)),
    }),
    ...(environment !== undefined && { environment: parseEnvironment(environment) }),
    ...(reference !== undefined && { clientReference: reference }),
    ...(providerReference !== undefined && { providerReference }),
    ...(checkInFrom !== undefined && { checkInFrom }),
    ...(checkInTo !== undefined && { checkInTo }),
    ...(hotel !== undefined && { hotelId: hotel }),
    ...(holder !== undefined && { holderLastName: holder }),
    ...(since !== undefined && { from: parseMoment(since, '--since', nowMs, 'back') }),
    ...(until !== undefined && { to: parseMoment(until, '--until', nowMs, 'back') }),
    page: {
      ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
      ...(cursor !== undefined && { cursor }),
    },
  };
}
