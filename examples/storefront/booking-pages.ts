/** A booking, its voucher and its cancellation. The random reference in the address is what protects them. */
import {
  type Booking,
  ConflictError,
  ConnectionError,
  NotFoundError,
  type Serai,
  TimeoutError,
} from '@serai/sdk';
import { type Checkouts, unknownReference } from './checkout.ts';
import type { Checkout } from './checkout-pages.ts';
import { guestFee, guestRefund, isFree, isHigher } from './guest-fee.ts';
import { page } from './layout.ts';
import { boardName, day, fullTerms, money, plural, stayQuery, time } from './stay.ts';
import {
  contentPolicy,
  hidden,
  html,
  PageError,
  type Reply,
  type Route,
  redirect,
  type Visit,
} from './web.ts';

/** Seconds between status checks. */
const MIN_REFRESH = 4;
const MAX_REFRESH = 60;
/** Longer than any request of Serai, with a margin for clocks that differ. */
const LONGEST_REQUEST_MS = 300_000;

const STATES: Readonly<Record<string, readonly [title: string, text: string]>> = {
  CONFIRMED: ['Your stay is booked', 'The hotel has confirmed your booking.'],
  COMPLETED: ['Thank you for your stay', 'This stay is over.'],
  NO_SHOW: ['You did not arrive', 'The hotel reported that nobody arrived for this booking.'],
  PENDING: [
    'We are confirming your booking',
    'The hotel has not responded yet. Please do not book again: this page shows the outcome as soon as we know it.',
  ],
  ON_REQUEST: [
    'The hotel is checking your request',
    'You do not need to do anything. This page shows the response of the hotel.',
  ],
  REJECTED: ['Your booking was not accepted', 'Nothing was booked, and you owe nothing.'],
  CANCEL_PENDING: ['We are cancelling your booking', 'The hotel has not confirmed the cancellation yet.'],
  CANCELLED: ['Your booking is cancelled', ''],
};
const REASONS: Readonly<Record<string, string>> = {
  SOLD_OUT: 'The room was sold to somebody else.',
  PRICE_CHANGED: 'The hotel changed its price.',
  BY_CLIENT: 'The hotel knows that you are not coming.',
  BY_HOTEL: 'The hotel cancelled it. You owe nothing.',
  BY_PROVIDER: 'The hotel cancelled it. You owe nothing.',
  BY_OPERATIONS: 'We cancelled it. Please contact us if you did not ask for this.',
};
/** The colour of the message about a state. All others look like a warning. */
const TONES: Readonly<Record<string, string>> = { CONFIRMED: 'fine', COMPLETED: 'fine', REJECTED: 'bad' };
const IS_OPEN: readonly string[] = ['PENDING', 'ON_REQUEST', 'CANCEL_PENDING'];
const HAS_VOUCHER: readonly string[] = ['CONFIRMED', 'COMPLETED'];

export function bookingRoutes(serai: Serai, checkouts: Checkouts): Record<string, Route> {
  return {
    'GET /bookings/:reference': async visit => {
      const booking = await findBooking(serai, visit.reference);
      if (booking !== undefined) {
        checkouts.forget(visit.reference);
        return bookingPage(booking);
      }
      const checkout = checkouts.unknown(visit.reference);
      if (checkout === undefined) throw unknownReference();
      if (Date.now() < decidedAtMs(checkout)) return unknownPage(visit, checkout);
      checkouts.forget(visit.reference);
      return notBookedPage(checkout);
    },
    'GET /bookings/:reference/voucher': ({ reference }) =>
      unlessChanged(reference, async () => {
        const { html: body } = await serai.bookings.voucher({ clientReference: reference });
        // The voucher is a whole page with its own styles and without scripts.
        const policy = contentPolicy("default-src 'none'; style-src 'unsafe-inline'");
        return { status: 200, headers: { 'content-security-policy': policy }, body };
      }),
    'GET /bookings/:reference/cancel': visit => cancelPage(serai, visit),
    'POST /cancel/:reference': visit => cancel(serai, visit),
  };
}

async function findBooking(serai: Serai, clientReference: string): Promise<Booking | undefined> {
  try {
    return (await serai.bookings.get({ clientReference })).booking;
  } catch (error) {
    // A proxy in between may also return 404.
    if (error instanceof NotFoundError && error.code === 'BOOKING_NOT_FOUND') return undefined;
    throw error;
  }
}

/** If the booking is in another state than the visitor saw, or if its state is not known, its page explains that. */
async function unlessChanged(reference: string, work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    const isLost = error instanceof ConnectionError || error instanceof TimeoutError;
    if (error instanceof ConflictError || (isLost && error.outcome === 'unknown'))
      return redirect(`/bookings/${reference}`);
    throw error;
  }
}

function bookingPage(booking: Booking): Reply {
  const { status, clientReference: reference, hotel, rooms, price, resolution } = booking;
  const [title, text] = STATES[status] ?? ['Your booking', `Its state is ${status}.`];
  const isOpen = IS_OPEN.includes(status);
  const number = booking.hotelConfirmationNumber;
  const facts: [string, string][] = [
    ['Reference', reference],
    ...(number === null ? [] : ([['Hotel confirmation number', number]] as [string, string][])),
    ['Hotel', hotel.name],
    ['Dates', `${day(booking.checkIn)} to ${day(booking.checkOut)}, ${plural(booking.nights, 'night')}`],
    ['Room', `${rooms.map(({ name }) => name).join(', ')}, ${boardName(booking.board.code)}`],
    ['Guest', `${booking.holder.firstName ?? ''} ${booking.holder.lastName ?? ''}`],
    ['Price', money(price.guestTotal)],
    ...costOfCancellation(booking),
  ];
  const body = html`<section class="notice panel ${TONES[status]}" role="status">
<h1>${title}</h1>
<p>${text} ${REASONS[booking.statusReason ?? '']}</p>
${isOpen && checkNow(reference)}
</section>
<dl class="panel">${facts.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>
<p class="row">
${HAS_VOUCHER.includes(status) && html`<a class="button" href="/bookings/${reference}/voucher">Voucher</a>`}
${
  status === 'CONFIRMED' &&
  html`<a class="button quiet" href="/bookings/${reference}/cancel">Cancel this booking</a>`
}
${
  status === 'REJECTED' &&
  html`<a class="button" href="/hotel/${hotel.hotelId}?${staySearch(booking)}">See current rooms and prices</a>`
}
</p>
${
  status === 'CONFIRMED' &&
  html`<section class="panel"><h2>Cancellation</h2>${fullTerms(booking.cancellation, price)}</section>`
}
<p class="hint">Keep the address of this page. Anyone who has it can see and cancel this booking.</p>`;
  if (!isOpen) return page(title, body);
  const nextMs = Date.parse(resolution?.nextCheckAt ?? '') - Date.now();
  const refresh = status === 'ON_REQUEST' ? MAX_REFRESH : secondsOf(nextMs || sinceMs(resolution?.since));
  return page(title, body, { refresh });
}

/** A guest who pays at the hotel has not paid the shop, so there is nothing to refund. */
function costOfCancellation({ penalty, price, payment }: Booking): [string, string][] {
  if (penalty === undefined) return [];
  const fee = guestFee(penalty, price);
  const cost: [string, string] = ['Cancellation fee', isFree(fee) ? 'None' : money(fee)];
  if (payment.type === 'PAY_AT_PROPERTY') return [cost];
  return [['You paid us', money(price.selling)], cost, ['You get back', money(guestRefund(fee, price))]];
}

const checkNow = (reference: string) =>
  html`<p>This page checks automatically. <a href="/bookings/${reference}">Check now</a></p>`;

/** An outcome that has been open for a long time is checked less often. */
const sinceMs = (instant = '') => (Date.now() - Date.parse(instant)) / 4;

const secondsOf = (ms: number) =>
  Math.min(Math.max(Math.ceil(ms / 1000) || MIN_REFRESH, MIN_REFRESH), MAX_REFRESH);

function staySearch({ checkIn, checkOut, rooms }: Booking): string {
  const guests = rooms.flatMap(room => room.guests);
  const childAges = guests.flatMap(({ age }) => age ?? []);
  const adults = guests.length - childAges.length;
  return stayQuery({ where: '', place: '', checkIn, checkOut, adults, childAges });
}

/**
 * Serai stores a booking before it asks a hotel, and accepts no booking of an expired quote. If it does not know the
 * reference by this time, nothing was booked.
 */
const decidedAtMs = ({ quote }: Checkout) => Date.parse(quote.expiresAt) + LONGEST_REQUEST_MS;

/** The response to the booking was lost, and Serai does not know the reference yet. */
function unknownPage({ reference, token }: Visit, checkout: Checkout): Reply {
  const { sent, hotel } = checkout;
  const latest = time(new Date(decidedAtMs(checkout)).toISOString(), hotel?.timeZone ?? null);
  const body = html`<section class="notice panel" role="status">
<h1>We are checking your booking</h1>
<p>The connection was lost before we learned whether your booking was made. Please do not book again.</p>
${checkNow(reference)}
</section>
${
  sent?.isStuck
    ? html`<p class="notice panel">We cannot send your booking again at the moment.</p>`
    : html`<form action="/book-again/${reference}" method="post" data-once>
${token}<button class="quiet">Send the same booking again</button>
</form>
<p class="hint">Sending it again cannot book twice.</p>`
}
<p class="hint">We know the outcome by ${latest} at the latest. Your reference is ${reference}.</p>`;
  const refresh = secondsOf((Date.now() - (sent?.atMs ?? 0)) / 4);
  return page('We are checking your booking', body, { refresh });
}

function notBookedPage({ hotelId, stay }: Checkout): Reply {
  const body = html`<section class="notice panel bad" role="status">
<h1>Your booking was not made</h1>
<p>It did not arrive, and its price has expired. Nothing was booked, and you owe nothing.</p>
</section>
<p><a class="button" href="/hotel/${hotelId}?${stayQuery(stay)}">See current rooms and prices</a></p>`;
  return page('Your booking was not made', body);
}

function cancelPage(serai: Serai, { reference, token, query }: Visit): Promise<Reply> {
  return unlessChanged(reference, async () => {
    const quoted = await serai.bookings.quoteCancellation({ clientReference: reference });
    const { hotel, price, payment } = quoted.booking;
    const fee = guestFee(quoted.penalty, price);
    const next = quoted.nextPenalty && money(guestFee(quoted.nextPenalty.penalty, price));
    const until = quoted.validUntil && time(quoted.validUntil, hotel.timeZone);
    // A guest who pays at the hotel has not paid the shop, so there is nothing to refund.
    const hasRefund = !isFree(fee) && payment.type !== 'PAY_AT_PROPERTY';
    const body = html`<h1>Cancel your stay at ${hotel.name}?</h1>
${
  query.has('changed') &&
  html`<p class="notice panel" role="alert">The fee has changed since you looked. Nothing was cancelled.
Please check the new fee.</p>`
}
<section class="panel">
<p><span class="amount">${isFree(fee) ? 'Free of charge' : money(fee)}</span>
<span class="hint">${!isFree(fee) && 'cancellation fee'}</span></p>
${hasRefund && html`<p>You get back ${money(guestRefund(fee, price))} of the ${money(price.selling)} that you paid us.</p>`}
${until && html`<p>This applies until ${until}.${next && ` After that, cancelling costs ${next}.`}</p>`}
</section>
<form action="/cancel/${reference}" method="post" data-once>
${token}${hidden('fee', fee.amount)}
<p class="row">
<button class="danger">${isFree(fee) ? 'Cancel free of charge' : `Cancel and pay ${money(fee)}`}</button>
<a class="button quiet" href="/bookings/${reference}">Keep the booking</a>
</p>
</form>`;
    return page('Cancel your stay', body);
  });
}

/**
 * The form contains the fee that the visitor saw. If it has risen, the visitor must confirm it again. Otherwise the
 * penalty that belongs to it is sent as `maxPenalty`, so that Serai does not cancel if it rises now.
 */
function cancel(serai: Serai, { reference, form }: Visit): Promise<Reply> {
  return unlessChanged(reference, async () => {
    const ref = { clientReference: reference };
    const shown = form.get('fee') ?? '';
    if (!/^\d+(\.\d+)?$/.test(shown)) throw new PageError(400, 'Please use the form on our page.');
    const { booking, penalty } = await serai.bookings.quoteCancellation(ref);
    const fee = guestFee(penalty, booking.price);
    if (isHigher(fee, { ...fee, amount: shown })) return redirect(`/bookings/${reference}/cancel?changed`);
    try {
      await serai.bookings.cancel(ref, { maxPenalty: penalty });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      if (error.code === 'CANCELLATION_PENALTY_CHANGED')
        return redirect(`/bookings/${reference}/cancel?changed`);
      if (error.code === 'CANCELLATION_NOT_ALLOWED')
        throw new PageError(409, 'The hotel does not accept the cancellation. Your booking is unchanged.');
    }
    return redirect(`/bookings/${reference}`);
  });
}
