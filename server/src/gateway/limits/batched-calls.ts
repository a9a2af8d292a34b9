/**
 * Batches the Redis calls of a burst. While four calls for a key are in flight, further requests with that key wait and
 * are checked together by the next call. A burst therefore needs a few calls instead of thousands that delay each
 * other.
 */
import type { Limits } from './limiter.ts';

/** Returns one outcome for each of the `wanted` requests, in order. */
export type BatchCall<Outcome> = (
  keyId: string,
  limits: Limits,
  wanted: number,
) => Promise<readonly Outcome[]>;

interface Waiting<Outcome> {
  limits: Limits;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface KeyQueue<Outcome> {
  inFlight: number;
  waiting: Waiting<Outcome>[];
}

/** More than one, so that a single slow response does not hold up the key. */
const MAX_IN_FLIGHT = 4;

export class BatchedCalls<Outcome> {
  readonly #call: BatchCall<Outcome>;
  readonly #queues = new Map<string, KeyQueue<Outcome>>();

  constructor(call: BatchCall<Outcome>) {
    this.#call = call;
  }

  request(keyId: string, limits: Limits): Promise<Outcome> {
    const queue = this.#queues.get(keyId) ?? { inFlight: 0, waiting: [] };
    this.#queues.set(keyId, queue);
    const outcome = new Promise<Outcome>((resolve, reject) =>
      queue.waiting.push({ limits, resolve, reject }),
    );
    if (queue.inFlight < MAX_IN_FLIGHT) void this.#callNext(keyId, queue);
    return outcome;
  }

  /** The returned promise never rejects. */
  async #callNext(keyId: string, queue: KeyQueue<Outcome>): Promise<void> {
    const batch = takeSameLimits(queue.waiting);
    const [first] = batch;
    if (first === undefined) return;
    queue.inFlight += 1;
    try {
      const outcomes = await this.#call(keyId, first.limits, batch.length);
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      // The waiting requests would only fail later for the same reason.
      for (const { reject } of [...batch, ...queue.waiting.splice(0)]) reject(error);
    }
    queue.inFlight -= 1;
    if (queue.waiting.length > 0) void this.#callNext(keyId, queue);
    else if (queue.inFlight === 0) this.#queues.delete(keyId);
  }
}

/** Takes requests from the front of the queue. Requests after an edit of the limits get a separate call. */
function takeSameLimits<Outcome>(waiting: Waiting<Outcome>[]): Waiting<Outcome>[] {
  const other = waiting.findIndex(({ limits }) => limits !== waiting[0]?.limits);
  return waiting.splice(0, other === -1 ? waiting.length : other);
}
