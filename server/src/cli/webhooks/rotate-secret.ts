import { rotateWebhookSecret } from '@serai/contract/account/webhooks.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseSpanSeconds } from '../text/time-text.ts';
import { endpointText, signingSecretText } from './webhook-text.ts';

export const webhooksRotateSecretCommand = defineCommand({
  name: 'webhooks rotate-secret',
  summary: 'Give an endpoint a new signing secret and show it once.',
  description:
    'Until the overlap ends events carry two signatures, of the new and of the old secret, so a receiver may change at any time.',
  args: ['endpointId'],
  remote: true,
  options: {
    overlap: {
      type: 'string',
      value: '<span>',
      description: 'How long the old secret still signs: 0, 1h, 7d; 24h when absent.',
    },
  },
  examples: [
    'serai webhooks rotate-secret whk_01J9ZC4T3E',
    'serai webhooks rotate-secret whk_01J9ZC4T3E --overlap 0',
  ],
  async run({ args, options, client, json, terminal, clock, style }) {
    const { data, text } = await client().call(rotateWebhookSecret, {
      endpointId: args[0] as string,
      ...(options.overlap !== undefined && {
        overlapSeconds: parseSpanSeconds(options.overlap, '--overlap'),
      }),
    });
    if (json) terminal.out(`${text}\n`);
    else {
      terminal.out(`The endpoint has a new secret.\n\n${signingSecretText(data.secret, style)}\n`);
      terminal.out(endpointText(data.endpoint, clock.nowMs(), style));
    }
    return EXIT.ok;
  },
});
