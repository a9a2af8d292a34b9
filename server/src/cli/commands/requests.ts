import { listRequests, type loggedRequest, showRequest } from '@serai/contract/account/requests.ts';
import type { z } from 'zod';
import { sleep } from '../../platform/clock.ts';
import { type OperationCall, operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { stayAlive } from '../frame/stay-alive.ts';
import type { Style } from '../text/style.ts';
import { type Cell, columns, table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

type LoggedRequest = z.output<typeof loggedRequest>;
type ShownRequest = z.output<typeof showRequest.output>;
type ListCall = OperationCall<z.input<typeof listRequests.input>>;

const FOLLOW_MS = 2_000;

export const REQUEST_COMMANDS: readonly Command[] = [
  operationCommand(listRequests, {
    note: 'Rows are written in batches, so the last few seconds may be missing. With --follow the newest come last, and --json prints one row per line.',
    extra: { follow: { type: 'flag', short: 'f', description: 'Print new requests until interrupted.' } },
    examples: [
      'serai requests list --since 1h --status 429',
      'serai requests list --key 4Zk81mQpXr2T --follow',
      'serai requests list --request-id req_01J9ZD8K5N --json',
    ],
    run: async call =>
      (call.options as { follow?: boolean }).follow ? stayAlive(() => follow(call)) : undefined,
    empty: 'No request matches.',
    render: ({ requests }, { style }) =>
      table(
        HEAD,
        requests.map(request => row(request, style)),
        style,
      ),
  }),
  operationCommand(showRequest, { render: (data, { nowMs }) => requestText(data, nowMs) }),
];

/** Reads the newest page repeatedly. Rows are recognised by their ID, because batches arrive out of order. */
async function follow({ input, terminal, client, json, style, clock, signal }: ListCall): Promise<number> {
  let seen = new Set<string>();
  while (!signal?.aborted) {
    const { requests } = (await client().call(listRequests, input)).data;
    for (const request of requests.filter(({ rowId }) => !seen.has(rowId)).reverse()) {
      terminal.out(json ? `${JSON.stringify(request)}\n` : columns([row(request, style)]));
    }
    // Rows are only added, so a row that has left the newest page does not return.
    seen = new Set(requests.map(({ rowId }) => rowId));
    await sleep(clock, FOLLOW_MS, signal);
  }
  return EXIT.ok;
}

const HEAD = ['TIME (UTC)', 'STATUS', 'OPERATION', 'MS', 'KEY', 'ADDRESS', 'REQUEST', 'REASON'];

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

function requestText({ request, requestBody, answerBody }: ShownRequest, nowMs: number): string {
  const fields = Object.entries({ ...request, at: timeText(request.at, nowMs) })
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) => `${name.padEnd(15)} ${typeof value === 'object' ? JSON.stringify(value) : value}\n`,
    );
  return `${fields.join('')}\nRequest body: ${bodyText(requestBody)}\nResponse body: ${bodyText(answerBody)}\n`;
}

function bodyText(body: unknown): string {
  return body === null || body === undefined ? 'not stored' : JSON.stringify(body, null, 2);
}
