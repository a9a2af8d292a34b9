/** One configured source of rooms: an account at a supplier, own inventory, or a test provider. */
import type { Supplier } from './port/supplier.ts';

export interface Provider {
  /** As partners see it in `providers[].code`. At most 32 characters. */
  code: string;
  supplier: Supplier;
  /** Of an organisation at the supplier; absent where all use that of the service. Answers to one account are not shown to another. */
  account?: string;
  /** Breaks ties between equal prices; the lowest wins. */
  preference: number;
  /** How long its answer to a search or a quote is waited for, where that is less than its own limit. */
  timeoutMs?: number;
}

/** Whose providers may be called: test mode reaches test providers only, anything else live ones only. */
export interface Providers {
  /** By preference. */
  list(testMode: boolean): readonly Provider[];
  /** Undefined where there is none of that code, or it is of the other kind. */
  find(code: string, testMode: boolean): Provider | undefined;
}

/** Test and live are accounts of their own, as is that of an organisation. Preference and patience change nothing about it. */
export function accountKey({ code, account, supplier }: Provider): string {
  return `${supplier.kind} ${code}${account === undefined ? '' : ` ${account}`}`;
}
