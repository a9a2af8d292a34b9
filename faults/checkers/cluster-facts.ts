/**
 * The facts for checking a run with real processes: those that the simulation collects, own inventory and
 * webhooks.
 */

import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { referenceOf } from '../../server/src/booking/bookings/booking.ts';
import { peopleSafe } from '../../server/src/booking/bookings/people.ts';
import { HOTEL_ACTS_AFTER_MS } from '../../server/src/booking/suppliers/test/current-reservation.ts';
import { TEST_PROVIDER_CODES } from '../../server/src/booking/suppliers/test/sale/provider-range.ts';
import type { Database } from '../../server/src/platform/database/connect.ts';
import type {
  InventoryBookingRow,
  TestReservationRow,
} from '../../server/src/platform/database/generated/tables.ts';
import type { JudgedSupplier, RunFacts } from '../../server/test/simulation/checkers/run-facts.ts';
import { Ledger, type LedgerEntry, NEVER_MS } from '../../server/test/simulation/suppliers/ledger.ts';
import { type Cell, readStoredFacts, type StoredFacts } from './facts-store.ts';

export interface ClusterFacts extends RunFacts {
  cells: readonly Cell[];
  endpoints: StoredFacts['endpoints'];
  deliveries: StoredFacts['deliveries'];
  /** Received event ids by endpoint, or undefined if the run had no receiver. */
  received: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** What clients and webhook receivers observed. This data is not in the database. */
export type Heard = Pick<ClusterFacts, 'answers' | 'feeds' | 'received'>;

/** Additional facts of a run whose suppliers are outside the database. */
export interface OutsideFacts {
  suppliers: readonly JudgedSupplier[];
  /** Converts a time on the clock of a node to the clock of the database, which a run may have advanced. */
  databaseMsOf(nodeMs: number): number;
}

export async function clusterFacts(
  owner: Database,
  masterKey: Buffer,
  heard: Heard,
  outside?: OutsideFacts,
): Promise<ClusterFacts> {
  const stored = await readStoredFacts(owner);
  return {
    ...stored,
    ...heard,
    nowMs: stored.now.getTime(),
    suppliers: judgedSuppliers(stored, masterKey, outside),
    // All sandbox requests make test bookings, and no production request does.
    wantedTestMode: new Map(
      heard.answers.flatMap(({ environment, body: { clientReference } }) =>
        typeof clientReference === 'string' ? [[clientReference, environment === 'sandbox'] as const] : [],
      ),
    ),
  };
}

function judgedSuppliers(stored: StoredFacts, masterKey: Buffer, outside?: OutsideFacts): JudgedSupplier[] {
  const test = TEST_PROVIDER_CODES.map(code =>
    supplier(
      { code, kind: 'TEST', settleMs: 60_000 },
      stored.reservations.filter(({ provider }) => provider === code).map(entryOfTest),
    ),
  );
  const own = (environment: string, kind: 'TEST' | 'LIVE') =>
    supplier(
      { code: 'own', kind, settleMs: 30_000 },
      stored.ownBookings.filter(row => row.environment === environment).map(entryOfOwn),
    );
  const suppliers = [
    ...test,
    own('sandbox', 'TEST'),
    own('production', 'LIVE'),
    ...(outside?.suppliers ?? []),
  ];
  addSent(suppliers, stored, masterKey, outside?.databaseMsOf ?? (ms => ms));
  return suppliers;
}

function supplier(
  { code, kind, settleMs }: { code: string; kind: 'TEST' | 'LIVE'; settleMs: number },
  entries: LedgerEntry[],
): JudgedSupplier {
  const ledger = new Ledger();
  ledger.entries.push(...entries);
  const settlement = { settleMs, speedUp: 30 };
  return { traits: { code, kind, settlement, freeUntilMs: NEVER_MS }, ledger };
}

/** Messages are missing if their process was killed before it recorded them. */
function addSent(
  suppliers: readonly JudgedSupplier[],
  stored: StoredFacts,
  masterKey: Buffer,
  databaseMsOf: OutsideFacts['databaseMsOf'],
): void {
  const safe = peopleSafe(masterKey);
  const bookings = new Map(stored.bookings.map(booking => [booking.booking_id, booking]));
  for (const { booking_id, sealed } of stored.exchanges) {
    const booking = bookings.get(booking_id);
    const exchange = booking && safe.openExchange(booking, sealed);
    if (booking === undefined || exchange === undefined) continue;
    const kind = booking.test_mode ? 'TEST' : 'LIVE';
    const at = suppliers.find(({ traits }) => traits.code === exchange.provider && traits.kind === kind);
    at?.ledger.sent.push(sentOf(exchange, referenceOf(booking_id), databaseMsOf));
  }
}

function sentOf(
  { operation, startedAt, durationMs, outcome, provider }: ProviderExchange,
  about: string,
  databaseMsOf: OutsideFacts['databaseMsOf'],
) {
  const sentMs = databaseMsOf(Date.parse(startedAt));
  return { operation, about, sentMs, by: provider, heard: { kind: outcome, atMs: sentMs + durationMs } };
}

function entryOfTest(row: TestReservationRow): LedgerEntry {
  const createdMs = row.created_at.getTime();
  const actsMs = createdMs + HOTEL_ACTS_AFTER_MS;
  const wasOnRequest = row.state === 'ON_REQUEST';
  const isRefused = row.scenario === 'book.on_request_reject';
  return {
    ...commonOf(row),
    createdMs,
    visibleFromMs: createdMs,
    wasOnRequest,
    hotelConfirmsMs: wasOnRequest && !isRefused ? actsMs : NEVER_MS,
    hotelDeclinesMs: wasOnRequest && isRefused ? actsMs : NEVER_MS,
    hotelCancelsMs: row.scenario === 'book.cancelled_by_hotel' ? actsMs : NEVER_MS,
    cancelled: cancelledOf(row.cancelled_at, 0),
  };
}

function entryOfOwn(row: InventoryBookingRow): LedgerEntry {
  const createdMs = row.created_at.getTime();
  return {
    ...commonOf(row),
    createdMs,
    visibleFromMs: createdMs,
    wasOnRequest: false,
    hotelConfirmsMs: NEVER_MS,
    hotelDeclinesMs: NEVER_MS,
    hotelCancelsMs: NEVER_MS,
    cancelled: cancelledOf(row.cancelled_at, row.penalty_minor ?? 0),
  };
}

function commonOf(row: TestReservationRow | InventoryBookingRow) {
  return {
    reference: row.reference,
    supplierRef: row.supplier_ref,
    hotelId: row.hotel_id,
    checkIn: row.check_in,
    checkOut: row.check_out,
    currency: row.currency,
    netMinor: row.net_minor,
    hotelRef: { text: '', fromMs: NEVER_MS },
  };
}

function cancelledOf(at: Date | null, penaltyMinor: number): LedgerEntry['cancelled'] {
  if (at === null) return undefined;
  const atMs = at.getTime();
  return { atMs, visibleFromMs: atMs, penaltyMinor, sentMs: atMs };
}
