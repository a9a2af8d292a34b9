import { eraseGuests } from '@serai/contract/account/guests.ts';
import { defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';
import type { Terminal } from '../frame/terminal.ts';
import { GUEST_OPTIONS, guestChoiceOf } from './guest-options.ts';

export const guestsEraseCommand = defineCommand({
  name: 'guests erase',
  summary: 'Erase the guests of bookings, for good.',
  description:
    'Names, contact data and words of guests are destroyed; dates, hotel, amounts and references stay. Bookings whose stay is not over are kept. At a terminal it asks first.',
  remote: true,
  options: { ...GUEST_OPTIONS, yes: { type: 'boolean', short: 'y', description: 'Do not ask.' } },
  examples: [
    'serai guests erase --booking bkg_7Q2M4K9TXA1WZB3EHV6C',
    'serai guests erase --last-name Moreno --email ada@example.com --yes',
  ],
  async run({ options, client, json, terminal }) {
    const choice = guestChoiceOf(options);
    if (!options.yes) await confirm(terminal);
    const { data, text } = await client().call(eraseGuests, choice);
    if (json) terminal.out(`${text}\n`);
    else {
      for (const { bookingId, erasedAt } of data.erased) terminal.out(`${bookingId} erased ${erasedAt}\n`);
      for (const { bookingId, reason } of data.kept) terminal.out(`${bookingId} kept: ${reason}\n`);
      if (data.hasMore) terminal.out('There are more of this holder: run it again.\n');
    }
    return EXIT.ok;
  },
});

async function confirm(terminal: Terminal): Promise<void> {
  if (terminal.ask === undefined) {
    throw usageFailure('Erasing is final and nobody can be asked here.', 'Add --yes to do it all the same.');
  }
  const answer = await terminal.ask('Erase these guests? Nobody can bring them back. [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliFailure(EXIT.failed, 'Nothing was changed.');
}
