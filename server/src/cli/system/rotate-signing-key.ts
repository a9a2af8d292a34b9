import { rotateSigningKey } from '@serai/contract/account/system.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { momentText } from '../text/time-text.ts';

export const rotateSigningKeyCommand = defineCommand({
  name: 'system rotate-signing-key',
  summary: 'Rotate the key that signs between gateway and backend.',
  description: 'The new key is published now and signs minutes later: no request fails.',
  remote: true,
  examples: ['serai system rotate-signing-key'],
  async run({ client, json, terminal, clock }) {
    const { data, text } = await client().call(rotateSigningKey, {});
    const { kid, next } = data.signingKey;
    const words =
      next === null ? `${kid} signs.` : `${next.kid} signs from ${momentText(next.from, clock.nowMs())}.`;
    terminal.out(`${json ? text : words}\n`);
    return EXIT.ok;
  },
});
