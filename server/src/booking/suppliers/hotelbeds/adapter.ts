import type { AccountSettings } from '@serai/contract/account/supplier-accounts.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { CallLimits, Supplier } from '../../port/supplier.ts';
import { HotelbedsBookings } from './bookings.ts';
import { HotelbedsCancellations } from './cancellations.ts';
import { HotelbedsClient, type HotelbedsCredentials, type HotelbedsUsage } from './client.ts';
import { sampleHotels } from './content.ts';
import { codesOf } from './mapping.ts';
import { HotelbedsRates } from './rates.ts';

export interface HotelbedsOptions {
  kind: 'TEST' | 'LIVE';
  credentials: HotelbedsCredentials;
  settings: AccountSettings<'hotelbeds'>;
  clock: Clock;
  log: Log;
  client: Pick<OutboundClient, 'send'>;
  onUsage?: ((usage: HotelbedsUsage) => void) | undefined;
}

/** Slightly above Hotelbeds' own limits of 5, 15 and 60 seconds. */
const LIMITS: CallLimits = { search: 6_000, quote: 16_000, book: 65_000, lookup: 65_000, cancel: 65_000 };
/** Hotelbeds may take a minute to book, and a booking may become visible later than that. */
const SETTLE_MS = 5 * 60_000;

/** Throws if a live account has a `baseUrl`, or if the path version is invalid. */
export function createHotelbedsSupplier(options: HotelbedsOptions): Supplier {
  const { kind, clock, settings } = options;
  const client = new HotelbedsClient({ ...options, ...settings, pathVersion: settings.pathVersion ?? '1.0' });
  const rates = new HotelbedsRates({ kind, clock, client });
  const bookings = new HotelbedsBookings({ ...options, client });
  const cancellations = new HotelbedsCancellations({ kind, clock, client, bookings });
  return {
    kind,
    capabilities: { referenceIsUnique: false },
    limits: {
      ...LIMITS,
      ...(settings.perMinute !== undefined && { perMinute: settings.perMinute }),
      ...(settings.perDay !== undefined && { perDay: settings.perDay }),
    },
    settlement: { settleMs: SETTLE_MS, speedUp: 1 },
    searching: {
      batchSize: settings.hotelsPerSearch ?? 200,
      maxConcurrentCalls: 4,
      byLanguage: true,
      isShared: true,
      mayCache: () => true,
    },
    needsMapping: true,
    repeatsReads: true,
    search: (call, request) => rates.search(call, request),
    quote: (call, request) => rates.quote(call, request),
    // A rate check holds no rooms.
    release: async () => ({ kind: 'OK', value: null }),
    book: (call, request) => bookings.book(call, request),
    lookup: (call, known) => bookings.lookup(call, known),
    sweep: (call, fromMs, toMs) => bookings.sweep(call, fromMs, toMs),
    cancel: (call, known) => cancellations.cancel(call, known),
    cancelQuote: (call, known) => cancellations.quote(call, known),
    probe: call => bookings.probe(call),
    sampleHotels: call => sampleHotels(client, call),
    sells: async hotel => codesOf(hotel).length > 0,
  };
}
