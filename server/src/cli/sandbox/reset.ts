import { RESET_WORDS } from '@serai/contract/account/fields.ts';
import { resetSandbox } from '@serai/contract/account/sandbox.ts';
import { defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';
import type { Terminal } from '../frame/terminal.ts';

export const sandboxResetCommand = defineCommand({
  name: 'sandbox reset',
  summary: 'Empty the sandbox: its bookings, quotes, holds, events and deliveries.',
  description:
    'Keys, endpoints, the catalogue and everything of production stay. It cannot be undone. At a terminal it asks first.',
  remote: true,
  options: { yes: { type: 'boolean', short: 'y', description: 'Do not ask.' } },
  examples: ['serai sandbox reset', 'serai sandbox reset --yes'],
  async run({ options, client, json, terminal }) {
    if (!options.yes) await confirm(terminal);
    const { data, text } = await client().call(resetSandbox, { confirm: RESET_WORDS });
    const { bookings, quotes, holds, events, deliveries } = data.deleted;
    terminal.out(
      json
        ? `${text}\n`
        : `The sandbox is empty. Deleted: ${bookings} bookings, ${quotes} quotes, ${holds} holds, ${events} events, ${deliveries} deliveries.\n`,
    );
    return EXIT.ok;
  },
});

async function confirm({ ask }: Terminal): Promise<void> {
  if (ask === undefined) {
    throw usageFailure(
      'What is deleted is gone and nobody can be asked here.',
      'Add --yes to do it all the same.',
    );
  }
  const answer = await ask(`Delete every booking of the sandbox? Type "${RESET_WORDS}" to go on: `);
  if (answer.trim() !== RESET_WORDS) throw new CliFailure(EXIT.failed, 'Nothing was changed.');
}
