/** One call to a supplier, from its begin to its outcome or its deadline. Never rejects. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { inChildSpan, isTracing } from '../../platform/tracing/span.ts';
import type { Call, Exchange, ProviderOperation } from '../port/call.ts';
import type { Cause } from '../port/outcomes.ts';
import type { Supplier } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import type { AnyOutcome } from './judge-call.ts';
import { providerExchanges } from './provider-exchanges.ts';

export interface CallContext {
  provider: Provider;
  /** The organisation whose share of the provider's calls is used; the service has a share of its own. */
  organisationId?: string;
  /** Effective test mode of what the call is for. */
  testMode: boolean;
  /** From 1, 1 when absent. */
  attempt?: number;
  /** Milliseconds until somebody must have answered; the supplier's own limit alone when absent. Book and cancel ignore it. */
  timeLeftMs?: number | undefined;
  /** Ends a read when nobody waits any more. Book and cancel ignore it. */
  signal?: AbortSignal | undefined;
  scenario?: Call['scenario'];
  /** Gets the audit records of the call, before its outcome is returned. */
  onExchanges?: ((exchanges: readonly ProviderExchange[]) => void) | undefined;
}

/** `onLate`: the supplier answered a book or cancel after all, when it already counted as unknown. */
export interface EffectContext<Outcome> extends CallContext {
  /** By the monotonic clock: after it nothing is sent, as the journal that allows it has run out. */
  sendByMs?: number;
  onLate?: ((outcome: Outcome, exchanges: readonly ProviderExchange[]) => void) | undefined;
}

export interface CallPlan<Outcome> {
  operation: ProviderOperation;
  context: EffectContext<Outcome>;
  limitMs: number;
  /** Book and cancel. */
  isEffect: boolean;
  /** False: the caller's time was shorter than the supplier's, so that a timeout says nothing about the supplier. */
  isFullTime: boolean;
  signal: AbortSignal | undefined;
  run(supplier: Supplier, call: Call): Promise<Outcome>;
  failed(cause: Cause): Outcome;
}

type Why = 'ANSWER' | 'DEADLINE' | 'ABANDONED';

/** `isOurFault`: the outcome says nothing about the supplier, as nobody waited long enough or it was forced. */
export async function callSupplier<Outcome extends AnyOutcome>(
  clock: Clock,
  log: Log,
  plan: CallPlan<Outcome>,
): Promise<{ outcome: Outcome; isOurFault: boolean }> {
  const { operation, context, limitMs, run, failed } = plan;
  const { provider, attempt = 1, scenario, onLate } = context;
  const startedAtMs = clock.nowMs();
  const beganMs = clock.monotonicMs();
  const ended = new AbortController();
  let messages: Exchange[] = [];
  const records = (outcome: Outcome) => {
    const durationMs = Math.max(0, Math.round(clock.monotonicMs() - beganMs));
    const head = {
      provider: provider.code,
      operation,
      attempt,
      startedAtMs,
      durationMs,
      outcome: outcome.kind,
    };
    return providerExchanges(head, messages);
  };
  const call: Call = {
    attempt,
    deadlineMs: beganMs + limitMs,
    signal: ended.signal,
    scenario: provider.supplier.kind === 'TEST' ? scenario : undefined,
    record: exchange => messages.push(exchange),
  };
  const answer = Promise.resolve()
    .then(() => traceCall(plan, () => run(provider.supplier, call)))
    .catch((err: unknown) => {
      if (ended.signal.aborted) return failed('TIMEOUT');
      log.error({ err, provider: provider.code, operation }, 'a supplier threw');
      return failed('UNREADABLE');
    });
  const { outcome, why } = await firstOf(clock, answer, plan, ended);
  context.onExchanges?.(records(outcome));
  if (why !== 'ANSWER' && onLate) {
    messages = [];
    answer
      .then(late => late.kind !== 'UNKNOWN' && onLate(late, records(late)))
      .catch(err => log.error({ err, provider: provider.code, operation }, 'a late answer was not kept'));
  }
  const isOurFault =
    why === 'ABANDONED' || (why === 'DEADLINE' && !plan.isFullTime) || scenario !== undefined;
  return { outcome, isOurFault };
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
  answer: Promise<Outcome>,
  { limitMs, signal, failed }: Pick<CallPlan<Outcome>, 'limitMs' | 'signal' | 'failed'>,
  ended: AbortController,
): Promise<{ outcome: Outcome; why: Why }> {
  return new Promise((resolve, reject) => {
    const finish = (outcome: Outcome, why: Why) => {
      timer.cancel();
      signal?.removeEventListener('abort', onAbort);
      if (why !== 'ANSWER') ended.abort();
      resolve({ outcome, why });
    };
    const onAbort = () => finish(failed('TIMEOUT'), 'ABANDONED');
    // What had arrived while this process was busy is read first: our own delay is not the supplier's.
    const timer = clock.after(limitMs, () => setImmediate(() => finish(failed('TIMEOUT'), 'DEADLINE')));
    answer.then(outcome => finish(outcome, 'ANSWER'), reject);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
