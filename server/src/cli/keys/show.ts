import { showKey } from '@serai/contract/account/keys.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { keyText } from './key-text.ts';

export const keysShowCommand = defineCommand({
  name: 'keys show',
  summary: 'Show one key and the last use of its secrets.',
  args: ['keyId'],
  remote: true,
  examples: ['serai keys show 4Zk81mQpXr2T'],
  async run({ args, client, json, terminal, clock, style }) {
    const { data, text } = await client().call(showKey, { keyId: args[0] as string });
    terminal.out(json ? `${text}\n` : keyText(data.key, clock.nowMs(), style));
    return EXIT.ok;
  },
});
