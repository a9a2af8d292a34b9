import {
  type BookingdetailAnswer,
  bookingdetail as operation,
} from '@serai/contract/booking/bookingdetail.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { isoTime } from '../../platform/iso-time.ts';
import {
  type Handler,
  handle,
  type RequestContext,
  type Warning,
} from '../../platform/operations/handler.ts';
import type { BookingParts } from '../booking-parts.ts';
import { type Booking, knownBooking } from '../bookings/booking.ts';
import { listExchanges } from '../bookings/exchange-store.ts';
import { listHistory } from '../bookings/history-store.ts';
import { compareLive } from '../bookings/outcomes/compare-live.ts';
import { type RequestMode, shownExchanges } from '../request-mode.ts';
import { getBooking, shownBooking } from './booking-response.ts';

const LIVE_READ_FAILED: Warning = {
  code: 'LIVE_READ_FAILED',
  message: 'The reservation could not be read from the provider. The booking is shown as recorded.',
};
const AUDIT_NOT_PERMITTED: Warning = {
  code: 'AUDIT_NOT_PERMITTED',
  message: 'Exchanges with providers are shown in test mode only.',
};

export function bookingdetail(parts: BookingParts): Handler {
  const { safe } = parts;
  return handle(operation, async (context, request) => {
    const { db } = context;
    const { booking, mode } = await getBooking(context, 'bookingdetail', request);
    const warnings: Warning[] = [...mode.warnings];
    const exchanges: ProviderExchange[] = [];
    const data: BookingdetailAnswer = { booking: shownBooking(parts, booking) };
    if (request.include?.includes('history')) data.history = await listHistory(db, booking.booking_id);
    if (request.refresh) {
      const live = await readLive(parts, context, booking, mode, exchanges);
      if (live === undefined) warnings.push(LIVE_READ_FAILED);
      else data.live = live;
    }
    const wantsAudit = request.include?.includes('audit') ?? false;
    if (wantsAudit && !booking.test_mode) warnings.push(AUDIT_NOT_PERMITTED);
    if (booking.test_mode && (wantsAudit || mode.isAudited)) {
      const kept = wantsAudit ? await listExchanges(db, safe, booking) : [];
      data.audit = shownExchanges(mode.isAudited ? [...kept, ...exchanges] : kept);
    }
    return { data, testMode: booking.test_mode, warnings, bookingId: booking.booking_id };
  });
}

async function readLive(
  { providers, calls, pricing, clock, safe }: BookingParts,
  { timeLeftMs, signal, requestId }: RequestContext,
  booking: Booking,
  { timeoutMs }: RequestMode,
  exchanges: ProviderExchange[],
): Promise<BookingdetailAnswer['live']> {
  const { provider: code, organisation_id: organisationId, test_mode: testMode } = booking;
  const provider = providers.find(code, testMode);
  if (provider === undefined) return undefined;
  const found = await calls.lookup(
    {
      provider,
      organisationId,
      testMode,
      timeLeftMs: Math.min(timeoutMs, timeLeftMs),
      signal,
      bookingId: booking.booking_id,
      requestId,
      onExchanges: made => exchanges.push(...made),
    },
    knownBooking(safe, booking),
  );
  const differences = compareLive(booking, found, pricing, clock.nowMs());
  if (differences === undefined) return undefined;
  return { checkedAt: isoTime(clock.nowMs()), matches: differences.length === 0, differences };
}
