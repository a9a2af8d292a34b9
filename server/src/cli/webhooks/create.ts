import { createWebhook } from '@serai/contract/account/webhooks.ts';
import { EVENT_TYPES } from '@serai/contract/events.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { parseEventTypes, TYPES_OPTION } from './event-types.ts';
import { endpointText, signingSecretText } from './webhook-text.ts';

export const webhooksCreateCommand = defineCommand({
  name: 'webhooks create',
  summary: 'Have events sent to an address, and show its signing secret once.',
  description:
    'The address must be public and https. For others see the setting SERAI_WEBHOOK_ALLOWED_TARGETS, or use serai webhooks listen.',
  args: ['address'],
  remote: true,
  options: {
    types: TYPES_OPTION,
    'all-types': { type: 'boolean', description: 'Every type of event there is today.' },
    environment: {
      type: 'string',
      value: '<name>',
      description: 'sandbox or production; sandbox when absent.',
    },
    description: { type: 'string', value: '<text>', description: 'A note for people.' },
  },
  examples: [
    'serai webhooks create https://hooks.example.com/serai --all-types',
    'serai webhooks create https://hooks.example.com/serai --types booking.* --environment production',
  ],
  async run({ args, options, client, json, terminal, clock, style }) {
    const { types, 'all-types': allTypes, environment = 'sandbox', description } = options;
    if (allTypes && types) throw usageFailure('--all-types and --types exclude each other.');
    const eventTypes = allTypes ? [...EVENT_TYPES] : types && parseEventTypes(types);
    if (eventTypes === undefined) {
      throw usageFailure('--types is missing.', 'For example: --types booking.*, or use --all-types.');
    }
    const { data, text } = await client().call(createWebhook, {
      url: args[0] as string,
      eventTypes,
      environment: parseEnvironment(environment),
      ...(description !== undefined && { description }),
    });
    if (json) terminal.out(`${text}\n`);
    else {
      terminal.out(`The endpoint was created.\n\n${signingSecretText(data.secret, style)}\n`);
      terminal.out(endpointText(data.endpoint, clock.nowMs(), style));
    }
    return EXIT.ok;
  },
});
