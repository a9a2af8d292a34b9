import { listScenarios } from '@serai/contract/account/sandbox.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { nearest } from '../frame/nearest.ts';

export const sandboxRequestCommand = defineCommand({
  name: 'sandbox request',
  summary: 'Print the ready requests of a scenario, as a shell script.',
  description: 'The script takes the key from SERAI_API_KEY. With --json the requests come as they are.',
  args: ['scenario'],
  remote: true,
  examples: ['serai sandbox request book.rejected', 'serai sandbox request avail.none | sh'],
  async run({ args, client, json, terminal }) {
    const [wanted] = args as [string];
    const { data } = await client().call(listScenarios, {});
    const found = data.scenarios.find(({ name }) => name === wanted);
    if (found === undefined) {
      const meant = nearest(
        wanted,
        data.scenarios.map(({ name }) => name),
      );
      throw usageFailure(
        `There is no scenario "${wanted}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
        'serai scenarios lists them.',
      );
    }
    terminal.out(json ? `${JSON.stringify(found, null, 2)}\n` : found.curl);
    return EXIT.ok;
  },
});
