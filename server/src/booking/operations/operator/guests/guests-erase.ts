import { eraseGuests } from '@serai/contract/account/guests.ts';
import type { z } from 'zod';
import { ApiError } from '../../../../platform/api-error.ts';
import { inTransaction } from '../../../../platform/database/in-transaction.ts';
import { isoTime } from '../../../../platform/iso-time.ts';
import { auditOf } from '../../../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../../platform/operations/operator/operator-handler.ts';
import type { Booking } from '../../../bookings/booking.ts';
import { eraseBooking, reasonToKeep } from '../../../guests/erase-booking.ts';
import type { OperatorParts } from '../operator-parts.ts';
import { chooseBookings } from './choose-bookings.ts';

type Answer = z.input<typeof eraseGuests.output>;

export function guestsErase(parts: OperatorParts): OperatorHandler {
  return operate(eraseGuests, async (context, input) => {
    const mayGo = (booking: Booking) => reasonToKeep(booking) === undefined;
    const { bookings, hasMore } = await chooseBookings(parts, context, input, mayGo);
    const answer: Answer = { erased: [], kept: [], hasMore };
    for (const { booking_id, environment } of bookings) {
      const result = await eraseOne(parts, context, booking_id);
      const named = { bookingId: booking_id as Answer['kept'][0]['bookingId'], environment };
      if (typeof result === 'string') answer.kept.push({ ...named, reason: result });
      else answer.erased.push({ ...named, erasedAt: isoTime(result.getTime()) });
    }
    const [first] = answer.kept;
    if (first && answer.erased.length === 0) throw new ApiError('INVALID_STATE', first.reason);
    return answer;
  });
}

/** When it was erased, or why it is kept. Each is a transaction: those before a failure stay erased. */
async function eraseOne(
  { safe, erasures, recordAudit }: OperatorParts,
  context: OperatorContext,
  bookingId: string,
): Promise<Date | string> {
  let reason: string | undefined;
  let isNew = false;
  const mayErase = (booking: Booking) => {
    reason = reasonToKeep(booking);
    isNew = reason === undefined;
    return isNew;
  };
  return inTransaction(context.db, async tx => {
    const booking = await eraseBooking(tx, safe, { bookingId, cause: 'REQUEST', mayErase });
    const { erased_at: erasedAt, version } = booking;
    if (erasedAt === null) return reason ?? '';
    if (!isNew) return erasedAt;
    const after = { erasedAt: isoTime(erasedAt.getTime()), version };
    await recordAudit(
      tx,
      auditOf(context, { action: eraseGuests.name, target: bookingId, before: null, after }),
    );
    // Last, and before the commit: the list may name one too many after a crash, never one too few.
    await erasures.add([{ bookingId, erasedAt: after.erasedAt }]);
    return erasedAt;
  });
}
