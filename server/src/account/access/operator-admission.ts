/**
 * Limits concurrent requests to the operator API. Unauthenticated clients and authenticated callers never compete for
 * slots, so a flood of sign-ins cannot lock out a session or the operator token. Requests of partner users run a few at a
 * time, so that the users of one partner cannot occupy all database connections.
 */
import { tryReference } from '@serai/contract/account/reference.ts';
import { trySandbox } from '@serai/contract/account/sandbox.ts';
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import { Bulkhead } from '../../platform/admission/bulkhead.ts';
import { FairShare } from '../../platform/admission/fair-share.ts';
import { shed } from '../../platform/admission/shed.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { addressGroup } from '../../platform/http/address-list.ts';
import type { BodyHolder } from '../../platform/http/body-reads.ts';
import { NOBODY } from './access-checks.ts';
import type { Caller, Identify } from './identify.ts';

/** Far more than people need: a page sends about a dozen concurrent requests. */
const MAX_REQUESTS = 300;
/**
 * Limits for the users of one partner. All partners together can run half as many again (see `Bulkhead`), which is fewer
 * than the default number of database connections.
 */
const PARTNER_LIMITS = { calls: 6, waiting: 100, waitMs: 10_000 };

export class OperatorAdmission {
  readonly #identifying = new FairShare(MAX_REQUESTS);
  readonly #working = { visitors: new FairShare(MAX_REQUESTS), operators: new FairShare(MAX_REQUESTS) };
  readonly #partners: Bulkhead;

  constructor(clock: Clock = systemClock) {
    this.#partners = new Bulkhead(clock, PARTNER_LIMITS);
  }

  identify(identify: Identify, address: string | undefined): Identify {
    return credentials => within(this.#identifying, addressGroup(address), () => identify(credentials));
  }

  /**
   * Runs an operation in a slot. Call this after the request body has been read. Throws SERVICE_UNAVAILABLE if no slot
   * is free, or if a partner user waits too long for a turn.
   */
  run<T>({ pool, name, partnerId }: OperatorHolder, work: () => Promise<T>): Promise<T> {
    return within(this.#working[pool], name, () =>
      partnerId === undefined ? work() : this.#inTurn(partnerId, work),
    );
  }

  async #inTurn<T>(partnerId: string, work: () => Promise<T>): Promise<T> {
    if (!(await this.#partners.enter(partnerId, PARTNER_LIMITS.waitMs))) throw shed('share');
    try {
      return await work();
    } finally {
      this.#partners.leave(partnerId);
    }
  }
}

async function within<T>(slots: FairShare, name: string, work: () => Promise<T>): Promise<T> {
  const reason = slots.tryTake(name);
  if (reason !== undefined) throw shed(reason);
  try {
    return await work();
  } finally {
    slots.release(name);
  }
}

export interface OperatorHolder extends BodyHolder {
  pool: 'operators' | 'visitors';
  /** Set for partner users, whose requests wait for a turn. */
  partnerId?: string | undefined;
}

/**
 * Operations that mostly wait for a provider and therefore need no turn. The rate limits of an API key restrict them
 * instead.
 */
const REMOTE = new Set<string>([tryReference.name, trySandbox.name]);

/**
 * Signed-in people and the operator token share one pool. The users of a partner count as one holder, because the partner
 * decides how many there are. Unauthenticated clients share another pool, divided by address or IPv6 network.
 */
export function holderOf(
  caller: Caller,
  address: string | undefined,
  { name: operation }: Pick<OperatorOperation, 'name'>,
): OperatorHolder {
  if (caller === NOBODY) return { pool: 'visitors', name: addressGroup(address) };
  if (caller.staff) return { pool: 'operators', name: caller.actor };
  const { organisationId } = caller;
  const partnerId = REMOTE.has(operation) ? undefined : organisationId;
  return { pool: 'operators', name: organisationId, partnerId };
}
