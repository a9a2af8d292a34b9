/** Cancels an itinerary at Rapid. Each room has its own link, which only a lookup returns. */
import type { Call } from '../../port/call.ts';
import type { Cancelled } from '../../port/outcomes.ts';
import type { KnownBooking } from '../../port/supplier.ts';
import { retrieveItinerary, withoutReply } from './bookings.ts';
import { cancelLinks } from './itinerary-mapping.ts';
import { judgeRoomCancel, type RoomCancelled } from './outcomes.ts';
import { testHeader } from './scenarios.ts';
import type { RapidContext } from './search.ts';

const MAX_BYTES = 256 * 1024;
/** A second lookup returns new links. If those are refused too, the cause is not expiry. */
const MAX_LOOKUPS = 2;

/**
 * The outcome is CANCELLED only if all rooms are cancelled. A failure after the first cancelled room is UNKNOWN, and a lookup shows
 * the state of each room. The penalty is not reported, because the meaning of the negative amount in `cancel_refund` is not known.
 */
export async function cancelBooking(
  context: RapidContext,
  call: Call,
  booking: KnownBooking,
  settleMs: number,
): Promise<Cancelled> {
  let cancelledRooms = 0;
  for (let lookup = 1; lookup <= MAX_LOOKUPS; lookup += 1) {
    const found = await retrieveItinerary(context, call, booking);
    if (found.kind === 'ABSENT' && cancelledRooms === 0) {
      // A new itinerary may still be invisible, so the caller can retry later.
      const isNew = context.clock.nowMs() - booking.sentAtMs < settleMs;
      return isNew ? { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' } : { kind: 'REFUSED', reason: 'OTHER' };
    }
    if (found.kind !== 'ITINERARY') return incomplete(cancelledRooms);
    const rooms = cancelLinks(found.itinerary);
    const open = rooms.filter(({ status }) => status !== 'canceled');
    if (rooms.length === 0 || open.some(({ link }) => link === undefined)) return incomplete(cancelledRooms);
    if (open.length === 0) return cancelledRooms > 0 ? DONE : { kind: 'ALREADY' };
    let isStale = false;
    for (const { link = '' } of open) {
      const outcome = await cancelRoom(context, call, link);
      if (outcome.kind === 'CANCELLED') cancelledRooms += 1;
      else if (outcome.kind === 'STALE_LINK') isStale = true;
      else return cancelledRooms === 0 ? outcome : { kind: 'UNKNOWN', cause: 'INCOMPLETE' };
    }
    if (!isStale) return DONE;
  }
  return cancelledRooms === 0
    ? { kind: 'REFUSED', reason: 'OTHER' }
    : { kind: 'UNKNOWN', cause: 'INCOMPLETE' };
}

const DONE: Cancelled = { kind: 'CANCELLED', penaltyMinor: null };

/** The outcome if a lookup failed or returned no link for one of the rooms. */
function incomplete(cancelledRooms: number): Cancelled {
  return cancelledRooms === 0
    ? { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' }
    : { kind: 'UNKNOWN', cause: 'INCOMPLETE' };
}

async function cancelRoom({ client, kind }: RapidContext, call: Call, link: string): Promise<RoomCancelled> {
  const reply = await client.send(call, {
    method: 'DELETE',
    target: { link },
    maxBytes: MAX_BYTES,
    test: testHeader('cancel', call.scenario, kind),
    needsIp: true,
  });
  return reply.kind === 'RESPONSE' ? judgeRoomCancel(reply.status, reply.types) : withoutReply(reply);
}
