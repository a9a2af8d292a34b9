/** Own inventory as a supplier: rooms are sold from our own tables through the same port as everyone else's. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Supplier } from '../../port/supplier.ts';
import { bookStay } from './book-stay.ts';
import { cancelStay } from './cancel-stay.ts';
import { bookingQuestion, bookQuestion, quoteQuestion, searchQuestion } from './exchange-record.ts';
import { lookUpBooking, sweepBookings } from './find-bookings.ts';
import { InventoryMemory } from './memory/inventory-memory.ts';
import type { OwnPlace } from './own-place.ts';
import { quoteStay, releaseHold } from './quote-stay.ts';
import { searchStay } from './search-stay.ts';
import { readVersions } from './stores/read-store.ts';
import { withinCalls } from './within-calls.ts';

export interface OwnInventoryOptions {
  db: Database;
  clock: Clock;
  /** Whose catalogue and rooms. */
  environment: Environment;
  /** TEST for the sandbox, LIVE for production. */
  kind: Supplier['kind'];
  /** Most properties, and most blocks of sixteen nights, in the cache. */
  cacheEntries?: number | undefined;
}

export function createOwnInventory(options: OwnInventoryOptions): Supplier {
  const { db, clock, environment, kind, cacheEntries } = options;
  const memory = new InventoryMemory(db, environment, cacheEntries);
  const place: OwnPlace = { db, clock, environment, memory };
  const { read, effect } = withinCalls(clock);
  return {
    // Nothing of it is kept: a search is exact by version, and reads the tables less than a shared cache would be read.
    kind,
    // Closures and allotments can then be rehearsed in the sandbox.
    ...(kind === 'TEST' && { sellsAlone: true }),
    limits: { search: 5_000, quote: 10_000, book: 15_000, lookup: 5_000, cancel: 15_000 },
    // A commit of ours is seen at once; no statement outlives its own limit of ten seconds.
    settlement: { settleMs: 30_000, speedUp: 30 },
    search: (call, request) => read(call, searchQuestion(request), () => searchStay(place, request)),
    quote: (call, request) =>
      read(call, quoteQuestion(request), () => quoteStay(place, request, call.signal)),
    release: (call, quoteId) => read(call, { quoteId }, () => releaseHold(place, quoteId)),
    book: (call, request) => effect(call, bookQuestion(request), () => bookStay(place, request)),
    lookup: (call, booking) => read(call, bookingQuestion(booking), () => lookUpBooking(place, booking)),
    sweep: (call, fromMs, toMs) => read(call, { fromMs, toMs }, () => sweepBookings(place, fromMs, toMs)),
    cancel: (call, booking) => effect(call, bookingQuestion(booking), () => cancelStay(place, booking)),
    probe: call =>
      read(call, {}, async () => {
        await readVersions(db, environment, []);
        return { kind: 'OK', value: null };
      }),
    sells: async ({ hotelId }) => (await readVersions(db, environment, [hotelId])).length > 0,
  };
}
