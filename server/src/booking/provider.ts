/** A configured source of rooms: an account with a supplier, own inventory, or a test provider. */
import type { Supplier } from './port/supplier.ts';

export interface Provider {
  /** Shown to partners in `providers[].code`. At most 32 characters. */
  code: string;
  supplier: Supplier;
  /** A partner's own account with the supplier. If omitted, the operator's account is used. Responses are never shared between accounts. */
  account?: string;
  /** Breaks ties between equal prices. The lowest value wins. */
  preference: number;
  /** Time limit for searches and quotes, if it is shorter than the supplier's own limit. */
  timeoutMs?: number;
}

/** The providers that may be called: only test providers in test mode, only live providers otherwise. */
export interface Providers {
  /** Sorted by preference. */
  list(testMode: boolean): readonly Provider[];
  /** Returns undefined if the code is unknown or belongs to the other mode. */
  find(code: string, testMode: boolean): Provider | undefined;
}

/** Identifies an account. Test, live and partner accounts are distinct. Preference and timeout are ignored. */
export function accountKey({ code, account, supplier }: Provider): string {
  return `${supplier.kind} ${code}${account === undefined ? '' : ` ${account}`}`;
}
