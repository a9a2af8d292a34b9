import { deleteWebhook } from '@serai/contract/account/webhooks.ts';
import { defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';
import type { Terminal } from '../frame/terminal.ts';
import { printable } from '../text/style.ts';

export const webhooksDeleteCommand = defineCommand({
  name: 'webhooks delete',
  summary: 'Delete a webhook endpoint with its deliveries.',
  description: 'It cannot be undone; serai webhooks pause can. At a terminal it asks first.',
  args: ['endpointId'],
  remote: true,
  options: { yes: { type: 'boolean', short: 'y', description: 'Do not ask.' } },
  examples: ['serai webhooks delete whk_01J9ZC4T3E', 'serai webhooks delete whk_01J9ZC4T3E --yes'],
  async run({ args, options, client, json, terminal }) {
    const endpointId = args[0] as string;
    if (!options.yes) await confirm(terminal, endpointId);
    const { data, text } = await client().call(deleteWebhook, { endpointId });
    terminal.out(json ? `${text}\n` : `The endpoint ${data.endpointId} is deleted.\n`);
    return EXIT.ok;
  },
});

async function confirm(terminal: Terminal, endpointId: string): Promise<void> {
  if (terminal.ask === undefined) {
    throw usageFailure('Deleting is final and nobody can be asked here.', 'Add --yes to do it all the same.');
  }
  const answer = await terminal.ask(
    `Delete the endpoint ${printable(endpointId)}? What waits for it is not sent any more. [y/N] `,
  );
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliFailure(EXIT.failed, 'Nothing was changed.');
}
