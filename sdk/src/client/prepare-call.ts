import { SeraiError } from '../errors.ts';
import { OPERATIONS, type OperationName } from '../generated/types.ts';
import { type ClientSettings, checkNumber, type WriteOptions } from './client-options.ts';
import type { RetryRules } from './retry.ts';
import type { AttemptRequest } from './send-once.ts';

/** Sent as `X-Client-Version`. A test compares it with package.json. */
export const SDK_VERSION = '0.1.0';

/** Added to the server's own timeout, so that the server responds first. */
const TIMEOUT_MARGIN_MS = 15_000;

export interface CallOptions extends WriteOptions {
  /**
   * Whether the operation changes something. If so, it gets an `Idempotency-Key`, and a lost response means that
   * the outcome is unknown.
   */
  writes?: boolean;
}

export interface Call extends RetryRules {
  operation: OperationName;
  writes: boolean;
  request: AttemptRequest;
}

export function prepareCall(
  client: ClientSettings,
  operation: OperationName,
  body: object,
  options: CallOptions,
): Call {
  const { writes = false, signal } = options;
  return {
    operation,
    writes,
    maxRetries: checkNumber('maxRetries', options.maxRetries, 0) ?? client.maxRetries,
    maxRetryAfter: checkNumber('maxRetryAfter', options.maxRetryAfter, 0) ?? client.maxRetryAfter,
    request: {
      url: `${client.baseUrl}${OPERATIONS[operation].path}`,
      headers: {
        accept: 'application/json',
        authorization: client.apiKey.authorization(),
        'content-type': 'application/json',
        'x-client-version': `serai-sdk/${SDK_VERSION}`,
        ...(writes && { 'idempotency-key': idempotencyKey(options) }),
      },
      body: JSON.stringify(body),
      timeoutMs:
        checkNumber('timeout', options.timeout, 1) ?? client.timeout ?? defaultTimeoutMs(operation, body),
      signal,
    },
  };
}

function defaultTimeoutMs(operation: OperationName, body: object): number {
  const { defaultTimeoutMs: usual, deadlineMs } = OPERATIONS[operation];
  const { settings } = body as { settings?: { timeout?: number } };
  return (settings?.timeout ?? usual ?? deadlineMs) + TIMEOUT_MARGIN_MS;
}

function idempotencyKey({ idempotencyKey: given }: WriteOptions): string {
  if (given === undefined) return crypto.randomUUID();
  if (/^[\x21-\x7e]{1,255}$/.test(given)) return given;
  throw new SeraiError('idempotencyKey must have 1 to 255 printable characters without spaces.');
}
