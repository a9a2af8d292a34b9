import { summariseBookings } from '@serai/contract/account/bookings.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { parseMoment } from '../text/time-text.ts';
import { summaryText } from './booking-text.ts';

export const bookingsSummaryCommand = defineCommand({
  name: 'bookings summary',
  summary: 'Count the bookings of a period by state.',
  description: 'The last 30 days when no period is given. Days with their counts are in --json.',
  remote: true,
  options: {
    environment: {
      type: 'string',
      value: '<name>',
      description: 'Only sandbox or only production.',
    },
    since: {
      type: 'string',
      value: '<moment>',
      description: 'Made not before: an instant, a date, or a span back such as 7d.',
    },
    until: { type: 'string', value: '<moment>', description: 'Made before this moment.' },
  },
  examples: ['serai bookings summary', 'serai bookings summary --environment production --since 7d --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { environment, since, until } = options;
    const nowMs = clock.nowMs();
    const { data, text } = await client().call(summariseBookings, {
      ...(environment !== undefined && { environment: parseEnvironment(environment) }),
      ...(since !== undefined && { from: parseMoment(since, '--since', nowMs, 'back') }),
      ...(until !== undefined && { to: parseMoment(until, '--until', nowMs, 'back') }),
    });
    terminal.out(json ? `${text}\n` : summaryText(data, style));
    return EXIT.ok;
  },
});
