/**
 * Remembers on this node that a key is refused, so that a client that hammers does not reach Redis each time.
 * Exact while it lasts: until the wait is over nothing can be admitted anywhere. Kept for a second at most, so that
 * emptied counters or a stepped Redis clock are noticed soon.
 */
import type { LimitDecision, Limits, PerWindow } from './windows.ts';
import { refuse } from './windows.ts';

const KEEP_MS = 1000;
const MAX_KEYS = 10_000;

interface Entry {
  limits: Limits;
  decision: LimitDecision;
  /** Waits are shown from here: the answer had arrived, so none is told too short. */
  receivedMs: number;
  untilMs: number;
}

export class RefusalMemory {
  readonly #entries = new Map<string, Entry>();

  /** The refusal still in force for exactly these limits. */
  find(keyId: string, limits: Limits, nowMs: number): LimitDecision | undefined {
    const entry = this.#entries.get(keyId);
    if (entry === undefined) return undefined;
    if (nowMs >= entry.untilMs || !sameLimits(entry.limits, limits)) {
      this.#entries.delete(keyId);
      return undefined;
    }
    return after(entry.decision, Math.floor(nowMs - entry.receivedMs));
  }

  /** The wait ran from some moment after `sentMs`, so counting from there never refuses too long. */
  remember(keyId: string, limits: Limits, decision: LimitDecision, sentMs: number, receivedMs: number): void {
    if (this.#entries.size >= MAX_KEYS) this.#entries.clear();
    const untilMs = sentMs + Math.min(KEEP_MS, Math.max(...decision.waitMs));
    this.#entries.set(keyId, { limits, decision, receivedMs, untilMs });
  }
}

/** The same refusal some time later. A window whose wait is over has room for one at least. */
function after({ remaining, waitMs }: LimitDecision, passedMs: number): LimitDecision {
  const wait = waitMs.map(ms => Math.max(0, ms - passedMs)) as unknown as PerWindow;
  const left = remaining.map((count, window) => (count === 0 && wait[window] === 0 ? 1 : count));
  return refuse(left as unknown as PerWindow, wait);
}

function sameLimits(a: Limits, b: Limits): boolean {
  return a === b || (a.perMinute === b.perMinute && a.perHour === b.perHour && a.perDay === b.perDay);
}
