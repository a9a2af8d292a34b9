/**
 * Admits searches by their cost: hotels × rooms × nights × providers. The total cost of the running searches is limited
 * per environment and shared between organisations (see fair-share.ts). The busier the process, the cheaper a search
 * must be.
 */
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { Handler } from '../operations/handler.ts';
import type { RequestOwner } from './admission.ts';
import { FairShare } from './fair-share.ts';
import type { Pressure } from './pressure.ts';
import { type ShedReason, shed } from './shed.ts';

interface CostLimitParts {
  /** Maximum total cost per environment. */
  cap: number;
  /** The slots of the search class, per environment. */
  slots: { taken(environment: Environment): number; takenBy(owner: RequestOwner): number; most: number };
  /**
   * While at most this many searches are in flight, and at most half this number belong to the same organisation, a
   * search within the cap is admitted however late the process is.
   */
  alwaysAdmitted: number;
  pressure: Pick<Pressure, 'isLate' | 'turnWaitMs'>;
  onShed(reason: ShedReason, environment: Environment): void;
}

/** A request counts for at most this share of the cap, so that even the largest request can be served. */
const LARGEST_SHARE = 1 / 4;
/** Once this share of the slots is used, a search may cost at most the cap divided by the number of slots. */
const CROWDED_SHARE = 3 / 4;
/** Up to the first value, the wait for a turn limits no search. From the second value on, it rejects every search. */
const EASY_WAIT_MS = 250;
const LONGEST_WAIT_MS = 1_000;
/** The highest cost that is accepted just before all searches are rejected. */
const CHEAPEST = 10;
/** The highest cost that is accepted while the event loop is late. It is about ten hotels for one night. */
const WHILE_LATE = 50;

export class CostLimit {
  readonly #parts: CostLimitParts;
  readonly #costs: Record<Environment, FairShare>;

  constructor(parts: CostLimitParts) {
    this.#parts = parts;
    // As long as the cap is not reached, an organisation may run one search that costs at most the cap divided by the
    // number of slots.
    const costs = () => new FairShare(parts.cap, { least: parts.cap / parts.slots.most });
    this.#costs = Object.fromEntries(ENVIRONMENTS.map(name => [name, costs()])) as never;
  }

  inWork(environment: Environment): number {
    return this.#costs[environment].total;
  }

  /** Returns a function that releases the cost, or throws SERVICE_UNAVAILABLE. */
  enter(owner: RequestOwner, wanted: number): () => void {
    const { organisationId, environment } = owner;
    const cost = Math.min(wanted, this.#parts.cap * LARGEST_SHARE);
    const costs = this.#costs[environment];
    const reason = this.#check(cost, owner) ?? costs.checkTake(organisationId, cost);
    if (reason !== undefined) {
      this.#parts.onShed(reason, environment);
      // Cheaper searches may still be accepted.
      throw shed('cost');
    }
    costs.take(organisationId, cost);
    return () => costs.release(organisationId, cost);
  }

  #check(cost: number, owner: RequestOwner): ShedReason | undefined {
    const { environment } = owner;
    const { cap, slots, alwaysAdmitted, pressure } = this.#parts;
    const inWork = this.inWork(environment);
    const taken = slots.taken(environment);
    // If more than half of the cap would be in use, a search must leave at least as much as it takes.
    if ((inWork + cost) * 2 > cap && cost * 2 > cap - inWork) return 'cost';
    if (taken >= slots.most * CROWDED_SHARE && cost > cap / slots.most) return 'cost';
    if (taken <= alwaysAdmitted && slots.takenBy(owner) * 2 <= alwaysAdmitted) return undefined;
    if (pressure.isLate && cost > WHILE_LATE) return 'late';
    return cost > this.#maxCost() ? 'cost' : undefined;
  }

  /** The highest cost that is accepted at the current wait for a turn. It falls exponentially with the wait. */
  #maxCost(): number {
    const { cap, pressure } = this.#parts;
    const waitMs = pressure.turnWaitMs;
    if (waitMs <= EASY_WAIT_MS) return cap;
    if (waitMs >= LONGEST_WAIT_MS) return 0;
    const largest = cap * LARGEST_SHARE;
    const strain = (waitMs - EASY_WAIT_MS) / (LONGEST_WAIT_MS - EASY_WAIT_MS);
    return largest * (CHEAPEST / largest) ** strain;
  }
}

/** Applies the limit to an operation that declares a cost, after the body is parsed and before any work is done. */
export function limitCost(handler: Handler, limit: Pick<CostLimit, 'enter'>): Handler {
  const { costOf } = handler;
  if (costOf === undefined) return handler;
  return {
    ...handler,
    async run(context, input) {
      const leave = limit.enter(context, costOf(context, input));
      try {
        return await handler.run(context, input);
      } finally {
        leave();
      }
    },
  };
}
