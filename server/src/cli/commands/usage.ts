import { listClients, listSparks, showFunnel, summariseUsage } from '@serai/contract/account/usage.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import type { Style } from '../text/style.ts';
import { type Cell, table } from '../text/table.ts';
import { durationText, timeText } from '../text/time-text.ts';

type Usage = z.output<typeof summariseUsage.output>;
type Window = Usage['windows'][number]['perMinute'];
type Clients = z.output<typeof listClients.output>;

const BARS = '▁▂▃▄▅▆▇█';

export const USAGE_COMMANDS: readonly Command[] = [
  operationCommand(summariseUsage, {
    name: 'usage',
    note: 'The default period is the last 24 hours.',
    examples: ['serai usage', 'serai usage --since 7d --key 4Zk81mQpXr2T', 'serai usage --json'],
    render: (data, { nowMs, style }) => usageText(data, nowMs, style),
  }),
  operationCommand(listClients, {
    empty: 'The key has not been used in the last 7 days.',
    render: (data, { nowMs, style }) => clientsText(data, nowMs, style),
  }),
  operationCommand(listSparks, {
    args: ['environment'],
    examples: ['serai usage sparks production', 'serai usage sparks sandbox --json'],
    empty: 'No key was used in the last 24 hours.',
    render: ({ sparks }, { style }) =>
      table(
        ['KEY', 'LAST 24 HOURS', 'REQUESTS'],
        sparks.map(({ keyId, values }) => [
          keyId,
          barsOf(values),
          String(values.reduce((sum, value) => sum + value, 0)),
        ]),
        style,
      ),
  }),
  operationCommand(showFunnel, {
    args: ['environment'],
    note: 'The default period is the last 24 hours.',
    examples: ['serai usage funnel production --since 7d'],
    empty: 'No searches, quotes or bookings in this period.',
    render: ({ keys }, { style }) =>
      table(
        ['KEY', 'NAME', 'SEARCHES', 'QUOTES', 'BOOKINGS', 'CONFIRMED'],
        keys.map(({ keyId, name, searches, quotes, bookings, confirmed }) => [
          keyId,
          name,
          ...[searches, quotes, bookings, confirmed].map(String),
        ]),
        style,
      ),
  }),
];

function usageText(
  { from, to, totals, operations, errors, windows }: Usage,
  nowMs: number,
  style: Style,
): string {
  const average = totals.averageMs === null ? '' : `, ${totals.averageMs.toFixed(1)} ms on average`;
  const percentiles =
    totals.p50Ms === null || totals.p95Ms === null ? '' : `, p50 ${totals.p50Ms} ms, p95 ${totals.p95Ms} ms`;
  const parts = [
    `${timeText(from, nowMs)} to ${timeText(to, nowMs)}\n`,
    `${totals.requests} request${totals.requests === 1 ? '' : 's'}, ${totals.rateLimited} rate limited${average}${percentiles}.\n`,
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
      bitesFirst === null ? '' : `${bitesFirst.window}, in ${durationText(bitesFirst.inSeconds)}`,
    ]);
    parts.push('\n', table(['KEY', 'NAME', 'MINUTE', 'HOUR', 'DAY', 'FIRST LIMIT REACHED'], rows, style));
  }
  return parts.join('');
}

const OPERATION_HEAD = ['OPERATION', 'REQUESTS', '2XX', '4XX', '5XX', 'RATE LIMITED', 'P50 MS', 'P95 MS'];

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
    return { text: `${text}, available in ${durationText(retryAfterSeconds)}`, style: style.bad };
  return used >= limit * 0.8 ? { text, style: style.warn } : text;
}

function clientsText({ addresses, versions, complete, since }: Clients, nowMs: number, style: Style): string {
  const byAddress = addresses.map(({ address, requests, forbidden, lastAt }) => [
    address,
    String(requests),
    String(forbidden),
    timeText(lastAt, nowMs),
  ]);
  const byVersion = versions.map(({ version, requests, lastAt }) => [
    version ?? '(none)',
    String(requests),
    timeText(lastAt, nowMs),
  ]);
  return [
    table(['ADDRESS', 'REQUESTS', 'FORBIDDEN (403)', 'LAST'], byAddress, style),
    table(['CLIENT VERSION', 'REQUESTS', 'LAST'], byVersion, style),
    ...(complete ? [] : [`Only requests since ${timeText(since, nowMs)} were counted.\n`]),
  ].join('\n');
}

function barsOf(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  return values.map(value => BARS[Math.round((value / most) * (BARS.length - 1))]).join('');
}
