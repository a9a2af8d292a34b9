/** What a test provider makes of a call: the outcome for the core, and what was said on the wire for the audit. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Wire } from './exchange-message.ts';
import type { TestProviderCode } from './sale/provider-range.ts';

/** Where a call arrives. */
export interface Place {
  code: TestProviderCode;
  db: Database;
  clock: Clock;
}

export interface Said<T> {
  outcome: T;
  wire: Wire;
}

export function say<T>(outcome: T, wire: Wire = { json: outcome }): Said<T> {
  return { outcome, wire };
}

/** The caller hears nothing, and takes it for `outcome`. */
export function silence<T>(outcome: T): Said<T> {
  return { outcome, wire: null };
}
