/** The dependencies of the operations in this area. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { BillingPort } from './billing-port.ts';
import type { PeopleSafe } from './bookings/people.ts';
import type { OpenCalls } from './bookings/protocol/open-calls.ts';
import type { Catalogue } from './catalogue.ts';
import type { OfferTokens } from './offers/offer-tokens.ts';
import type { Providers } from './provider.ts';
import type { ProviderCalls } from './providers/call-provider.ts';
import type { OrganisationConnections } from './providers/connections/organisation-connections.ts';
import type { AttemptLog } from './recovery/attempt-log.ts';
import type { RecoveryState } from './recovery/recovery-gate.ts';
import type { AvailabilityCache } from './search/cache/availability-cache.ts';

export interface ExchangeRates {
  /** One unit of `from` in `to` as a decimal string. Undefined if there is no rate between them. */
  find(environment: Environment, from: string, to: string): { rate: string; asOfMs: number } | undefined;
}

export interface OrganisationDefaults {
  nationality: string;
  currency: string;
  language: string;
}

export interface SearchParts {
  catalogue: Catalogue;
  providers: Providers;
  /** Changes that partners made to their providers. */
  connections: Pick<OrganisationConnections, 'find'>;
  calls: ProviderCalls;
  /** Cached responses of providers. Undefined if caching is off. */
  cache?: AvailabilityCache | undefined;
  rates: ExchangeRates;
  tokens: OfferTokens;
  /** Defaults for fields that a request omits. */
  defaultsOf(organisationId: string): Promise<OrganisationDefaults>;
  /** Signs list cursors. */
  cursorKey: Buffer;
  clock: Clock;
  log: Log;
}

export interface BookingParts extends SearchParts {
  safe: PeopleSafe;
  /** Undefined if nothing is billed. */
  billing: BillingPort | undefined;
  recovery: RecoveryState;
  attemptLog?: AttemptLog | undefined;
  openCalls: OpenCalls;
  /** Key of the request fingerprints, which cover personal data. */
  fingerprintKey: Buffer;
}
