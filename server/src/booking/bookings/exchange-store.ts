/**
 * Exchanges with a booking's provider, encrypted with the key of the booking. Their content never changes. They are
 * deleted on erasure and after the retention period.
 */
import { MAX_EXCHANGES_SHOWN, type ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Database } from '../../platform/database/connect.ts';
import { takeTurn } from '../../platform/take-turn.ts';
import type { Booking } from './booking.ts';
import type { PeopleSafe } from './people.ts';

const PAGE = 200;

/** The transaction must hold the lock on the booking. Nothing is stored once the personal data has been erased. */
export async function insertExchanges(
  tx: Database,
  safe: PeopleSafe,
  booking: Booking,
  exchanges: readonly ProviderExchange[],
): Promise<void> {
  const sealed = exchanges.flatMap(exchange => safe.sealExchange(booking, exchange) ?? []);
  if (sealed.length === 0) return;
  await tx`
    INSERT INTO booking_exchange (booking_id, number, at, sealed, check_out)
    SELECT ${booking.booking_id}, place +
        (SELECT coalesce(max(number), 0) FROM booking_exchange WHERE booking_id = ${booking.booking_id}),
      serai_now(), one, ${booking.check_out}::date
    FROM unnest(${sealed}::bytea[]) WITH ORDINALITY AS exchange (one, place)`;
}

/** The booking call is among the first exchanges. It is shown even if many lookups follow it. */
const FIRST_SHOWN = 5;

/** The first and the most recent exchanges, oldest first. */
export async function listExchanges(
  db: Database,
  safe: PeopleSafe,
  booking: Booking,
): Promise<ProviderExchange[]> {
  const rows = await db<{ sealed: Buffer }[]>`
    SELECT sealed FROM (
      (SELECT number, sealed FROM booking_exchange WHERE booking_id = ${booking.booking_id}
       ORDER BY number LIMIT ${FIRST_SHOWN})
      UNION
      (SELECT number, sealed FROM booking_exchange WHERE booking_id = ${booking.booking_id}
       ORDER BY number DESC LIMIT ${MAX_EXCHANGES_SHOWN - FIRST_SHOWN})
    ) AS exchange ORDER BY number`;
  return rows.flatMap(({ sealed }) => safe.openExchange(booking, sealed) ?? []);
}

export interface AllExchanges {
  /** Oldest first. */
  exchanges: ProviderExchange[];
  lookupsOmitted: number;
}

/** All exchanges, except that only the most recent lookups are included. A booking on request may have thousands. */
export async function listAllExchanges(
  db: Database,
  safe: PeopleSafe,
  booking: Booking,
): Promise<AllExchanges> {
  const newestFirst: ProviderExchange[] = [];
  let lookups = 0;
  for (let before = 2 ** 31 - 1; ; ) {
    // The operation is encrypted, so every exchange is read.
    const rows = await db<{ number: number; sealed: Buffer }[]>`
      SELECT number, sealed FROM booking_exchange
      WHERE booking_id = ${booking.booking_id} AND number < ${before} ORDER BY number DESC LIMIT ${PAGE}`;
    for (const { sealed } of rows) {
      const exchange = safe.openExchange(booking, sealed);
      if (exchange === undefined) continue;
      if (exchange.operation === 'lookup') lookups += 1;
      if (exchange.operation !== 'lookup' || lookups <= MAX_EXCHANGES_SHOWN) newestFirst.push(exchange);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    before = last.number;
    await takeTurn();
  }
  return {
    exchanges: newestFirst.reverse(),
    lookupsOmitted: Math.max(0, lookups - MAX_EXCHANGES_SHOWN),
  };
}
