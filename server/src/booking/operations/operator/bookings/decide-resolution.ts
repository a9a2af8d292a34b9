/** What a person's decision makes of a booking; whether it may, the table of states says. Pure. */
import type { resolveBooking } from '@serai/contract/account/bookings.ts';
import type { z } from 'zod';
import { ApiError } from '../../../../platform/api-error.ts';
import { fromMoney, toMoney } from '../../../../platform/money/minor-units.ts';
import type { Booking } from '../../../bookings/booking.ts';
import type { BookingChange } from '../../../bookings/change-booking.ts';
import { SETTLED } from '../../../bookings/outcomes/judge-booked.ts';
import { arrivalMs } from '../../../reconcile/stay-times.ts';

export type Resolve = z.output<typeof resolveBooking.input>;

/** Throws what the decision lacks, or has too much. */
export function decideResolution(booking: Booking, input: Resolve, nowMs: number): BookingChange {
  const { decision, providerReference } = input;
  if (providerReference !== undefined && decision !== 'CONFIRMED' && decision !== 'CANCELLED') {
    throw wrong('/providerReference', 'NOT_EXPECTED', `It has no meaning for ${decision}.`);
  }
  const supplier_ref = providerReference ?? booking.supplier_ref;
  switch (decision) {
    case 'CONFIRMED':
      if (supplier_ref === null) {
        throw wrong('/providerReference', 'REQUIRED', 'The booking has no reference at the provider yet.');
      }
      // A cancellation that was asked for has failed when the booking stands.
      return {
        event: { kind: booking.status === 'CANCEL_PENDING' ? 'CANCEL_FAILED' : 'CONFIRMED' },
        set: { ...SETTLED, confirmed: true, cancel_intent: null, supplier_ref },
      };
    case 'REJECTED':
      return {
        event: {
          kind: 'REFUSED',
          reason: booking.status === 'ON_REQUEST' ? 'PROVIDER_REFUSED' : 'NOT_FOUND_AT_PROVIDER',
        },
        set: SETTLED,
      };
    case 'CANCELLED':
      return {
        event: {
          kind: 'CANCELLED',
          reason: booking.status === 'CANCEL_PENDING' ? 'BY_CLIENT' : 'BY_OPERATIONS',
        },
        set: { ...SETTLED, cancelled: true, penalty_minor: penaltyOf(booking, input), supplier_ref },
      };
    case 'NO_SHOW':
      if (nowMs < arrivalMs(booking)) {
        throw new ApiError('INVALID_STATE', 'The stay has not begun; nobody can have missed it.');
      }
      return { event: { kind: 'NO_SHOW' }, set: SETTLED };
    case 'DISMISSED':
      if (!booking.needs_attention) {
        throw new ApiError('INVALID_STATE', 'The booking waits for nobody; there is nothing to dismiss.');
      }
      return { event: { kind: 'ATTENTION_DISMISSED' }, set: { needs_attention: false } };
  }
}

function penaltyOf({ currency, net_minor }: Booking, { penalty }: Resolve): number {
  if (penalty === undefined) throw wrong('/penalty', 'REQUIRED', 'Say what the cancellation cost.');
  if (penalty.currency !== currency) {
    throw wrong('/penalty/currency', 'CURRENCY_MISMATCH', `Use the currency of the booking, ${currency}.`);
  }
  const penaltyMinor = fromMoney(penalty);
  if (penaltyMinor <= net_minor) return penaltyMinor;
  const { amount } = toMoney(net_minor, currency);
  throw wrong('/penalty/amount', 'PENALTY_TOO_HIGH', `A penalty is at most the price, ${amount}.`);
}

function wrong(path: string, code: string, message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message, { details: [{ path, code, message }] });
}
