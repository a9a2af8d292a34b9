import { listProviderFailures, showProviderFailure } from '@serai/contract/account/provider-failures.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import type { Style } from '../text/style.ts';
import { type Cell, facts, table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

type Shown = z.output<typeof showProviderFailure.output>;
type Failure = Shown['failure'];
type Exchange = Shown['exchanges'][number];

export const PROVIDER_FAILURE_COMMANDS: readonly Command[] = [
  operationCommand(listProviderFailures, {
    args: ['providerId'],
    examples: [
      'serai providers failures prv_production_liteapi --since 1h',
      'serai providers failures prv_production_liteapi --operation book --cause TIMEOUT --json',
    ],
    empty: 'No failed call matches.',
    render: ({ failures }, { nowMs, style }) =>
      table(
        [
          'FAILURE',
          'TIME',
          'OPERATION',
          'CAUSE',
          'HTTP',
          'MS',
          'RETRY',
          'BOOKING',
          'REQUEST',
          'SUPPLIER SAYS',
        ],
        failures.map(each => failureRow(each, nowMs)),
        style,
      ),
  }),
  operationCommand(showProviderFailure, {
    args: ['providerId', 'failureId'],
    examples: ['serai providers failure prv_production_liteapi pfl_6yT2vQ8mKd4RzX1pLw9c'],
    render: ({ failure, exchanges }, { nowMs, style }) =>
      [failureText(failure, nowMs, style), ...exchanges.map(exchangeText)].join('\n'),
  }),
];

function failureRow(failure: Failure, nowMs: number): Cell[] {
  const { failureId, at, operation, status, durationMs, retry, bookingId, requestId, supplierSays } = failure;
  return [
    failureId,
    timeText(at, nowMs),
    operation,
    causeText(failure),
    textOf(status),
    textOf(durationMs),
    textOf(retry),
    textOf(bookingId),
    textOf(requestId),
    textOf(supplierSays),
  ];
}

function causeText({ cause, calls }: Failure): string {
  return calls === 1 ? cause : `${cause} (${calls} calls)`;
}

function textOf(value: string | number | null): string {
  return value === null ? '' : String(value);
}

function failureText(failure: Failure, nowMs: number, style: Style): string {
  const { at, operation, status, durationMs, attempt, retry, bookingId, requestId, supplierSays } = failure;
  const known: [string, string][] = [
    ['Time', timeText(at, nowMs)],
    ['Operation', operation],
    ['Cause', causeText(failure)],
    ['HTTP status', textOf(status)],
    ['Duration', durationMs === null ? '' : `${durationMs} ms`],
    ['Attempt', textOf(attempt)],
    ['Retry', textOf(retry)],
    ['Booking', textOf(bookingId)],
    ['Request', textOf(requestId)],
    ['Supplier says', textOf(supplierSays)],
  ];
  return facts(
    known.filter(([, value]) => value !== ''),
    style,
  );
}

function exchangeText({ request, response }: Exchange): string {
  const sent = [request.method, request.target].filter(Boolean).join(' ');
  const received =
    response === null ? 'none' : `${response.status ?? ''}\n${response.body ?? 'no body recorded'}`;
  return `Request: ${sent}\n${request.body ?? 'no body recorded'}\n\nResponse: ${received}\n`;
}
