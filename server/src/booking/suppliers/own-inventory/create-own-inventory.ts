/** Own inventory as a supplier: rooms are sold from our own tables through the same port as everyone else's. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Cancelled, NotExecuted } from '../../port/outcomes.ts';
import type { Supplier } from '../../port/supplier.ts';
import { bookStay, certainlyUndone } from './book-stay.ts';
import { cancelStay } from './cancel-stay.ts';
import { lookUpBooking, quoteCancellation, sweepBookings } from './find-bookings.ts';
import { InventoryMemory } from './memory/inventory-memory.ts';
import type { OwnPlace } from './own-place.ts';
import { quoteStay, releaseHold } from './quote-stay.ts';
import { searchStay } from './search-stay.ts';
import { readVersions } from './stores/read-store.ts';

const FAILED = { kind: 'FAILED', cause: 'TIMEOUT' } as const;
const NOT_SENT: NotExecuted = { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };

export interface OwnInventoryOptions {
  db: Database;
  clock: Clock;
  /** Whose catalogue and rooms. */
  environment: Environment;
  /** TEST for the sandbox, LIVE for production. */
  kind: Supplier['kind'];
}

export function createOwnInventory({ db, clock, environment, kind }: OwnInventoryOptions): Supplier {
  const place: OwnPlace = { db, clock, environment, memory: new InventoryMemory(db, environment) };

  const read = async <T>(call: Call, work: () => Promise<T>): Promise<T | typeof FAILED> =>
    isOver(clock, call) ? FAILED : work();

  /** Nothing leaves us, so nothing is recorded for the audit. */
  async function effect<T extends Booked | Cancelled>(
    call: Call,
    work: () => Promise<T>,
  ): Promise<T | NotExecuted> {
    if (isOver(clock, call)) return NOT_SENT;
    try {
      return await work();
    } catch (error) {
      const outcome = certainlyUndone(error);
      if (outcome === undefined) throw error;
      return outcome;
    }
  }

  return {
    kind,
    limits: { search: 5_000, quote: 10_000, book: 15_000, lookup: 5_000, cancel: 15_000 },
    // A commit of ours is seen at once; no statement outlives its own limit of ten seconds.
    settlement: { settleMs: 30_000, speedUp: 30 },
    search: (call, request) => read(call, () => searchStay(place, request)),
    quote: (call, request) => read(call, () => quoteStay(place, request)),
    release: (call, quoteId) => read(call, () => releaseHold(place, quoteId)),
    book: (call, request) => effect(call, () => bookStay(place, request)),
    lookup: (call, booking) => read(call, () => lookUpBooking(place, booking)),
    sweep: (call, fromMs, toMs) => read(call, () => sweepBookings(place, fromMs, toMs)),
    cancelQuote: (call, booking) => read(call, () => quoteCancellation(place, booking)),
    cancel: (call, booking) => effect(call, () => cancelStay(place, booking)),
    probe: call =>
      read(call, async () => {
        await readVersions(db, environment, []);
        return { kind: 'OK', value: null };
      }),
  };
}

function isOver(clock: Clock, call: Call): boolean {
  return call.signal.aborted || clock.monotonicMs() >= call.deadlineMs;
}
