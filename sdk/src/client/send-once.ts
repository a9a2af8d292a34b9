/** Sends one request and returns a response, a failure, a timeout or an abort. Never throws. */
import type { Outcome } from '../errors.ts';
import type { Fetch } from './client-options.ts';
import { readForeignError } from './foreign-error.ts';
import { clock } from './sleep.ts';

export interface AttemptRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

export type Attempt =
  | { kind: 'response'; response: Response; text: string }
  | { kind: 'failed'; error: unknown; outcome: Outcome }
  | { kind: 'timeout' }
  | { kind: 'aborted'; outcome: Outcome };

export async function sendOnce(send: Fetch, request: AttemptRequest): Promise<Attempt> {
  const { url, headers, body, timeoutMs, signal } = request;
  if (signal?.aborted) return { kind: 'aborted', outcome: 'not-sent' };
  const controller = new AbortController();
  const watch = watchFor(timeoutMs, signal);
  try {
    return await Promise.race([
      read(send(url, { method: 'POST', headers, body, redirect: 'manual', signal: controller.signal })),
      // A `fetch` that ignores its signal is abandoned.
      watch.ended,
    ]);
  } catch (error) {
    return { kind: 'failed', error, outcome: outcomeOf(error) };
  } finally {
    watch.stop();
    controller.abort();
  }
}

async function read(pending: Promise<Response>): Promise<Attempt> {
  const response = await pending;
  try {
    return { kind: 'response', response, text: await response.text() };
  } catch (error) {
    return { kind: 'failed', error, outcome: 'unknown' };
  }
}

function watchFor(timeoutMs: number, signal: AbortSignal | undefined) {
  let stopTimer: (() => void) | undefined;
  let onAbort: (() => void) | undefined;
  const ended = new Promise<Attempt>(resolve => {
    onAbort = () => resolve({ kind: 'aborted', outcome: 'unknown' });
    signal?.addEventListener('abort', onAbort, { once: true });
    stopTimer = clock.startDeadline(timeoutMs, () => resolve({ kind: 'timeout' }));
  });
  return {
    ended,
    stop() {
      stopTimer?.();
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** Error codes which guarantee that no byte of the request was sent. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ConnectionRefused',
]);

/** Deno's error message. */
const DENO_CONNECT_ERROR = /client error \(Connect\)/;

/** Exported for the test. */
export function outcomeOf(error: unknown): Outcome {
  let at = error;
  for (let depth = 0; depth < 5 && at !== undefined; depth++) {
    const { code, message, cause } = readForeignError(at);
    if (code !== undefined && BEFORE_SENDING.has(code)) return 'not-sent';
    if (DENO_CONNECT_ERROR.test(message)) return 'not-sent';
    at = cause;
  }
  return 'unknown';
}
