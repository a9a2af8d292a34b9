import { createKey } from '@serai/contract/account/keys.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { KEY_OPTIONS, keyMembers } from './key-options.ts';
import { clearKeyText, keyText } from './key-text.ts';

export const keysCreateCommand = defineCommand({
  name: 'keys create',
  summary: 'Make a key and show it once.',
  remote: true,
  options: {
    name: { type: 'string', value: '<text>', description: 'What people call it.' },
    environment: {
      type: 'string',
      value: '<name>',
      description: 'sandbox or production; sandbox when absent.',
    },
    ...KEY_OPTIONS,
  },
  examples: [
    'serai keys create --name Shop --all-scopes',
    'serai keys create --name Shop --environment production --scope hotels:search,hotels:quote --allow 203.0.113.0/24 --expires 365d',
    'serai keys create --name Crawler --scope content:read --per-minute 60',
  ],
  async run({ options, client, json, terminal, clock, style }) {
    const { name, environment = 'sandbox' } = options;
    if (name === undefined) throw usageFailure('--name is missing.', 'For example: --name "Booking engine"');
    const { scopes, ...members } = keyMembers(options, clock.nowMs());
    if (scopes === undefined)
      throw usageFailure('--scope is missing.', 'Name what the key may do, or use --all-scopes.');
    const input = { name, environment: parseEnvironment(environment), scopes, ...members };

    const { data, text } = await client().call(createKey, input);
    if (json) terminal.out(`${text}\n`);
    else {
      terminal.out(`The key was created.\n\n${clearKeyText(data.secret, style)}\n`);
      terminal.out(keyText(data.key, clock.nowMs(), style));
    }
    return EXIT.ok;
  },
});
