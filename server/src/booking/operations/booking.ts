import { type BookingRequest, booking as operation } from '@serai/contract/booking/booking.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type Handler, handle, type RequestContext, type Result } from '../../platform/operations/handler.ts';
import type { BookingParts } from '../booking-parts.ts';
import { type Booking, referenceOf } from '../bookings/booking.ts';
import { findBooking } from '../bookings/booking-store.ts';
import { bookingView } from '../bookings/booking-view.ts';
import { findRefusalReason } from '../bookings/history-store.ts';
import type { BookingPeople } from '../bookings/people.ts';
import { type Journalled, journalBooking, type NewBill } from '../bookings/protocol/journal-booking.ts';
import { sendBooking } from '../bookings/protocol/send-booking.ts';
import type { Spend } from '../bookings/spend.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import { mapHotels } from '../hotel-mapping.ts';
import type { Provider } from '../provider.ts';
import { sellingParts } from '../providers/connections/organisation-connections.ts';
import { freezeBilling } from '../quotes/freeze-billing.ts';
import type { Quote } from '../quotes/quote.ts';
import { findQuote } from '../quotes/quote-store.ts';
import { dayLimitExceeded, spendFor } from '../quotes/spend-terms.ts';
import { clientOf, type RequestMode, requestMode, shownExchanges } from '../request-mode.ts';
import { REPLAYED, refusalOf, respondByMs, shownBooking, statusOf } from './booking-response.ts';
import { checkBooking } from './check-booking.ts';
import { checkIdempotencyKey, requestFingerprint } from './idempotency.ts';
import { bookedPeople, bookRequest, newBooking } from './new-booking.ts';

/** If the journal's outcome is still unknown after this time, nothing is sent, because the lease could expire before the call. */
const DECIDE_MS = 15_000;

export function booking(parts: BookingParts): Handler {
  const { clock, openCalls } = parts;
  return handle(operation, async (context, request) => {
    const { db } = context;
    const startedMs = clock.monotonicMs();
    const fingerprint = requestFingerprint(parts.fingerprintKey, 'booking', request);
    const findKnown = () => findBooking(db, context, { clientReference: request.clientReference });
    const again = (known: Booking) => replay(parts, context, known, fingerprint, request);
    const known = await findKnown();
    if (known !== undefined) return again(known);
    parts.recovery.check();
    const alongside = await checkIdempotencyKey(db, context, 'booking', fingerprint);
    const found = await findQuote(db, context, request.quoteId);
    // A duplicate of this request may just have used the quote.
    const twin = found?.used_by ? await findKnown() : undefined;
    if (twin !== undefined) return again(twin);
    const mode = requestMode(context, 'booking', request.settings, found?.test_mode);
    const quote = checkQuote(found, request, mode);
    const { hotel, provider } = await findSource(await sellingParts(parts, context.organisationId), quote);
    const wanted = newBooking(request, quote, mode, parts.pricing);
    const spend = spendFor(parts, context, quote);
    const billing = await billFor(parts, context, quote, wanted.highestMinor);
    const { content, people } = wanted;
    const journalFromMs = clock.monotonicMs();
    const endMs = respondByMs(startedMs, context, mode);
    const journalled = await journalBooking(db, parts, {
      ...wanted,
      billing,
      spend,
      scope: context,
      keyId: context.keyId,
      requestId: context.requestId,
      fingerprint,
      provider,
      alongside,
      record: (written, attempt) => parts.attemptLog?.append(written, attempt, 'book'),
      decide: { clock, untilMs: Math.min(endMs, journalFromMs + DECIDE_MS) },
    });
    if (journalled.kind === 'EXISTS') return again(journalled.booking);
    if (journalled.kind === 'CREDIT_EXCEEDED') await parts.billing?.tellExceeded(db, context);
    const { booking: written, attempt } = checkJournal(journalled, spend);
    context.sent.set(() => knownResponse(parts, written, people));
    const exchanges: ProviderExchange[] = [];
    const { toleranceMinor } = content;
    const reference = referenceOf(written.booking_id);
    const sent = sendBooking(
      { ...parts, db },
      {
        provider,
        organisationId: context.organisationId,
        testMode: quote.test_mode,
        attempt,
        journalFromMs,
        scenario: mode.scenario,
        client: clientOf(context),
        requestId: context.requestId,
        respondByMs: endMs,
        onExchanges: made => exchanges.push(...made),
      },
      bookRequest(quote, hotel, people, { reference, toleranceMinor }),
    );
    const settled = (await openCalls.within(sent, endMs - clock.monotonicMs())) ?? written;
    if (settled.status === 'REJECTED') throw refusalOf(settled, settled.status_reason);
    return responseOf(parts, settled, mode, exchanges);
  });
}

async function replay(
  parts: BookingParts,
  context: RequestContext,
  known: Booking,
  fingerprint: Buffer,
  request: BookingRequest,
): Promise<Result<Shown>> {
  const { warnings } = requestMode(context, 'booking', request.settings, known.test_mode);
  context.sent.set();
  if (!known.fingerprint.equals(fingerprint)) {
    const message =
      'This client reference has already been used with a different request. Use a new one, or retry the original request unchanged.';
    throw new ApiError('DUPLICATE_CLIENT_REFERENCE', message, { bookingId: known.booking_id });
  }
  if (known.status === 'REJECTED') {
    const isFirst = known.status_reason !== 'COMPENSATED';
    const reason = isFirst ? known.status_reason : await findRefusalReason(context.db, known.booking_id);
    throw refusalOf(known, reason ?? null, REPLAYED);
  }
  const replayed = (response: Result<Shown>) => ({
    ...response,
    headers: { ...response.headers, ...REPLAYED },
    warnings,
  });
  context.sent.set(() => replayed(knownResponse(parts, known, bookedPeople(request))));
  return replayed({
    data: { booking: shownBooking(parts, known) },
    ...statusOf(known),
    testMode: known.test_mode,
    bookingId: known.booking_id,
  });
}

/** Needs no decryption, because the personal data comes from the request. */
function knownResponse({ clock }: BookingParts, known: Booking, people: BookingPeople): Result<Shown> {
  return {
    data: { booking: bookingView(known, people, clock.nowMs()) },
    ...statusOf(known),
    testMode: known.test_mode,
    bookingId: known.booking_id,
  };
}

/** Throws before anything is written if the quote cannot be booked with this request. */
function checkQuote(
  quote: (Quote & { is_expired: boolean }) | undefined,
  request: BookingRequest,
  { testMode }: RequestMode,
): Quote {
  if (quote === undefined || quote.test_mode !== testMode) {
    throw new ApiError(
      'QUOTE_NOT_FOUND',
      'Unknown quote. Send the quoteId exactly as prebooking returned it.',
    );
  }
  if (quote.is_expired) throw quoteExpired();
  if (quote.used_by !== null) throw quoteUsed();
  const refusal = checkBooking(request, quote);
  if (refusal) throw new ApiError(refusal.code, refusal.message, { details: refusal.details ?? [] });
  return quote;
}

/** Quotes from nodes of an earlier version have no billing terms, so the current terms apply. */
async function billFor(
  parts: BookingParts,
  scope: RequestContext,
  { content, currency, test_mode: testMode }: Quote,
  highestMinor: number,
): Promise<NewBill | undefined> {
  const terms = content.billing ?? (await freezeBilling(parts, scope, { testMode, currency }));
  if (terms === undefined) return undefined;
  if ((await parts.billing?.currencyOf(scope)) !== terms.currency) throw billingChanged();
  return { terms, highestMinor };
}

/**
 * Throws if the provider cannot be called, before anything is written. If the hotel has been merged into another one since
 * the quote, the booking keeps the hotel id of the quote, because the reservation is compared with that id.
 */
async function findSource(
  { catalogue, providers, calls, mapping }: BookingParts,
  quote: Quote,
): Promise<{ hotel: CatalogueHotel; provider: Provider }> {
  const { hotel_id: hotelId, provider: code, organisation_id: organisationId, test_mode: testMode } = quote;
  const hotels = await catalogue.findHotels(testMode ? 'sandbox' : 'production', [hotelId]);
  const known = hotels.get(hotelId);
  const provider = providers.find(code, testMode);
  const [hotel] = known && provider ? await mapHotels(mapping, provider, [known]) : [];
  if (hotel === undefined || provider === undefined) {
    throw new ApiError(
      'OFFER_NOT_AVAILABLE',
      'The hotel can no longer be booked. Nothing was sent. Choose another offer.',
    );
  }
  if (!calls.canStart('book', { provider, organisationId, testMode })) {
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'The provider is currently unavailable. Nothing was sent. Try again shortly.',
    );
  }
  return { hotel: hotel.hotelId === hotelId ? hotel : { ...hotel, hotelId }, provider };
}

function checkJournal(journalled: Exclude<Journalled, { kind: 'EXISTS' }>, spend: Spend | undefined) {
  switch (journalled.kind) {
    case 'JOURNALLED':
      return journalled;
    case 'QUOTE_USED':
      throw quoteUsed();
    case 'QUOTE_EXPIRED':
      throw quoteExpired();
    case 'SPEND_LIMIT_EXCEEDED':
      throw dayLimitExceeded(spend as Spend, journalled.leftMinor);
    case 'CREDIT_EXCEEDED':
      throw new ApiError(
        'CREDIT_EXCEEDED',
        'The price exceeds the available amount. Nothing was sent, and the quote can still be booked.',
      );
    case 'WRONG_CURRENCY':
      throw billingChanged();
  }
}

function quoteUsed(): ApiError {
  return new ApiError(
    'QUOTE_ALREADY_USED',
    'This quote has already been booked. Request a new quote, or read the booking that used it.',
  );
}

function billingChanged(): ApiError {
  return new ApiError('QUOTE_EXPIRED', 'Your billing currency has changed. Request a new quote.');
}

function quoteExpired(): ApiError {
  return new ApiError('QUOTE_EXPIRED', 'The quote has expired. Request a new quote.');
}

interface Shown {
  booking: ReturnType<typeof shownBooking>;
  audit?: ReturnType<typeof shownExchanges>;
}

function responseOf(
  parts: BookingParts,
  settled: Booking,
  mode: RequestMode,
  exchanges: readonly ProviderExchange[],
): Result<Shown> {
  return {
    data: {
      booking: shownBooking(parts, settled),
      ...(mode.isAudited && { audit: shownExchanges(exchanges) }),
    },
    ...statusOf(settled),
    testMode: settled.test_mode,
    warnings: mode.warnings,
    bookingId: settled.booking_id,
  };
}
