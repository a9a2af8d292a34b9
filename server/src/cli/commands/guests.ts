import { eraseGuests, exportGuests, listErasures } from '@serai/contract/account/guests.ts';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

export const GUEST_COMMANDS: readonly Command[] = [
  operationCommand(exportGuests, {
    note: 'The output contains personal data. Write it to a file that only you can read.',
    examples: [
      'serai guests export --booking bkg_7Q2M4K9TXA1WZB3EHV6C',
      'serai guests export --last-name Moreno --email ada@example.com > moreno.json',
    ],
    render: data => `${JSON.stringify(data, null, 2)}\n`,
  }),
  operationCommand(eraseGuests, {
    examples: [
      'serai guests erase --booking bkg_7Q2M4K9TXA1WZB3EHV6C',
      'serai guests erase --last-name Moreno --email ada@example.com --yes',
    ],
    confirm: { question: () => 'Erase the data of these guests? It cannot be restored. [y/N] ' },
    render: ({ erased, kept, hasMore }) =>
      [
        ...erased.map(({ bookingId, erasedAt }) => `${bookingId} erased ${erasedAt}\n`),
        ...kept.map(({ bookingId, reason }) => `${bookingId} kept: ${reason}\n`),
        hasMore ? 'This holder has more bookings. Run the command again.\n' : '',
      ].join(''),
  }),
  operationCommand(listErasures, {
    examples: ['serai guests erasures', 'serai guests erasures --cause request --json'],
    empty: 'No guest data was erased.',
    render: ({ erasures }, { nowMs, style }) =>
      table(
        ['BOOKING', 'REFERENCE', 'ENVIRONMENT', 'CHECK-OUT', 'CAUSE', 'ERASED'],
        erasures.map(each => [
          each.bookingId,
          each.clientReference,
          each.environment,
          each.checkOut,
          each.cause,
          timeText(each.erasedAt, nowMs),
        ]),
        style,
      ),
  }),
];
