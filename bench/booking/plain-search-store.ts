/**
 * Finds the same offers as own inventory with one plain query and a loop over its rows. It omits features that
 * the generated properties do not use: derived plans, children, charges, and days closed to departure. Boards and
 * policies are constants.
 */
import type { SuppliedOffer } from '../../server/src/booking/port/supplied-offer.ts';
import type { SearchResult, Stay } from '../../server/src/booking/port/supplier.ts';
import type { Database } from '../../server/src/platform/database/connect.ts';
import { addDays } from '../../server/src/platform/time/civil-date.ts';
import { ENVIRONMENT } from './inventory-store.ts';

interface OfferRow {
  hotelId: string;
  planCode: string;
  roomCode: string;
  nightly: number[];
  free: number;
}

export async function plainSearch(
  db: Database,
  hotelIds: readonly string[],
  { checkIn, checkOut }: Stay,
): Promise<SearchResult> {
  const rows = await db<OfferRow[]>`
    SELECT rate.hotel_id AS "hotelId", plan_code AS "planCode", room_code AS "roomCode",
      array_agg(amount::int ORDER BY night) AS nightly, min(total - sold - held) AS free
    FROM inventory_rate AS rate JOIN inventory_allotment USING (environment, hotel_id, night, room_code)
    WHERE environment = ${ENVIRONMENT} AND hotel_id = ANY (${hotelIds}::text[])
      AND night >= ${checkIn}::date AND night < ${checkOut}::date
    GROUP BY rate.hotel_id, plan_code, room_code
    HAVING count(amount) = ${checkOut}::date - ${checkIn}::date AND min(total - sold - held) > 0
      AND NOT coalesce(bool_or(stop_sell), false)
      AND NOT coalesce(bool_or(closed_to_arrival) FILTER (WHERE night = ${checkIn}::date), false)
      AND coalesce(max(min_stay_through), 0) <= count(*)
      AND coalesce(max(min_stay_arrival) FILTER (WHERE night = ${checkIn}::date), 0) <= count(*)
      AND coalesce(min(max_stay) FILTER (WHERE night = ${checkIn}::date), 99) >= count(*)
    ORDER BY rate.hotel_id, plan_code, room_code`;
  const hotels: { hotelId: string; offers: SuppliedOffer[] }[] = [];
  const freeUntil = `${addDays(checkIn, -2)}T18:00`;
  for (const row of rows) {
    let hotel = hotels.at(-1);
    if (hotel?.hotelId !== row.hotelId) {
      hotel = { hotelId: row.hotelId, offers: [] };
      hotels.push(hotel);
    }
    hotel.offers.push(offerOf(row, freeUntil));
  }
  return { hotels, unavailable: [] };
}

function offerOf({ planCode, roomCode, nightly, free }: OfferRow, freeUntil: string): SuppliedOffer {
  const netMinor = nightly.reduce((sum, amount) => sum + amount, 0);
  const isRefundable = planCode !== 'P3';
  const [from, penaltyMinor] = isRefundable
    ? ([{ kind: 'LOCAL', at: freeUntil }, nightly[0] ?? 0] as const)
    : ([{ kind: 'ALWAYS' }, netMinor] as const);
  return {
    rateKey: `${planCode}~${roomCode}`,
    ratePlan: planCode,
    board: planCode === 'P2' ? 'BB' : 'RO',
    payment: 'MERCHANT',
    currency: 'EUR',
    rooms: [{ roomCode, allotment: free, nightlyMinor: nightly, stayCharges: [] }],
    sellingMinor: null,
    charges: [],
    policy: { kind: 'KNOWN', penalties: [{ from, penaltyMinor }], noShowMinor: netMinor },
    promotions: [],
  };
}
