/**
 * Admits searches by their cost: hotels × rooms × nights × providers. The cost in work is bounded in each environment and
 * shared between its organisations (see fair-share.ts). The harder pressed the process is, the cheaper a search must be.
 */
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { RequestOwner } from './admission.ts';
import { FairShare } from './fair-share.ts';
import type { Pressure } from './pressure.ts';
import { type ShedReason, shed } from './shed.ts';

interface CostLimitParts {
  /** In work at once, in each environment. */
  cap: number;
  /** The slots of the class that the searches belong to, in each environment. */
  slots: { taken(environment: Environment): number; most: number };
  pressure: Pick<Pressure, 'isLate' | 'turnWaitMs'>;
  onShed(reason: ShedReason, environment: Environment): void;
}

/** One request counts as this share of the cap at most, so that the largest can be served as long as there is room. */
const LARGEST_SHARE = 1 / 4;
/** From here on the last slots of the class are for searches that cost no more than a slot's share. */
const CROWDED_SHARE = 3 / 4;
/** Up to this wait for a turn everything goes; from the other on, nothing. */
const EASY_WAIT_MS = 250;
const LONGEST_WAIT_MS = 1_000;
/** What goes right before nothing does. */
const CHEAPEST = 10;
/** What goes while the event loop is late: some ten hotels for a night. */
const WHILE_LATE = 50;

export class CostLimit {
  readonly #parts: CostLimitParts;
  readonly #costs: Record<Environment, FairShare>;

  constructor(parts: CostLimitParts) {
    this.#parts = parts;
    // An organisation may always have one search of the cost that a slot stands for.
    const costs = () => new FairShare(parts.cap, { least: parts.cap / parts.slots.most });
    this.#costs = Object.fromEntries(ENVIRONMENTS.map(name => [name, costs()])) as never;
  }

  inWork(environment: Environment): number {
    return this.#costs[environment].total;
  }

  /** Returns how to leave, or throws SERVICE_UNAVAILABLE. */
  enter({ organisationId, environment }: RequestOwner, wanted: number): () => void {
    const cost = Math.min(wanted, this.#parts.cap * LARGEST_SHARE);
    const costs = this.#costs[environment];
    const reason = this.#whyNot(cost, environment) ?? costs.whyNot(organisationId, cost);
    if (reason !== undefined) {
      this.#parts.onShed(reason, environment);
      // Cheaper ones may still go.
      throw shed('cost');
    }
    costs.take(organisationId, cost);
    return () => costs.give(organisationId, cost);
  }

  #whyNot(cost: number, environment: Environment): ShedReason | undefined {
    const { cap, slots, pressure } = this.#parts;
    const inWork = this.inWork(environment);
    // Nearly full: what is left is for those that leave room for others.
    if ((inWork + cost) * 2 > cap && cost * 2 > cap - inWork) return 'cost';
    if (slots.taken(environment) >= slots.most * CROWDED_SHARE && cost > cap / slots.most) return 'cost';
    if (pressure.isLate && cost > WHILE_LATE) return 'late';
    return cost > this.#dearest() ? 'cost' : undefined;
  }

  /** What may be asked at the present wait for a turn: from everything to nothing by equal factors for equal times. */
  #dearest(): number {
    const { cap, pressure } = this.#parts;
    const waitMs = pressure.turnWaitMs;
    if (waitMs <= EASY_WAIT_MS) return cap;
    if (waitMs >= LONGEST_WAIT_MS) return 0;
    const largest = cap * LARGEST_SHARE;
    const strain = (waitMs - EASY_WAIT_MS) / (LONGEST_WAIT_MS - EASY_WAIT_MS);
    return largest * (CHEAPEST / largest) ** strain;
  }
}
