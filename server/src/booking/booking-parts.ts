/** What the operations of the area work with. */
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { PeopleSafe } from './bookings/people.ts';
import type { Catalogue } from './catalogue.ts';
import type { ExchangeRates } from './exchange-rates.ts';
import type { OfferTokens } from './offers/offer-tokens.ts';
import type { Providers } from './provider.ts';
import type { ProviderCalls } from './providers/call-provider.ts';
import type { OrganisationConnections } from './providers/connections/organisation-connections.ts';
import type { AttemptLog } from './recovery/attempts/attempt-log.ts';
import type { RecoveryState } from './recovery/recovery-gate.ts';
import type { OpenCalls } from './requests/open-calls.ts';
import type { AvailabilityCache } from './search/cache/availability-cache.ts';

export interface OrganisationDefaults {
  nationality: string;
  currency: string;
  language: string;
}

export interface SearchParts {
  catalogue: Catalogue;
  providers: Providers;
  /** What organisations changed about them. */
  connections: Pick<OrganisationConnections, 'find'>;
  calls: ProviderCalls;
  /** Answers of providers, for searches to come; absent where none are kept. */
  cache?: AvailabilityCache | undefined;
  rates: ExchangeRates;
  tokens: OfferTokens;
  /** What a request takes that does not say. */
  defaultsOf(organisationId: string): Promise<OrganisationDefaults>;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  clock: Clock;
  log: Log;
}

export interface BookingParts extends SearchParts {
  safe: PeopleSafe;
  recovery: RecoveryState;
  attemptLog?: AttemptLog | undefined;
  openCalls: OpenCalls;
  /** Of requests, which name people. */
  fingerprintKey: Buffer;
}
