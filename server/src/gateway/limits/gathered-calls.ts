/**
 * Few calls about one key at a time: whoever comes while enough of them are under way is decided together with the others that
 * wait, by the next call. So a burst on one key is some calls to Redis, not thousands that make each other late.
 */
import type { Limits } from './windows.ts';

/** Answers one call, within a time of its own: an outcome for each of `wanted`, in their order. */
export type Call<Outcome> = (keyId: string, limits: Limits, wanted: number) => Promise<readonly Outcome[]>;

interface Waiting<Outcome> {
  limits: Limits;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface Line<Outcome> {
  underWay: number;
  waiting: Waiting<Outcome>[];
}

/** Enough that one slow answer holds nobody up. */
const MOST_CALLS = 4;

export class GatheredCalls<Outcome> {
  readonly #call: Call<Outcome>;
  readonly #lines = new Map<string, Line<Outcome>>();

  constructor(call: Call<Outcome>) {
    this.#call = call;
  }

  ask(keyId: string, limits: Limits): Promise<Outcome> {
    let line = this.#lines.get(keyId);
    if (line === undefined) {
      line = { underWay: 0, waiting: [] };
      this.#lines.set(keyId, line);
    }
    const { waiting } = line;
    const asked = new Promise<Outcome>((resolve, reject) => waiting.push({ limits, resolve, reject }));
    if (line.underWay < MOST_CALLS) void this.#next(keyId, line);
    return asked;
  }

  /** Never rejects. */
  async #next(keyId: string, line: Line<Outcome>): Promise<void> {
    const together = takeAlike(line);
    const [first] = together;
    if (first === undefined) return;
    line.underWay += 1;
    try {
      const outcomes = await this.#call(keyId, first.limits, together.length);
      for (const [i, { resolve }] of together.entries()) resolve(outcomes[i] as Outcome);
    } catch (error) {
      // Those in line would wait for the same once more.
      for (const { reject } of [...together, ...line.waiting.splice(0)]) reject(error);
    }
    line.underWay -= 1;
    if (line.waiting.length > 0) void this.#next(keyId, line);
    else if (line.underWay === 0) this.#lines.delete(keyId);
  }
}

/** From the front; limits that were edited meanwhile wait for a call of their own. */
function takeAlike<Outcome>(line: Line<Outcome>): Waiting<Outcome>[] {
  const limits = line.waiting[0]?.limits;
  const other = line.waiting.findIndex(waiting => waiting.limits !== limits);
  return line.waiting.splice(0, other === -1 ? line.waiting.length : other);
}
