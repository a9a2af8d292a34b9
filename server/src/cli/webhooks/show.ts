import { showWebhook } from '@serai/contract/account/webhooks.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseMoment } from '../text/time-text.ts';
import { endpointText } from './webhook-text.ts';

export const webhooksShowCommand = defineCommand({
  name: 'webhooks show',
  summary: 'Show one endpoint: its state and why, and how its attempts went.',
  description: 'With --json the attempts stand in buckets over the period, the last day when absent.',
  args: ['endpointId'],
  remote: true,
  options: {
    since: {
      type: 'string',
      value: '<moment>',
      description: 'Attempts not before: an instant, a date, or a span back such as 6h.',
    },
  },
  examples: ['serai webhooks show whk_01J9ZC4T3E', 'serai webhooks show whk_01J9ZC4T3E --since 7d --json'],
  async run({ args, options, client, json, terminal, clock, style }) {
    const { since } = options;
    const nowMs = clock.nowMs();
    const { data, text } = await client().call(showWebhook, {
      endpointId: args[0] as string,
      ...(since !== undefined && { from: parseMoment(since, '--since', nowMs, 'back') }),
    });
    if (json) {
      terminal.out(`${text}\n`);
      return EXIT.ok;
    }
    const { attempts, failed, isSample } = data.activity;
    terminal.out(endpointText(data.endpoint, nowMs, style));
    const those = isSample ? `Of the newest ${attempts} attempts` : `Of ${attempts} attempts`;
    terminal.out(`\n${those} since ${data.activity.from} failed ${failed}.\n`);
    return EXIT.ok;
  },
});
