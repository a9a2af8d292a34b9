/**
 * Calls the API like a partner: with a few concurrent requests, and with the waiting times that `Retry-After`
 * requires.
 */
import type { Operation } from '@serai/contract/operation.ts';
import { request } from 'undici';
import { type Clock, sleep } from '../../platform/clock.ts';

/** Longer than the longest deadline of the gateway, 130 s for `booking` and `cancel`. */
const TIMEOUT_MS = 140_000;
const CALLS_AT_ONCE = 6;
const MOST_WAITS = 10;
const LONGEST_WAIT_SECONDS = 120;

export interface PartnerAnswer {
  status: number;
  header(name: string): string | undefined;
  /** Undefined if the body is not JSON. */
  body: unknown;
}

export interface PartnerCall {
  operation: Operation;
  body: object;
  /** The expected status. On an unexpected 429 or 503, the client waits and retries. */
  status: number;
}

export interface PartnerClient {
  /** Rejects if there is no response. */
  call(call: PartnerCall): Promise<PartnerAnswer>;
}

interface PartnerClientOptions {
  /** The URL must not have a trailing slash. It may include a path. */
  url: string;
  key: string;
  clock: Clock;
  signal?: AbortSignal | undefined;
}

export function partnerClient({ url, key, clock, signal }: PartnerClientOptions): PartnerClient {
  const turns = takeTurns(CALLS_AT_ONCE);

  async function send({ operation, body }: PartnerCall): Promise<PartnerAnswer> {
    const {
      statusCode,
      headers,
      body: stream,
    } = await request(`${url}${operation.path}`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `ApiKey ${key}`,
        'x-client-version': 'serai-certify',
      },
      body: JSON.stringify(body),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      ...(signal && { signal }),
      // A kept-alive connection would keep the command running.
      reset: true,
    });
    const text = await stream.text();
    return {
      status: statusCode,
      header: name => [headers[name]].flat()[0],
      body: parse(text),
    };
  }

  return {
    async call(call) {
      for (let waits = 0; ; waits++) {
        const answer = await turns(() => send(call));
        const seconds = Number(answer.header('retry-after'));
        const isBusy = answer.status !== call.status && (answer.status === 429 || answer.status === 503);
        const mayWait = seconds > 0 && seconds <= LONGEST_WAIT_SECONDS && waits < MOST_WAITS;
        if (!isBusy || !mayWait) return answer;
        await sleep(clock, seconds * 1000, signal);
      }
    },
  };
}

/** Limits concurrency. Further calls are queued. */
function takeTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
