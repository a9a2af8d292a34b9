/**
 * An API client with its key. It sends requests, switches to another gateway after a failure, and records every
 * response.
 */

import { Agent, request } from 'node:http';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Loose } from '../../server/test/booking-request.ts';
import type { SeededRandom } from '../../server/test/simulation/chance/seeded-random.ts';
import type { ClientAnswer, Heard } from '../../server/test/simulation/clients/client-history.ts';
import { seenIn } from '../../server/test/simulation/clients/simulated-client.ts';
import type { GatewayChoice } from './gateway-choice.ts';
import type { LoadRecord } from './load-record.ts';

type SendResult =
  | { kind: 'answered'; status: number; json: Loose; tookMs: number }
  /** The connection was refused, so nothing was sent. */
  | { kind: 'unsent'; code: string; tookMs: number }
  /** The outcome is unknown. */
  | { kind: 'lost'; code: string; tookMs: number };

/**
 * Shorter than the gateways' keep-alive timeout, so that no request is sent on a connection that is being closed.
 */
const REST_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: REST_MS });
const UNSENT = new Set(['ECONNREFUSED']);

function sendRequest(
  url: string,
  body: object,
  options: { key: string; timeoutMs: number; headers?: Record<string, string> },
): Promise<SendResult> {
  const startedMs = performance.now();
  const took = () => performance.now() - startedMs;
  return new Promise(resolve => {
    const lose = (code: string) =>
      resolve({ kind: UNSENT.has(code) ? 'unsent' : 'lost', code, tookMs: took() });
    const headers = {
      authorization: `ApiKey ${options.key}`,
      'content-type': 'application/json',
      ...options.headers,
    };
    const sent = request(url, { method: 'POST', agent, headers }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('error', () => lose('CUT'));
      response.on('aborted', () => lose('CUT'));
      response.on('end', () => {
        clearTimeout(timer);
        try {
          const json = JSON.parse(text);
          resolve({ kind: 'answered', status: response.statusCode ?? 0, json, tookMs: took() });
        } catch {
          lose('NO_JSON');
        }
      });
    });
    const timer = setTimeout(() => {
      lose('TIMEOUT');
      sent.destroy();
    }, options.timeoutMs);
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      lose(error.code ?? 'ERROR');
    });
    sent.end(JSON.stringify(body));
  });
}

export interface LoadAccount {
  key: string;
  organisationId: string;
  environment: Environment;
}

export interface ClientParts {
  account: LoadAccount;
  gatewayChoice: GatewayChoice;
  record: LoadRecord;
  random: SeededRandom;
  name: string;
}

export type BookingOperation = 'booking' | 'cancel' | 'bookingdetail' | 'bookinglist';

const BOOKING_PATH = '/connect/hotels/v1/';
const TIMEOUT_MS = 30_000;
/** Longer than a gateway waits for a booking. */
const BOOKING_TIMEOUT_MS = 150_000;
const READ_TRIES = 4;

export class LoadClient {
  readonly parts: ClientParts;
  #lastUrl: string | undefined;

  constructor(parts: ClientParts) {
    this.parts = parts;
  }

  /**
   * Tries up to READ_TRIES times, until a gateway responds with a status below 500. Returns undefined unless that
   * response was a success.
   */
  async read(path: string, body: object): Promise<Loose | undefined> {
    const operation = path.slice(path.lastIndexOf('/v1/') + 4);
    for (let tries = 0; tries < READ_TRIES; tries++) {
      const result = await this.#send(path, operation, body, TIMEOUT_MS);
      if (result.kind === 'answered' && result.status < 500)
        return result.status < 300 ? result.json : undefined;
    }
    return undefined;
  }

  /** Calls one booking operation and records the response for the checkers. Returns undefined if nothing was sent. */
  async ask(
    operation: BookingOperation,
    body: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<ClientAnswer | undefined> {
    const { account, name: client, record } = this.parts;
    const { organisationId, environment } = account;
    const startedMs = Date.now();
    const timeoutMs = operation === 'booking' || operation === 'cancel' ? BOOKING_TIMEOUT_MS : TIMEOUT_MS;
    const result = await this.#send(`${BOOKING_PATH}${operation}`, operation, body, timeoutMs, headers);
    if (result.kind === 'unsent') return undefined;
    const answer: ClientAnswer = {
      ...{ client, organisationId, environment, operation, body, startedMs },
      ...hear(result),
      endedMs: Date.now(),
    };
    record.answers.push(answer);
    return answer;
  }

  async #send(
    path: string,
    operation: string,
    body: object,
    timeoutMs: number,
    headers: Record<string, string> = {},
  ): Promise<SendResult> {
    const { gatewayChoice, record, random, account } = this.parts;
    const url = gatewayChoice.choose(random, random.chance(0.5) ? this.#lastUrl : undefined);
    this.#lastUrl = url;
    const during = record.during;
    const result = await sendRequest(`${url}${path}`, body, { key: account.key, timeoutMs, headers });
    if (result.kind === 'answered') {
      record.took(operation, result.tookMs);
      const code = describe(result.json?.error) ?? String(result.status);
      if (result.status >= 500) {
        // A load balancer would have noticed that this gateway is not ready.
        if (/starting/.test(code)) gatewayChoice.failed(url);
        const requestId = result.json?.meta?.requestId;
        note(record, { operation, code, kind: 'failed', url, during, tookMs: result.tookMs, requestId });
      } else if (result.status >= 400) record.refuse(operation, code);
    } else {
      gatewayChoice.failed(url);
      note(record, { operation, code: result.code, kind: result.kind, url, during, tookMs: result.tookMs });
    }
    return result;
  }
}

/** Names both faults if the active fault changed during the request. */
function note(record: LoadRecord, failure: Omit<LoadRecord['failures'][number], 'atMs'>): void {
  const during =
    failure.during === record.during ? failure.during : `${failure.during}, then ${record.during}`;
  record.failures.push({ ...failure, during, atMs: Date.now() });
}

function describe(error: Loose): string | undefined {
  if (error === undefined) return undefined;
  const { code, message, details = [] } = error;
  const where = details.map(({ path, code: problem }: Loose) => `${path} ${problem}`).join(', ');
  return [code, where || (code === 'SERVICE_UNAVAILABLE' ? message : '')].filter(Boolean).join(': ');
}

function hear(result: Exclude<SendResult, { kind: 'unsent' }>): Heard {
  if (result.kind === 'lost') return { kind: 'unknown' };
  const { status, json } = result;
  if (status < 300) return { kind: 'ok', status, data: json, seen: seenIn(json) };
  const { code = String(status), bookingId } = json?.error ?? {};
  return status >= 500 ? { kind: 'failed', code } : { kind: 'refused', code, bookingId };
}
