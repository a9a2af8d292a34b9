import { OPERATIONS, type OperationName } from '../generated/types.ts';
import { type ClientSettings, checkNumber } from './client-options.ts';
import { type HeaderOptions, requestHeaders } from './request-headers.ts';
import type { RetryRules } from './retry.ts';
import type { AttemptRequest } from './send-once.ts';

/** Added to the server's own timeout, so that the server responds first. */
const TIMEOUT_MARGIN_MS = 15_000;

export interface CallOptions extends HeaderOptions {
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
      headers: requestHeaders(client, operation, options),
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
