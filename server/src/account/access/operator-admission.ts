/**
 * Limits concurrent requests to the operator API. Unauthenticated clients and authenticated callers never compete for
 * slots, so a flood of sign-ins cannot lock out a session or the operator token.
 */
import { FairShare } from '../../platform/admission/fair-share.ts';
import { shed } from '../../platform/admission/shed.ts';
import { addressGroup } from '../../platform/http/address-list.ts';
import type { BodyHolder } from '../../platform/http/body-reads.ts';
import { NOBODY } from './access-checks.ts';
import type { Caller, Identify } from './identify.ts';

/** Far more than people need: a page sends about a dozen concurrent requests. */
const MAX_REQUESTS = 300;

export class OperatorAdmission {
  readonly #identifying = new FairShare(MAX_REQUESTS);
  readonly #working = { visitors: new FairShare(MAX_REQUESTS), operators: new FairShare(MAX_REQUESTS) };

  /** Limits concurrent credential lookups per client address. */
  identify(identify: Identify, address: string | undefined): Identify {
    return credentials => within(this.#identifying, addressGroup(address), () => identify(credentials));
  }

  /** Runs an operation after its request body has been read. Throws SERVICE_UNAVAILABLE if no slot is free. */
  run<T>({ pool, name }: OperatorHolder, work: () => Promise<T>): Promise<T> {
    return within(this.#working[pool], name, work);
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

export type OperatorHolder = BodyHolder & { pool: 'operators' | 'visitors' };

/**
 * Signed-in people and the operator token share one pool. Unauthenticated clients share another, divided by address or
 * IPv6 network.
 */
export function holderOf(caller: Caller, address: string | undefined): OperatorHolder {
  return caller === NOBODY
    ? { pool: 'visitors', name: addressGroup(address) }
    : { pool: 'operators', name: caller.actor };
}
