import { showProviderHealth } from '@serai/contract/account/providers.ts';
import type { z } from 'zod';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import type { Style } from '../text/style.ts';
import { type Cell, table } from '../text/table.ts';
import { parseMoment } from '../text/time-text.ts';

type Health = z.output<typeof showProviderHealth.output>['providers'][number];

export const providersHealthCommand = defineCommand({
  name: 'providers health',
  summary: 'Show how many calls to each provider failed, and how long they took.',
  description: 'Of the last day when absent. With --json also by operation and over time.',
  remote: true,
  options: {
    environment: { type: 'string', value: '<name>', description: 'sandbox when absent, or production.' },
    since: {
      type: 'string',
      value: '<moment>',
      description: 'Not before: an instant, a date, or a span back such as 6h.',
    },
    until: { type: 'string', value: '<moment>', description: 'Before this moment.' },
  },
  examples: ['serai providers health', 'serai providers health --environment production --since 7d --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { environment = 'sandbox', since, until } = options;
    const moment = (text: string, option: string) => parseMoment(text, option, clock.nowMs(), 'back');
    const { data, text } = await client().call(showProviderHealth, {
      environment: parseEnvironment(environment),
      ...(since !== undefined && { from: moment(since, '--since') }),
      ...(until !== undefined && { to: moment(until, '--until') }),
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.providers.length === 0) terminal.out('There are no such providers.\n');
    else {
      const rows = data.providers.map(each => row(each, style));
      terminal.out(table(HEAD, rows, style));
    }
    return EXIT.ok;
  },
});

const HEAD = [
  'PROVIDER',
  'NAME',
  'CALLS',
  'ERRORS',
  'TIMEOUTS',
  'HALF WITHIN',
  '95 OF 100 WITHIN',
  'HELD BACK',
];

function row({ providerId, name, totals, breakers }: Health, style: Style): Cell[] {
  const open = breakers.filter(({ state }) => state === 'OPEN').map(({ pool }) => pool);
  return [
    providerId,
    name,
    String(totals.calls),
    { text: String(totals.errors), style: totals.errors > 0 ? style.warn : style.good },
    String(totals.timeouts),
    durationText(totals.p50Ms),
    durationText(totals.p95Ms),
    open.length === 0 ? 'nothing' : { text: open.join(', '), style: style.bad },
  ];
}

function durationText(ms: number | null): string {
  return ms === null ? '' : `${Math.round(ms)} ms`;
}
