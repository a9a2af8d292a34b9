import { summariseUsage } from '@serai/contract/account/usage.ts';
import type { z } from 'zod';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import type { Style } from '../text/style.ts';
import { type Cell, table } from '../text/table.ts';
import { momentText, parseMoment, spanText } from '../text/time-text.ts';

type Usage = z.output<typeof summariseUsage.output>;
type Window = Usage['windows'][number]['perMinute'];

export const usageCommand = defineCommand({
  name: 'usage',
  summary: 'Summarise requests and the use of the limits.',
  remote: true,
  options: {
    since: {
      type: 'string',
      value: '<moment>',
      description: 'An instant, a date, or a span back; 24h when absent.',
    },
    until: { type: 'string', value: '<moment>', description: 'Before this moment; now when absent.' },
    key: { type: 'string', value: '<keyId>', description: 'Only this key.' },
    environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
  },
  examples: ['serai usage', 'serai usage --since 7d --key 4Zk81mQpXr2T', 'serai usage --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { since, until, key, environment } = options;
    const moment = (text: string, option: string) => parseMoment(text, option, clock.nowMs(), 'back');
    const { data, text } = await client().call(summariseUsage, {
      ...(since !== undefined && { from: moment(since, '--since') }),
      ...(until !== undefined && { to: moment(until, '--until') }),
      ...(key !== undefined && { keyId: key }),
      ...(environment !== undefined && { environment: parseEnvironment(environment) }),
    });
    terminal.out(json ? `${text}\n` : usageText(data, clock.nowMs(), style));
    return EXIT.ok;
  },
});

function usageText(
  { from, to, totals, operations, errors, windows }: Usage,
  nowMs: number,
  style: Style,
): string {
  const average = totals.averageMs === null ? '' : `, ${totals.averageMs.toFixed(1)} ms on average`;
  const percentiles =
    totals.p50Ms === null || totals.p95Ms === null
      ? ''
      : `, half within ${totals.p50Ms} ms, 19 of 20 within ${totals.p95Ms} ms`;
  const parts = [
    `${momentText(from, nowMs)} to ${momentText(to, nowMs)}\n`,
    `${totals.requests} requests, ${totals.rateLimited} refused by limits${average}${percentiles}.\n`,
  ];
  if (operations.length > 0) parts.push('\n', table(OPERATION_HEAD, operations.map(operationRow), style));
  if (errors.length > 0) {
    const rows = errors.map(({ code, operation, requests }) => [
      code,
      operation ?? '(no route)',
      String(requests),
    ]);
    parts.push('\n', table(['ERROR', 'OPERATION', 'REQUESTS'], rows, style));
  }
  if (windows.length > 0) {
    const rows = windows.map(({ keyId, name, perMinute, perHour, perDay, bitesFirst }): Cell[] => [
      keyId,
      name,
      ...[perMinute, perHour, perDay].map(window => windowCell(window, style)),
      bitesFirst === null ? '' : `${bitesFirst.window}, in ${spanText(bitesFirst.inSeconds)}`,
    ]);
    parts.push('\n', table(['KEY', 'NAME', 'MINUTE', 'HOUR', 'DAY', 'USED UP FIRST'], rows, style));
  }
  return parts.join('');
}

const OPERATION_HEAD = [
  'OPERATION',
  'REQUESTS',
  '2XX',
  '4XX',
  '5XX',
  'REFUSED BY LIMITS',
  'P50 MS',
  'P95 MS',
];

function operationRow({
  operation,
  requests,
  statusClasses,
  rateLimited,
  p50Ms,
  p95Ms,
}: Usage['operations'][number]): Cell[] {
  const counts = [requests, statusClasses['2xx'], statusClasses['4xx'], statusClasses['5xx'], rateLimited];
  return [operation ?? '(no route)', ...counts.map(String), String(p50Ms ?? ''), String(p95Ms ?? '')];
}

function windowCell({ limit, used, retryAfterSeconds }: Window, style: Style): Cell {
  const text = `${used} of ${limit}`;
  if (retryAfterSeconds > 0)
    return { text: `${text}, opens in ${spanText(retryAfterSeconds)}`, style: style.bad };
  return used >= limit * 0.8 ? { text, style: style.warn } : text;
}
