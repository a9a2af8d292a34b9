/** A booking whose outcome is unknown since some hours, with everything that happened to it. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { expect, vi } from 'vitest';
import type { Booking } from '../../../server/src/booking/bookings/booking.ts';
import { peopleSafe } from '../../../server/src/booking/bookings/people.ts';
import { ensureDaysOf } from '../../../server/src/gateway/records/log-days.ts';
import type { TestDatabase } from '../../../server/test/database.ts';
import { PATIENT } from '../../../server/test/webhooks/receiver.ts';

/** A test provider that never responds ends the connection at once. A real one lets Serai wait. */
const TIMEOUT_MS = 3_000;

/** Waits for the first check at the provider, then moves the booking into the past and asks for a decision. */
export async function needsDecision(
  { db, ownerDb }: TestDatabase,
  bookingId: string,
  hours: number,
): Promise<void> {
  const safe = peopleSafe(Buffer.alloc(32, 7));
  const read = () => ownerDb<{ number: number; sealed: Buffer }[]>`
    SELECT number, sealed FROM booking_exchange WHERE booking_id = ${bookingId} ORDER BY number`;
  await vi.waitFor(async () => expect((await read()).length).toBeGreaterThan(1), PATIENT);
  const ago = `${hours} hours`;
  const [booking] = await ownerDb<Booking[]>`
    UPDATE booking SET needs_attention = true, attention_since = serai_now() - ${ago}::interval,
      created_at = created_at - ${ago}::interval, updated_at = updated_at - ${ago}::interval,
      resolution = jsonb_set(resolution::jsonb, '{sinceMs}',
        to_jsonb((resolution ->> 'sinceMs')::bigint - ${hours}::bigint * 3600000))::json
    WHERE booking_id = ${bookingId} RETURNING *`;
  if (booking === undefined) throw new Error('no booking');
  await ownerDb`UPDATE booking_history SET at = at - ${ago}::interval WHERE booking_id = ${bookingId}`;
  await ownerDb`UPDATE ledger_entry SET at = at - ${ago}::interval WHERE booking_id = ${bookingId}`;
  // Shortly after midnight, the request moves to the day before, whose partition may be missing.
  await ensureDaysOf(db, [Date.now() - hours * 3_600_000]);
  await moveRequest(ownerDb, bookingId, ago);
  for (const { number, sealed } of await read()) {
    const exchange = safe.openExchange(booking, sealed);
    const moved = exchange && safe.sealExchange(booking, backdated(exchange, hours));
    if (moved === undefined) throw new Error('the exchange cannot be opened');
    await ownerDb`
      UPDATE booking_exchange SET sealed = ${moved}, at = at - ${ago}::interval
      WHERE booking_id = ${bookingId} AND number = ${number}`;
  }
}

/** Requests are logged shortly after their response. */
async function moveRequest(ownerDb: TestDatabase['ownerDb'], bookingId: string, ago: string): Promise<void> {
  const move = () => ownerDb`
    UPDATE request_log SET at = at - ${ago}::interval WHERE booking_id = ${bookingId} RETURNING id`;
  await vi.waitFor(async () => expect(await move()).toHaveLength(1), PATIENT);
}

function backdated(exchange: ProviderExchange, hours: number): ProviderExchange {
  const startedAt = new Date(Date.parse(exchange.startedAt) - hours * 3_600_000).toISOString();
  const durationMs =
    exchange.response === null ? Math.max(exchange.durationMs, TIMEOUT_MS) : exchange.durationMs;
  return { ...exchange, startedAt, durationMs };
}
