import type { loggedRequest } from '@serai/contract/account/requests.ts';
import { listRequests } from '@serai/contract/account/requests.ts';
import type { ErrorCode } from '@serai/contract/errors.ts';
import type { z } from 'zod';
import { sleep } from '../../platform/clock.ts';
import { type Call, defineCommand, type OptionSpecs, type OptionValues } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment } from '../frame/parse-option.ts';
import { stayAlive } from '../frame/stay-alive.ts';
import type { Style } from '../text/style.ts';
import { type Cell, columns, table } from '../text/table.ts';
import { parseMoment } from '../text/time-text.ts';

type LoggedRequest = z.output<typeof loggedRequest>;

const FOLLOW_MS = 2_000;

const OPTIONS = {
  since: {
    type: 'string',
    value: '<moment>',
    description: 'Not before: an instant, a date, or a span back such as 15m.',
  },
  until: { type: 'string', value: '<moment>', description: 'Before this moment.' },
  environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
  status: { type: 'string', value: '<number>', description: 'Only this HTTP status.' },
  class: { type: 'string', value: '<class>', description: 'Only 2xx, 3xx, 4xx or 5xx.' },
  code: { type: 'string', value: '<code>', description: 'Only this error code.' },
  operation: { type: 'string', value: '<name>', description: 'Only this operation.' },
  key: { type: 'string', value: '<keyId>', description: 'Only this key.' },
  address: { type: 'string', value: '<address>', description: 'Only from this client address.' },
  'request-id': { type: 'string', value: '<id>', description: 'Only this request id.' },
  'idempotency-key': { type: 'string', value: '<key>', description: 'Only this idempotency key.' },
  booking: { type: 'string', value: '<id>', description: 'Only what concerns this booking.' },
  limit: { type: 'string', value: '<number>', description: 'Rows a page, 100 when absent.' },
  cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  follow: { type: 'boolean', short: 'f', description: 'Go on with new requests until interrupted.' },
} as const satisfies OptionSpecs;

export const requestsListCommand = defineCommand({
  name: 'requests list',
  summary: 'List logged requests, the newest first.',
  description:
    'Rows are written in batches, so the last seconds may be missing. With --follow the newest come last, and --json prints one row a line.',
  remote: true,
  options: OPTIONS,
  examples: [
    'serai requests list --since 1h --status 429',
    'serai requests list --key 4Zk81mQpXr2T --follow',
    'serai requests list --request-id req_01J9ZD8K5N --json',
  ],
  async run(call) {
    if (call.options.follow) return stayAlive(() => follow(call));
    const { terminal, client, json, style } = call;
    const { data, text } = await client().call(listRequests, inputOf(call));
    if (json) terminal.out(`${text}\n`);
    else if (data.requests.length === 0) terminal.out('No request matches.\n');
    else {
      terminal.out(
        table(
          HEAD,
          data.requests.map(request => row(request, style)),
          style,
        ),
      );
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});

type RequestsCall = Call<typeof OPTIONS>;

function inputOf({
  options,
  clock,
}: { options: OptionValues<typeof OPTIONS> } & Pick<RequestsCall, 'clock'>) {
  const { since, until, environment, status, code, operation, key, address, booking, limit, cursor } =
    options;
  const [requestId, idempotencyKey] = [options['request-id'], options['idempotency-key']];
  const moment = (text: string, option: string) => parseMoment(text, option, clock.nowMs(), 'back');
  return {
    ...(since !== undefined && { from: moment(since, '--since') }),
    ...(until !== undefined && { to: moment(until, '--until') }),
    ...(environment !== undefined && { environment: parseEnvironment(environment) }),
    ...(status !== undefined && { status: parseCount(status, '--status') }),
    ...(options.class !== undefined && { statusClass: options.class as '2xx' }),
    ...(code !== undefined && { code: code as ErrorCode }),
    ...(operation !== undefined && { operation }),
    ...(key !== undefined && { keyId: key }),
    ...(requestId !== undefined && { requestId }),
    ...(address !== undefined && { address }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(booking !== undefined && { bookingId: booking }),
    page: {
      ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
      ...(cursor !== undefined && { cursor }),
    },
  };
}

/** Asks for the newest page again and again. A row counts as seen by its id: batches come out of order. */
async function follow(call: RequestsCall): Promise<number> {
  const { terminal, client, json, style, clock, signal } = call;
  const input = inputOf(call);
  let seen = new Set<string>();
  while (!signal?.aborted) {
    const { requests } = (await client().call(listRequests, input)).data;
    for (const request of requests.filter(({ rowId }) => !seen.has(rowId)).reverse()) {
      terminal.out(json ? `${JSON.stringify(request)}\n` : columns([row(request, style)]));
    }
    // Rows are only added: what has left the newest page does not come back.
    seen = new Set(requests.map(({ rowId }) => rowId));
    await sleep(clock, FOLLOW_MS, signal);
  }
  return EXIT.ok;
}

const HEAD = ['TIME (UTC)', 'STATUS', 'OPERATION', 'MS', 'KEY', 'ADDRESS', 'REQUEST', 'WHY'];

function row(request: LoggedRequest, style: Style): Cell[] {
  const { at, status, operation, path, totalMs, keyId, address, requestId, code, reason } = request;
  return [
    new Date(at).toISOString().slice(0, 23).replace('T', ' '),
    {
      text: String(status),
      style: status >= 500 || status === 0 ? style.bad : status >= 400 ? style.warn : style.good,
    },
    operation ?? path,
    totalMs.toFixed(1),
    keyId,
    address ?? '',
    requestId,
    reason ?? code ?? '',
  ];
}
