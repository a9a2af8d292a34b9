/** A booking, its voucher and its cancellation. The random reference in the address is what protects them. */
import { type Booking, ConflictError, NotFoundError, type Serai } from '@serai/sdk';
import { type Checkouts, unknownReference } from './checkout.ts';
import { page } from './layout.ts';
import { boardName, day, fullTerms, money, plural, stayQuery, time } from './stay.ts';
import { type Html, html, PageError, type Reply, type Route, redirect, type Visit } from './web.ts';

/** Seconds between two looks at a booking that is not settled. */
const REFRESH = 4;

const STATES: Readonly<Record<string, readonly [title: string, text: string]>> = {
  CONFIRMED: ['Your stay is booked', 'The hotel has confirmed your booking.'],
  COMPLETED: ['Thank you for your stay', 'This stay is over.'],
  PENDING: [
    'We are confirming your booking',
    'The hotel has not answered yet. Please do not book again: this page shows the outcome as soon as we know it.',
  ],
  ON_REQUEST: [
    'The hotel is checking your request',
    'You do not need to do anything. This page shows the answer of the hotel.',
  ],
  REJECTED: ['Your booking was not accepted', 'Nothing was booked, and you owe nothing.'],
  CANCEL_PENDING: ['We are cancelling your booking', 'The hotel has not confirmed the cancellation yet.'],
  CANCELLED: ['Your booking is cancelled', 'The hotel knows that you are not coming.'],
};
const REASONS: Readonly<Record<string, string>> = {
  SOLD_OUT: 'The room was sold to somebody else.',
  PRICE_CHANGED: 'The hotel changed its price.',
  BY_HOTEL: 'The hotel cancelled it.',
};
const IS_OPEN: readonly string[] = ['PENDING', 'ON_REQUEST', 'CANCEL_PENDING'];

export function bookingRoutes(serai: Serai, checkouts: Checkouts): Record<string, Route> {
  return {
    'GET /bookings/:reference': async visit => {
      const booking = await findBooking(serai, visit.reference);
      if (booking !== undefined) return bookingPage(booking);
      if (!checkouts.wasSent(visit.reference)) throw unknownReference();
      return unknownPage(visit);
    },
    'GET /bookings/:reference/voucher': async ({ reference }) => {
      const { html: body } = await serai.bookings.voucher({ clientReference: reference });
      // The voucher is a whole page with its own styles and without scripts.
      return {
        status: 200,
        headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
        body,
      };
    },
    'GET /bookings/:reference/cancel': visit => cancelPage(serai, visit),
    'POST /cancel/:reference': visit => cancel(serai, visit),
  };
}

async function findBooking(serai: Serai, clientReference: string): Promise<Booking | undefined> {
  try {
    return (await serai.bookings.get({ clientReference })).booking;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function bookingPage(booking: Booking): Reply {
  const {
    status,
    statusReason,
    clientReference: reference,
    hotel,
    rooms,
    price,
    cancellation,
    board,
  } = booking;
  const [title, text] = STATES[status] ?? ['Your booking', `Its state is ${status}.`];
  const isOpen = IS_OPEN.includes(status);
  const facts: [string, Html | string][] = [
    ['Reference', reference],
    ...(booking.hotelConfirmationNumber === null
      ? []
      : [['Confirmation of the hotel', booking.hotelConfirmationNumber] as [string, string]]),
    ['Hotel', hotel.name],
    ['Dates', `${day(booking.checkIn)} to ${day(booking.checkOut)}, ${plural(booking.nights, 'night')}`],
    ['Room', `${rooms.map(({ name }) => name).join(', ')}, ${boardName(board.code)}`],
    ['Guest', `${booking.holder.firstName ?? ''} ${booking.holder.lastName ?? ''}`],
    ['Price', money(price.guestTotal)],
  ];
  const body = html`<section class="state ${status.toLowerCase()}" role="status"><h1>${title}</h1><p>${text} ${REASONS[statusReason ?? '']}</p>
${isOpen && html`<p class="spinner">Checking again every few seconds …</p>`}</section>
<dl class="facts">${facts.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>
${status === 'CONFIRMED' && html`<p class="actions"><a class="button" href="/bookings/${reference}/voucher">Voucher</a><a class="button quiet" href="/bookings/${reference}/cancel">Cancel this booking</a></p><h2>Cancellation</h2>${fullTerms(cancellation)}`}
${status === 'REJECTED' && html`<p class="actions"><a class="button" href="/hotel/${hotel.hotelId}?${staySearch(booking)}">See current rooms and prices</a></p>`}
<p class="hint">Keep the address of this page. Anyone who has it can see and cancel this booking.</p>`;
  return page(title, body, isOpen ? { refresh: REFRESH } : {});
}

function staySearch({ hotel, checkIn, checkOut, rooms }: Booking): string {
  const guests = rooms.flatMap(room => room.guests);
  const childAges = guests.flatMap(({ age }) => age ?? []);
  return stayQuery({
    where: hotel.name,
    place: '',
    checkIn,
    checkOut,
    adults: guests.length - childAges.length,
    childAges,
  });
}

/** The response to the booking was lost, and Serai does not know the reference yet. */
function unknownPage({ reference, token }: Visit): Reply {
  const body = html`<section class="state pending" role="status"><h1>We are checking your booking</h1>
<p>The connection was lost before we heard whether your booking was made. Please do not book again. This page looks it up every few seconds.</p></section>
<form action="/book-again/${reference}" method="post" data-once>${token}<button>Send the same booking again</button></form>
<p class="hint">Sending it again cannot book twice. Your reference is ${reference}.</p>`;
  return page('We are checking your booking', body, { refresh: REFRESH });
}

async function cancelPage(serai: Serai, { reference, token, query }: Visit): Promise<Reply> {
  const { booking, penalty, refund, validUntil, nextPenalty } = await serai.bookings.quoteCancellation({
    clientReference: reference,
  });
  const zone = booking.hotel.timeZone;
  const isFree = /^[0.]+$/.test(penalty.amount);
  const body = html`<h1>Cancel your stay at ${booking.hotel.name}?</h1>
${query.has('changed') && html`<p class="notice" role="alert">The fee has changed since you looked. Nothing was cancelled. Please check the new fee.</p>`}
<p class="price"><span class="amount">${isFree ? 'Free of charge' : money(penalty)}</span><span class="hint">${isFree ? null : 'cancellation fee'}</span></p>
${!isFree && html`<p>You get back ${money(refund)}.</p>`}
${validUntil && html`<p>This applies until ${time(validUntil, zone)}.${nextPenalty && ` After that, cancelling costs ${money(nextPenalty.penalty)}.`}</p>`}
<form action="/cancel/${reference}" method="post" data-once>${token}<input type="hidden" name="amount" value="${penalty.amount}"><input type="hidden" name="currency" value="${penalty.currency}">
<p class="actions"><button class="danger">${isFree ? 'Cancel free of charge' : `Cancel and pay ${money(penalty)}`}</button><a class="button quiet" href="/bookings/${reference}">Keep the booking</a></p></form>`;
  return page('Cancel your stay', body);
}

/** `maxPenalty` is the fee that the visitor saw. If it has risen, Serai does not cancel. */
async function cancel(serai: Serai, { reference, form }: Visit): Promise<Reply> {
  const maxPenalty = { amount: form.get('amount') ?? '', currency: form.get('currency') ?? '' };
  try {
    await serai.bookings.cancel({ clientReference: reference }, { maxPenalty });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    if (error.code === 'CANCELLATION_PENALTY_CHANGED')
      return redirect(`/bookings/${reference}/cancel?changed`);
    if (error.code === 'CANCELLATION_NOT_ALLOWED')
      throw new PageError(409, 'The hotel does not accept the cancellation. Your booking is unchanged.');
  }
  return redirect(`/bookings/${reference}`);
}
