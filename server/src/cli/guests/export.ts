import { exportGuests } from '@serai/contract/account/guests.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { GUEST_OPTIONS, guestChoiceOf } from './guest-options.ts';

export const guestsExportCommand = defineCommand({
  name: 'guests export',
  summary: 'Print what is kept of guests, as JSON.',
  description:
    'For a person who asks what is known of them. It prints people’s data: send it to a file that only you can read. With --json in one line, as the interface answers.',
  remote: true,
  options: GUEST_OPTIONS,
  examples: [
    'serai guests export --booking bkg_7Q2M4K9TXA1WZB3EHV6C',
    'serai guests export --last-name Moreno --email ada@example.com > moreno.json',
  ],
  async run({ options, client, json, terminal }) {
    const { data, text } = await client().call(exportGuests, guestChoiceOf(options));
    terminal.out(json ? `${text}\n` : `${JSON.stringify(data, null, 2)}\n`);
    return EXIT.ok;
  },
});
