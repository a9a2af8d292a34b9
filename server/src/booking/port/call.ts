import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';

export type ProviderOperation = ProviderExchange['operation'];

/** A recorded request with its response, already stripped of credentials, card data and personal data. */
export type Exchange = Pick<ProviderExchange, 'request' | 'response'>;

/** The client on whose behalf a call is made. Some suppliers require it for their fraud checks. */
export interface CallClient {
  /** Address from which the partner's request came, as the gateway saw it. */
  ip: string;
}

export interface Call {
  /** Starts at 1. */
  attempt: number;
  /** Time on `clock.monotonicMs` at which the call must have ended. */
  deadlineMs: number;
  /** Aborted at the deadline. A read is also aborted when its caller no longer waits for it. */
  signal: AbortSignal;
  /** The scenario forced on a test supplier. Always undefined for a live supplier. */
  scenario: ScenarioName | undefined;
  /** Omitted if no client is known, for example in calls that a job makes. */
  client?: CallClient | undefined;
  /** Records an exchange for the audit. Call it once for each message sent. */
  record(exchange: Exchange): void;
}
