import { updateWebhook } from '@serai/contract/account/webhooks.ts';
import { type Command, defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { parseEventTypes, TYPES_OPTION } from './event-types.ts';
import { endpointText } from './webhook-text.ts';

export const webhooksUpdateCommand = defineCommand({
  name: 'webhooks update',
  summary: 'Change a webhook endpoint: only what is named.',
  args: ['endpointId'],
  remote: true,
  options: {
    to: { type: 'string', value: '<address>', description: 'Where events are sent from now on.' },
    types: TYPES_OPTION,
    description: { type: 'string', value: '<text>', description: 'A note for people; empty for none.' },
  },
  examples: [
    'serai webhooks update whk_01J9ZC4T3E --types booking.confirmed,booking.cancelled',
    'serai webhooks update whk_01J9ZC4T3E --to https://hooks.example.com/new',
  ],
  async run({ args, options, client, json, terminal, clock, style }) {
    const { to, types, description } = options;
    const members = {
      ...(to !== undefined && { url: to }),
      ...(types !== undefined && { eventTypes: parseEventTypes(types) }),
      ...(description !== undefined && { description: description === '' ? null : description }),
    };
    if (Object.keys(members).length === 0) {
      throw usageFailure('Nothing to change was named.', 'serai webhooks update --help lists what can be.');
    }
    const { data, text } = await client().call(updateWebhook, { endpointId: args[0] as string, ...members });
    const shown = endpointText(data.endpoint, clock.nowMs(), style);
    terminal.out(json ? `${text}\n` : `The endpoint was changed.\n\n${shown}`);
    return EXIT.ok;
  },
});

export const webhooksPauseCommand = statusCommand({
  word: 'pause',
  status: 'PAUSED',
  summary: 'Hold the events of an endpoint until it is resumed and they are replayed.',
  done: () => 'The endpoint is paused. What happens now is held.',
});

export const webhooksResumeCommand = statusCommand({
  word: 'resume',
  status: 'ENABLED',
  summary: 'Send events again to an endpoint that was paused or disabled.',
  done: ({ endpointId, held }) =>
    held === 0
      ? 'The endpoint is enabled.'
      : `The endpoint is enabled. It missed ${held} events; send them with serai webhooks replay ${endpointId} --missed.`,
});

interface StatusCommand {
  word: string;
  status: 'ENABLED' | 'PAUSED';
  summary: string;
  done(endpoint: { endpointId: string; held: number }): string;
}

function statusCommand({ word, status, summary, done }: StatusCommand): Command {
  return defineCommand({
    name: `webhooks ${word}`,
    summary,
    args: ['endpointId'],
    remote: true,
    examples: [`serai webhooks ${word} whk_01J9ZC4T3E`],
    async run({ args, client, json, terminal, clock, style }) {
      const { data, text } = await client().call(updateWebhook, { endpointId: args[0] as string, status });
      const { endpointId, health } = data.endpoint;
      const shown = endpointText(data.endpoint, clock.nowMs(), style);
      terminal.out(json ? `${text}\n` : `${done({ endpointId, held: health.held })}\n\n${shown}`);
      return EXIT.ok;
    },
  });
}
