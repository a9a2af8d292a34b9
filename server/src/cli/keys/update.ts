import { updateKey } from '@serai/contract/account/keys.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { KEY_OPTIONS, keyMembers } from './key-options.ts';
import { keyText } from './key-text.ts';

export const keysUpdateCommand = defineCommand({
  name: 'keys update',
  summary: 'Change a key: only what is named.',
  description: 'It acts on all nodes within a second.',
  args: ['keyId'],
  remote: true,
  options: {
    name: { type: 'string', value: '<text>', description: 'What people call it.' },
    ...KEY_OPTIONS,
    'allow-any': { type: 'boolean', description: 'Let it work from any address again.' },
  },
  examples: [
    'serai keys update 4Zk81mQpXr2T --per-minute 1200',
    'serai keys update 4Zk81mQpXr2T --allow 203.0.113.0/24,2001:db8::/32',
    'serai keys update 4Zk81mQpXr2T --allow-any --expires never',
  ],
  async run({ args, options, client, json, terminal, clock, style }) {
    const { name, 'allow-any': allowAny, allow } = options;
    if (allowAny && allow) throw usageFailure('--allow-any and --allow exclude each other.');
    const members = {
      ...keyMembers(options, clock.nowMs()),
      ...(name !== undefined && { name }),
      ...(allowAny && { allowedAddresses: [] }),
    };
    if (Object.keys(members).length === 0) {
      throw usageFailure('Nothing to change was named.', 'serai keys update --help lists what can be.');
    }
    const { data, text } = await client().call(updateKey, { keyId: args[0] as string, ...members });
    terminal.out(json ? `${text}\n` : `The key was changed.\n\n${keyText(data.key, clock.nowMs(), style)}`);
    return EXIT.ok;
  },
});
