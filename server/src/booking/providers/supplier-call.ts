/** Makes one call to a supplier and waits for its outcome or the deadline. An exception becomes an outcome. */
import { MAX_AUDIT_BODY_BYTES, type ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Clock } from '../../platform/clock.ts';
import { isoTime } from '../../platform/iso-time.ts';
import type { Log } from '../../platform/log.ts';
import { inChildSpan, isTracing } from '../../platform/tracing/span.ts';
import type { Call, Exchange, ProviderOperation } from '../port/call.ts';
import type { Cause } from '../port/outcomes.ts';
import type { Supplier } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import type { AnyOutcome } from './classify-call.ts';

export interface CallContext {
  provider: Provider;
  /** The partner whose concurrency limit applies. If omitted, the limit for calls that no partner requested applies. */
  organisationId?: string;
  /** Effective test mode of the request that triggered the call. */
  testMode: boolean;
  /** Starts at 1 (default). */
  attempt?: number;
  /** Milliseconds until the client must have a response. Defaults to the supplier's own limit. Has no effect on book and cancel. */
  timeLeftMs?: number | undefined;
  /** Aborts a read when the caller no longer waits. Has no effect on book and cancel. */
  signal?: AbortSignal | undefined;
  /** A search that refreshes the cache. It stops at a smaller share of the call budget than clients' searches. */
  isRefresh?: true;
  scenario?: Call['scenario'];
  client?: Call['client'];
  /** The booking that the call is made for. */
  bookingId?: string | undefined;
  /** Id of the client request that causes the call. */
  requestId?: string | undefined;
  /** Receives the audit records of the call before its outcome is returned. */
  onExchanges?: ((exchanges: readonly ProviderExchange[]) => void) | undefined;
}

/** A call that may change something at the provider. */
export interface EffectContext<Outcome> extends CallContext {
  /** Time on the monotonic clock after which nothing is sent, because a later call could outlive its lease. */
  sendByMs?: number;
  /** Called if the supplier responds to a booking or cancel request after its outcome was reported as UNKNOWN. */
  onLate?: ((outcome: Outcome, exchanges: readonly ProviderExchange[]) => void) | undefined;
}

export interface CallPlan<Outcome> {
  operation: ProviderOperation;
  context: EffectContext<Outcome>;
  limitMs: number;
  /** True for book and cancel. */
  isEffect: boolean;
  /** The number of calls that this call counts as in the account's budget. */
  weight: number;
  /** False if the caller's time limit was shorter than the supplier's, so that a timeout says nothing about the supplier. */
  isFullTime: boolean;
  signal: AbortSignal | undefined;
  run(supplier: Supplier, call: Call): Promise<Outcome>;
  failed(cause: Cause): Outcome;
}

type EndReason = 'RESPONSE' | 'DEADLINE' | 'ABANDONED';

/**
 * `requests` is the number of requests that the supplier's adapter recorded. `isOurFault` is true if the outcome says
 * nothing about the supplier, because the caller did not wait long enough or a scenario forced the outcome.
 */
export async function callSupplier<Outcome extends AnyOutcome>(
  clock: Clock,
  log: Log,
  plan: CallPlan<Outcome>,
): Promise<{
  outcome: Outcome;
  isOurFault: boolean;
  requests: number;
  exchanges(): readonly ProviderExchange[];
}> {
  const { operation, context, limitMs, run, failed } = plan;
  const { provider, attempt = 1, scenario, client, onLate } = context;
  const startedAtMs = clock.nowMs();
  const beganMs = clock.monotonicMs();
  const ended = new AbortController();
  let messages: Exchange[] = [];
  const records = (outcome: Outcome, own = messages) => {
    const durationMs = Math.max(0, Math.round(clock.monotonicMs() - beganMs));
    const head = {
      provider: provider.code,
      operation,
      attempt,
      startedAtMs,
      durationMs,
      outcome: outcome.kind,
    };
    return providerExchanges(head, own);
  };
  const call: Call = {
    attempt,
    deadlineMs: beganMs + limitMs,
    signal: ended.signal,
    scenario: provider.supplier.kind === 'TEST' ? scenario : undefined,
    ...(client !== undefined && { client }),
    record: exchange => messages.push(exchange),
  };
  const response = Promise.resolve()
    .then(() => traceCall(plan, () => run(provider.supplier, call)))
    .catch((err: unknown) => {
      if (ended.signal.aborted) return failed('TIMEOUT');
      log.error({ err, provider: provider.code, operation }, 'a supplier threw an exception');
      return failed('UNREADABLE');
    });
  const { outcome, why } = await firstOf(clock, response, plan, ended);
  const requests = messages.length;
  const sent = messages;
  let made: readonly ProviderExchange[] | undefined;
  // Reading a body redacts it, so records are created only on demand and only once.
  const exchanges = () => {
    made ??= records(outcome, sent);
    return made;
  };
  if (context.onExchanges) context.onExchanges(exchanges());
  if (why !== 'RESPONSE' && onLate) {
    messages = [];
    response
      .then(late => late.kind !== 'UNKNOWN' && onLate(late, records(late)))
      .catch(err =>
        log.error({ err, provider: provider.code, operation }, 'recording a late response failed'),
      );
  }
  const isOurFault =
    why === 'ABANDONED' || (why === 'DEADLINE' && !plan.isFullTime) || scenario !== undefined;
  return { outcome, isOurFault, requests, exchanges };
}

function traceCall<Outcome extends AnyOutcome>(
  { operation, context: { provider, attempt = 1 } }: CallPlan<Outcome>,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!isTracing()) return run();
  const attributes = {
    'serai.provider': provider.code,
    'serai.provider.operation': operation,
    'serai.provider.attempt': attempt,
  };
  return inChildSpan({ name: `provider ${operation}`, kind: 'client', attributes }, async span => {
    const outcome = await run();
    span?.set({ 'serai.outcome': outcome.kind });
    return outcome;
  });
}

function firstOf<Outcome>(
  clock: Clock,
  response: Promise<Outcome>,
  { limitMs, signal, failed }: Pick<CallPlan<Outcome>, 'limitMs' | 'signal' | 'failed'>,
  ended: AbortController,
): Promise<{ outcome: Outcome; why: EndReason }> {
  return new Promise((resolve, reject) => {
    const finish = (outcome: Outcome, why: EndReason) => {
      timer.cancel();
      signal?.removeEventListener('abort', onAbort);
      if (why !== 'RESPONSE') ended.abort();
      resolve({ outcome, why });
    };
    const onAbort = () => finish(failed('TIMEOUT'), 'ABANDONED');
    // Data that arrived while this process was busy is read first, so that our own delay does not count as a timeout of
    // the supplier.
    const timer = clock.after(limitMs, () => setImmediate(() => finish(failed('TIMEOUT'), 'DEADLINE')));
    response.then(outcome => finish(outcome, 'RESPONSE'), reject);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}

type Head = Pick<ProviderExchange, 'provider' | 'operation' | 'attempt' | 'durationMs' | 'outcome'> & {
  startedAtMs: number;
};

/** The audit record of a call without recorded messages. */
const NOTHING: Exchange = {
  request: { method: null, target: null, headers: {}, body: null, truncated: false },
  response: null,
};

function providerExchanges(head: Head, exchanges: readonly Exchange[]): ProviderExchange[] {
  const { startedAtMs, ...rest } = head;
  return (exchanges.length === 0 ? [NOTHING] : exchanges).map(({ request, response }) => ({
    ...rest,
    startedAt: isoTime(startedAtMs),
    request: cutBody(request),
    response: response && cutBody(response),
  }));
}

/** `body` is usually computed when it is read, so it is read once and stored. */
function cutBody<Message extends { body: string | null; truncated: boolean }>(message: Message): Message {
  const { body, ...rest } = message;
  if (body === null || Buffer.byteLength(body) <= MAX_AUDIT_BODY_BYTES) return { ...rest, body } as Message;
  const bytes = Buffer.from(body).subarray(0, MAX_AUDIT_BODY_BYTES);
  // A multi-byte character that was cut in half decodes to a replacement character, which is dropped.
  return { ...rest, body: bytes.toString('utf8').replace(/\uFFFD$/, ''), truncated: true } as Message;
}
