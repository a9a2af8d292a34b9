/** Own inventory as a supplier: sells rooms from our own tables through the same port as every other supplier. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Supplier } from '../../port/supplier.ts';
import { auditedCalls, bookingRecord, bookRecord, quoteRecord, searchRecord } from './audited-calls.ts';
import { bookStay } from './book-stay.ts';
import { cancelStay, lookUpBooking, quoteCancel, sweepBookings } from './bookings.ts';
import { InventoryCache } from './cache/inventory-cache.ts';
import { quoteStay, releaseHold } from './quote-stay.ts';
import { type InventoryContext, searchStay } from './search-stay.ts';
import { readVersions } from './stores/read-store.ts';

export interface OwnInventoryOptions {
  db: Database;
  clock: Clock;
  environment: Environment;
  /** TEST for the sandbox, LIVE for production. */
  kind: Supplier['kind'];
  /** Maximum number of properties, and of blocks of sixteen nights, in the cache. */
  cacheEntries?: number | undefined;
}

export function createOwnInventory(options: OwnInventoryOptions): Supplier {
  const { db, clock, environment, kind, cacheEntries } = options;
  const cache = new InventoryCache(db, environment, cacheEntries);
  const context: InventoryContext = { db, clock, environment, cache };
  const { read, effect } = auditedCalls(clock);
  // `searching` is omitted, so results do not enter the availability cache. The inventory cache checks versions, so it
  // is never stale, and it is cheaper than a shared cache.
  return {
    kind,
    // Otherwise, test providers would still sell a hotel that own inventory has closed.
    ...(kind === 'TEST' && { sellsAlone: true }),
    capabilities: { referenceIsUnique: true },
    limits: { search: 5_000, quote: 10_000, book: 15_000, lookup: 5_000, cancel: 15_000 },
    // Our own commits are visible immediately, and every statement is limited to ten seconds.
    settlement: { settleMs: 30_000, speedUp: 30 },
    search: (call, request) => read(call, searchRecord(request), () => searchStay(context, request)),
    quote: (call, request) =>
      read(call, quoteRecord(request), () => quoteStay(context, request, call.signal)),
    release: (call, quoteId) => read(call, { quoteId }, () => releaseHold(context, quoteId)),
    book: (call, request) => effect(call, bookRecord(request), () => bookStay(context, request)),
    lookup: (call, booking) => read(call, bookingRecord(booking), () => lookUpBooking(context, booking)),
    sweep: (call, fromMs, toMs) => read(call, { fromMs, toMs }, () => sweepBookings(context, fromMs, toMs)),
    cancelQuote: (call, booking) => read(call, bookingRecord(booking), () => quoteCancel(context, booking)),
    cancel: (call, booking) => effect(call, bookingRecord(booking), () => cancelStay(context, booking)),
    probe: call =>
      read(call, {}, async () => {
        await readVersions(db, environment, []);
        return { kind: 'OK', value: null };
      }),
    sells: async ({ hotelId }) => (await readVersions(db, environment, [hotelId])).length > 0,
  };
}
