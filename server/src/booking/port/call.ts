/** What every call to a supplier is given besides its question. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';

export type ProviderOperation = ProviderExchange['operation'];

/** One exchange as the supplier's side saw it, already without credentials, cards and contact data. */
export type Exchange = Pick<ProviderExchange, 'request' | 'response'>;

export interface Call {
  /** From 1. */
  attempt: number;
  /** On `clock.monotonicMs`. Nothing waits longer. */
  deadlineMs: number;
  /** Ends with the deadline, and for reads when nobody waits any more. */
  signal: AbortSignal;
  /** Forced on test suppliers; a live one never sees it. */
  scenario: ScenarioName | undefined;
  /** Keeps an exchange for the audit; called once for each message sent. */
  record(exchange: Exchange): void;
}
