import { ApiError, SeraiError } from '../errors.ts';
import type { OperationName, OperationTypes } from '../generated/types.ts';
import { type RateLimitState, readRateLimit, Throttle } from '../limits.ts';
import { abortedError, asUnknownOutcome, attemptFailure, isOutcomeUnknown } from './call-failure.ts';
import type { ClientSettings } from './client-options.ts';
import { type Logger, logTo } from './logger.ts';
import { PendingCall, type WithResponse } from './pending-call.ts';
import { type Call, type CallOptions, prepareCall } from './prepare-call.ts';
import {
  etagOf,
  isReplayed,
  type RawResponse,
  readResponse,
  requestIdOf,
  retryAfterOf,
} from './read-response.ts';
import { retryDelayMs } from './retry.ts';
import { sendOnce } from './send-once.ts';
import { clock, sleep } from './sleep.ts';

interface Failed {
  error: SeraiError;
  retryAfter?: number | undefined;
}

/**
 * For a call that the throttle rejected, returns the wait in seconds that would have been needed. It exceeds
 * `maxRetryAfter`.
 */
function throttledForS(held: SeraiError): number | undefined {
  return held instanceof ApiError ? (held.retryAfter ?? undefined) : undefined;
}

export class Connection {
  readonly #client: ClientSettings;
  readonly #throttle: Throttle | undefined;
  #rateLimit: RateLimitState | undefined;

  constructor(client: ClientSettings) {
    this.#client = client;
    this.#throttle = client.throttle ? new Throttle() : undefined;
  }

  get rateLimit(): RateLimitState | undefined {
    return this.#rateLimit;
  }

  get maxRetryAfter(): number {
    return this.#client.maxRetryAfter;
  }

  call<Name extends OperationName>(
    operation: Name,
    request: OperationTypes[Name]['request'],
    options: CallOptions = {},
  ): PendingCall<OperationTypes[Name]['answer']> {
    return new PendingCall(this.#run(operation, request, options));
  }

  async #run<Answer>(
    operation: OperationName,
    body: object,
    options: CallOptions,
  ): Promise<WithResponse<Answer>> {
    const call = prepareCall(this.#client, operation, body, options);
    let mayHaveSucceeded = false;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt<Answer>(call, attempt);
      if (!('error' in result)) return result;
      const { error, retryAfter } = result;
      mayHaveSucceeded ||= isOutcomeUnknown(error);
      const delayMs = retryDelayMs(error, { attempt, retryAfter }, call);
      if (delayMs === undefined) throw mayHaveSucceeded ? asUnknownOutcome(error, call) : error;
      await this.#pause(Math.round(delayMs), { call, attempt, error, mayHaveSucceeded });
    }
  }

  async #attempt<Answer>(call: Call, attempt: number): Promise<WithResponse<Answer> | Failed> {
    const { operation, request } = call;
    const held = await this.#enter(call);
    if (held !== undefined) return { error: held, retryAfter: throttledForS(held) };
    const sentMs = clock.nowMs();
    const sent = await sendOnce(this.#client.fetch, request);
    const response = sent.kind === 'response' ? sent.response : undefined;
    const seen = response && readRateLimit(response.headers, new Date(clock.nowMs()));
    this.#rateLimit = seen ?? this.#rateLimit;
    this.#throttle?.leave(seen);
    const result = response?.status ?? sent.kind;
    const durationMs = clock.nowMs() - sentMs;
    this.#log('debug', `${operation}: ${result} after ${durationMs} ms`, {
      operation,
      attempt,
      result,
      durationMs,
      requestId: response ? requestIdOf(response, this.#client.apiKey) : null,
    });
    if (sent.kind === 'response') return this.#read(sent, 'if-none-match' in request.headers);
    return { error: attemptFailure(sent, call, this.#client.apiKey) };
  }

  #read<Answer>(raw: RawResponse, isConditional: boolean): WithResponse<Answer> | Failed {
    const { response } = raw;
    const read = readResponse(raw, this.#client.apiKey, clock.nowMs(), isConditional);
    if ('error' in read) return { ...read, retryAfter: retryAfterOf(response, clock.nowMs()) };
    return {
      data: read.data as Answer,
      response,
      requestId: requestIdOf(response, this.#client.apiKey),
      etag: etagOf(response),
      replayed: isReplayed(response),
    };
  }

  /** Returns an error if the rate limit requires too long a wait, or if the call is aborted during the wait. */
  async #enter({ operation, maxRetryAfter, request }: Call): Promise<SeraiError | undefined> {
    const onWait = (ms: number) => {
      const delayMs = Math.round(ms);
      const message = `${operation} is delayed by ${delayMs} ms because the rate limit is exhausted`;
      this.#log('warn', message, { operation, reason: 'throttle', delayMs });
    };
    try {
      await this.#throttle?.enter({ signal: request.signal, maxRetryAfter, onWait });
      return undefined;
    } catch (error) {
      if (error instanceof SeraiError) return error;
      return abortedError(request.signal, 'not-sent', this.#client.apiKey);
    }
  }

  async #pause(
    delayMs: number,
    {
      call,
      attempt,
      error,
      mayHaveSucceeded,
    }: { call: Call; attempt: number; error: SeraiError; mayHaveSucceeded: boolean },
  ): Promise<void> {
    const { operation, request } = call;
    const reason = error instanceof ApiError ? error.code : error.name;
    this.#log('warn', `${operation} will be retried in ${delayMs} ms: ${error.message}`, {
      operation,
      attempt,
      reason,
      delayMs,
      requestId: 'requestId' in error ? error.requestId : null,
    });
    try {
      await sleep(delayMs, request.signal);
    } catch {
      throw abortedError(request.signal, mayHaveSucceeded ? 'unknown' : 'not-sent', this.#client.apiKey);
    }
  }

  #log(level: keyof Logger, message: string, fields: Record<string, unknown>): void {
    logTo(this.#client.logger, level, message, fields);
  }
}
