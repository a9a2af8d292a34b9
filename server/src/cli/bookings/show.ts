import { showBooking } from '@serai/contract/account/bookings.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { bookingText, deliveryTable, exchangeTable, historyTable } from './booking-text.ts';

export const bookingsShowCommand = defineCommand({
  name: 'bookings show',
  summary: 'Show one booking with its history and deliveries.',
  description: 'The bodies of the exchanges with the provider are in --json alone.',
  args: ['bookingId'],
  remote: true,
  options: { audit: { type: 'boolean', description: 'Add the exchanges with the provider.' } },
  examples: [
    'serai bookings show bkg_7Q2M4K9TXA1WZB3EHV6C',
    'serai bookings show bkg_7Q2M4K9TXA1WZB3EHV6C --audit --json',
  ],
  async run({ args, options, client, json, terminal, clock, style }) {
    const { data, text } = await client().call(showBooking, {
      bookingId: args[0] as string,
      ...(options.audit && { includeAudit: true }),
    });
    if (json) {
      terminal.out(`${text}\n`);
      return EXIT.ok;
    }
    const nowMs = clock.nowMs();
    terminal.out(bookingText(data.booking, nowMs, style));
    terminal.out(`\n${historyTable(data.history, style)}`);
    if (data.deliveries.length > 0) terminal.out(`\n${deliveryTable(data.deliveries, style)}`);
    if (data.audit) terminal.out(`\n${exchangeTable(data.audit.transactions, style)}`);
    return EXIT.ok;
  },
});
