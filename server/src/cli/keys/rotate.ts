import { rotateKey } from '@serai/contract/account/keys.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseSpanSeconds } from '../text/time-text.ts';
import { clearKeyText, keyText } from './key-text.ts';

export const keysRotateCommand = defineCommand({
  name: 'keys rotate',
  summary: 'Give a key a new secret and show it once.',
  description:
    'The key keeps its id, scopes, limits and counters. The old secret works until the overlap ends. At most two work at a time: rotating during an overlap ends the oldest at once.',
  args: ['keyId'],
  remote: true,
  options: {
    overlap: {
      type: 'string',
      value: '<span>',
      description: 'How long the old secret still works: 0, 1h, 7d; 24h when absent.',
    },
  },
  examples: ['serai keys rotate 4Zk81mQpXr2T', 'serai keys rotate 4Zk81mQpXr2T --overlap 0'],
  async run({ args, options, client, json, terminal, clock, style }) {
    const { data, text } = await client().call(rotateKey, {
      keyId: args[0] as string,
      ...(options.overlap !== undefined && {
        overlapSeconds: parseSpanSeconds(options.overlap, '--overlap'),
      }),
    });
    if (json) terminal.out(`${text}\n`);
    else {
      terminal.out(`The key has a new secret.\n\n${clearKeyText(data.secret, style)}\n`);
      terminal.out(keyText(data.key, clock.nowMs(), style));
    }
    return EXIT.ok;
  },
});
