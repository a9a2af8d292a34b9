/** Makes one attempt at a delivery: decrypts, signs and sends the event and evaluates the response. Never throws. */
import type { Clock } from '../../platform/clock.ts';
import { eventBody } from '../../platform/events/outbox-store.ts';
import { reached } from '../../platform/failpoints/failpoint.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { SigningKeys } from '../endpoints/signing-keys.ts';
import { nextAttemptMs } from '../sending/schedule.ts';
import type { PostResult, Sender } from '../sending/sender.ts';
import { eventHeaders } from '../sending/signing.ts';
import type { ClaimedDelivery } from './claim-store.ts';
import type { AttemptResult } from './record-store.ts';

export interface AttemptParts {
  sender: Pick<Sender, 'postOnce'>;
  seal: Seal;
  signingKeys: SigningKeys;
  clock: Clock;
  log: Log;
  /** Returns a number that is at least 0 and less than 1. */
  random: () => number;
}

/**
 * The scenario `webhook.flaky` fails this many attempts. The delay until the next attempt is short, so that a developer
 * can watch.
 */
const FLAKY = { attempts: 2, delayMs: 1_000 };

const ERASED = 'The guest data of this booking was erased, including the event data.';

export async function attemptDelivery(
  parts: AttemptParts,
  claimed: ClaimedDelivery,
  claimedMs: number,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { clock, log, random } = parts;
  const startedMs = clock.monotonicMs();
  const attempt = {
    deliveryId: claimed.delivery_id,
    endpointId: claimed.endpoint_id,
    url: claimed.url,
    attempt: claimed.attempt,
    step: claimed.step,
    slot: claimed.slot,
    at: new Date(claimed.claimed_at.getTime() + startedMs - claimedMs),
    delayMs: 0,
    steps: 0,
    speaks: false,
    gone: null,
  };
  const unsent = { ...attempt, durationMs: 0, status: null, answer: null, outcome: 'RETRY' as const };
  if (claimed.scenario === 'webhook.flaky' && claimed.attempt <= FLAKY.attempts) {
    return { ...unsent, error: 'Failed by the scenario webhook.flaky.', delayMs: FLAKY.delayMs };
  }
  if (claimed.data === null) {
    return { ...unsent, error: ERASED, outcome: 'FAILED' };
  }
  let sent: PostResult;
  try {
    sent = await send(parts, claimed, signal);
  } catch (err) {
    log.error({ err, delivery: claimed.delivery_id }, 'a webhook could not be prepared');
    return { ...unsent, error: 'The event could not be prepared.', ...retryOf(claimed, random()) };
  }
  reached('delivery-sent');
  const { durationMs, status = null, answer = null, retryAfterMs } = sent;
  const judgement = judgeAnswer(sent);
  const result = { ...attempt, durationMs, status, answer };
  if (judgement.outcome === 'DELIVERED')
    return { ...result, error: null, outcome: 'DELIVERED', speaks: true };
  if (signal.aborted) return { ...result, error: judgement.error, outcome: 'RETRY' };
  const failed = { ...result, error: judgement.error, speaks: true };
  if (judgement.outcome === 'GONE') return { ...failed, outcome: 'FAILED', gone: judgement.error };
  return { ...failed, ...retryOf(claimed, random(), retryAfterMs) };
}

function retryOf({ step }: ClaimedDelivery, random: number, retryAfterMs = 0) {
  const delayMs = nextAttemptMs(step + 1, random, retryAfterMs);
  return delayMs === undefined
    ? { outcome: 'FAILED' as const, delayMs: 0, steps: 1 }
    : { outcome: 'RETRY' as const, delayMs, steps: 1 };
}

async function send(
  { sender, seal, signingKeys, clock }: AttemptParts,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<PostResult> {
  const body = eventBody(seal, claimed);
  const secrets = claimed.secrets.map(sealed => signingKeys.get(sealed));
  const post = () =>
    sender.postOnce({
      url: claimed.url,
      environment: claimed.environment,
      headers: eventHeaders({ eventId: claimed.event_id, body, secrets, nowMs: clock.nowMs() }),
      body,
      signal,
    });
  const first = await post();
  const twice = claimed.scenario === 'webhook.duplicate' && judgeAnswer(first).outcome === 'DELIVERED';
  if (twice) await post();
  return first;
}

export type Judgement =
  | { outcome: 'DELIVERED' }
  /** GONE disables the endpoint immediately. */
  | { outcome: 'FAILED' | 'GONE'; error: string };

/** Any 2xx status counts as success, even if the body cannot be read. */
export function judgeAnswer({ status, error }: Pick<PostResult, 'status' | 'error'>): Judgement {
  if (status === undefined) return { outcome: 'FAILED', error: error ?? 'There was no response.' };
  if (status >= 200 && status < 300) return { outcome: 'DELIVERED' };
  if (status === 410) return { outcome: 'GONE', error: 'Returned 410: the receiver wants no more events.' };
  if (status >= 300 && status < 400) {
    return { outcome: 'FAILED', error: `Returned ${status}: redirects are not followed.` };
  }
  return { outcome: 'FAILED', error: `Returned ${status}.` };
}
