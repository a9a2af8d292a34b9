import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { BillingPort } from './billing-port.ts';
import type { PeopleSafe } from './bookings/people.ts';
import type { OpenCalls } from './bookings/protocol/open-calls.ts';
import type { Catalogue } from './catalogue.ts';
import type { HotelMapping } from './hotel-mapping.ts';
import type { MappingAlarms } from './mapping-alarms.ts';
import type { OfferTokens } from './offers/offer-tokens.ts';
import type { PlausibilityCheck } from './prices/plausibility-check.ts';
import type { PricingPort } from './pricing-port.ts';
import type { Providers } from './provider.ts';
import type { ProviderCalls } from './providers/call-provider.ts';
import type { OrganisationConnections } from './providers/connections/organisation-connections.ts';
import type { AttemptLog } from './recovery/attempt-log.ts';
import type { RecoveryState } from './recovery/recovery-gate.ts';
import type { AvailabilityCache } from './search/cache/availability-cache.ts';
import type { SupplierTokens } from './search/cache/supplier-tokens.ts';

export interface ExchangeRates {
  /** Returns the units of `to` per unit of `from`, as a decimal string, or undefined if there is no exchange rate. */
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
  connections: Pick<OrganisationConnections, 'find'>;
  calls: ProviderCalls;
  /** Undefined if caching is off. */
  cache?: AvailabilityCache | undefined;
  supplierTokens: SupplierTokens;
  mapping: HotelMapping;
  alarms: MappingAlarms;
  plausibilityCheck: PlausibilityCheck;
  rates: ExchangeRates;
  pricing: PricingPort;
  tokens: OfferTokens;
  defaultsOf(organisationId: string): Promise<OrganisationDefaults>;
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
  /** The key for hashes of requests. The hashes cover personal data. */
  fingerprintKey: Buffer;
}
