/**
 * From an offer to a booking: a quote, the guests, one booking.
 *
 * Each checkout has a client reference, created before the first booking request and kept in the form. A double click,
 * a reload or a repeated request therefore never books twice: Serai accepts a reference only once.
 */
import { randomBytes } from 'node:crypto';
import {
  ApiError,
  type BookingRequest,
  ConflictError,
  ConnectionError,
  GoneError,
  type Hotel,
  type Quote,
  type Serai,
  TimeoutError,
  ValidationError,
} from '@serai/sdk';
import { page, photo } from './layout.ts';
import { boardName, day, fullTerms, money, plural, readStay, type Stay, stayQuery, time } from './stay.ts';
import { type Html, html, PageError, type Reply, type Route, redirect, type Visit } from './web.ts';

interface Checkout {
  reference: string;
  hotelId: string;
  hotel: Hotel | undefined;
  offerId: string;
  stay: Stay;
  quote: Quote;
  /** The request that is being sent, or whose outcome is not known. */
  sent?: { request: BookingRequest; outcome: Promise<Reply> } | undefined;
}

/** Checkouts live in memory. After a restart, visitors begin again, and bookings are still found by their reference. */
const MAX_CHECKOUTS = 1000;

export class Checkouts {
  readonly #serai: Serai;
  readonly #open = new Map<string, Checkout>();

  constructor(serai: Serai) {
    this.#serai = serai;
  }

  routes(): Record<string, Route> {
    return {
      'POST /checkout': visit => this.#begin(visit),
      'GET /checkout/:reference': visit => {
        const checkout = this.#open.get(visit.reference);
        return checkout === undefined ? redirect(`/bookings/${visit.reference}`) : guestPage(visit, checkout);
      },
      'POST /book/:reference': visit => this.#book(visit),
      'POST /book-again/:reference': visit => this.#repeat(visit),
    };
  }

  /** Whether a request was sent under this reference. If there is no booking yet, it may be sent again. */
  wasSent(reference: string): boolean {
    return this.#open.get(reference)?.sent !== undefined;
  }

  async #begin(visit: Visit): Promise<Reply> {
    const [offerId = '', hotelId = ''] = ['offerId', 'hotelId'].map(name => visit.form.get(name) ?? '');
    const stay = readStay(new URLSearchParams(visit.form.get('stay') ?? ''));
    let quote: Quote;
    let hotel: Hotel | undefined;
    try {
      const about = { hotelIds: [hotelId], include: ['images' as const], language: 'en' };
      const [quoted, described] = await Promise.all([
        this.#serai.hotels.quote({ offerId }),
        this.#serai.content.hotels(about),
      ]);
      quote = quoted;
      [hotel] = described.hotels;
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof GoneError)) throw error;
      return gonePage(hotelId, stay, error);
    }
    const reference = `SHOP-${randomBytes(16).toString('hex').toUpperCase()}`;
    this.#open.set(reference, { reference, hotelId, hotel, offerId, stay, quote });
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MAX_CHECKOUTS) break;
      this.#open.delete(oldest);
    }
    return redirect(`/checkout/${reference}`);
  }

  async #book(visit: Visit): Promise<Reply> {
    const checkout = this.#open.get(visit.reference);
    if (checkout === undefined) return redirect(`/bookings/${visit.reference}`);
    if (checkout.sent === undefined) {
      const { quote } = checkout;
      if (quote.status !== 'AVAILABLE' && visit.form.get('accept') !== quote.termsHash)
        return guestPage(visit, checkout, ['Please confirm the new price and terms.']);
      this.#send(visit, checkout, bookingRequest(checkout, visit.form));
    }
    return (checkout.sent as NonNullable<Checkout['sent']>).outcome;
  }

  /** Sends exactly the same request again. If the first one arrived, Serai returns its booking. */
  async #repeat(visit: Visit): Promise<Reply> {
    const checkout = this.#open.get(visit.reference);
    if (checkout?.sent === undefined) return redirect(`/bookings/${visit.reference}`);
    await checkout.sent.outcome;
    if (checkout.sent !== undefined) this.#send(visit, checkout, checkout.sent.request);
    return checkout.sent?.outcome ?? redirect(`/checkout/${visit.reference}`);
  }

  #send(visit: Visit, checkout: Checkout, request: BookingRequest): void {
    const booked = redirect(`/bookings/${checkout.reference}`);
    const outcome = this.#serai.bookings.create(request).then(
      () => booked,
      (error: unknown) => {
        const { isSettled, reply } = explainFailure(error, booked, visit, checkout);
        // Nothing was booked, so the visitor may correct the form and send it again.
        if (!isSettled) checkout.sent = undefined;
        return reply;
      },
    );
    checkout.sent = { request, outcome };
  }
}

function bookingRequest({ reference, quote, stay }: Checkout, form: URLSearchParams): BookingRequest {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const named = (i: number) =>
    field(`first${i}`) === '' ? {} : { firstName: field(`first${i}`), lastName: field(`last${i}`) };
  const guests = [
    ...Array.from({ length: stay.adults }, (_, i) => ({ type: 'ADULT' as const, ...named(i) })),
    ...stay.childAges.map((age, i) => ({ type: 'CHILD' as const, age, ...named(stay.adults + i) })),
  ];
  return {
    quoteId: quote.quoteId,
    clientReference: reference,
    holder: {
      firstName: field('first0'),
      lastName: field('last0'),
      email: field('email'),
      ...(field('phone') !== '' && { phone: field('phone') }),
    },
    rooms: quote.offer.rooms.map(({ roomRef }) => ({ roomRef, guests })),
    ...(field('remarks') !== '' && { remarks: field('remarks') }),
    // If the price rises after all, the booking fails instead of costing more than the visitor agreed to.
    expectedPrice: quote.offer.price.net,
    termsHash: quote.termsHash,
  };
}

/** `isSettled` is false if nothing was booked and the same reference may still be used. */
function explainFailure(
  error: unknown,
  booked: Reply,
  visit: Visit,
  checkout: Checkout,
): { isSettled: boolean; reply: Reply } {
  const { hotelId, stay } = checkout;
  // The booking page looks the booking up by its reference. It shows rejections and unknown outcomes as well.
  if (error instanceof ApiError && error.bookingId !== null) return { isSettled: true, reply: booked };
  const isLost = error instanceof ConnectionError || error instanceof TimeoutError;
  if (isLost && error.outcome === 'unknown') return { isSettled: true, reply: booked };
  if (error instanceof GoneError) return { isSettled: false, reply: expiredPage(visit, checkout) };
  if (error instanceof ConflictError) return { isSettled: false, reply: gonePage(hotelId, stay, error) };
  if (error instanceof ValidationError) {
    const problems = error.details.map(({ message }) => message);
    return { isSettled: false, reply: guestPage(visit, checkout, problems) };
  }
  console.error(error);
  const problem = 'We could not send your booking. Nothing was booked. Please try again in a moment.';
  return { isSettled: false, reply: guestPage(visit, checkout, [problem]) };
}

function gonePage(hotelId: string, stay: Stay, error: ApiError): Reply {
  const expired = error instanceof GoneError;
  return page(
    expired ? 'Offer expired' : 'Sold out',
    html`<h1>${expired ? 'This offer has expired' : 'This room has just been sold'}</h1>
<p>${expired ? 'Prices are valid for a short time only.' : 'Nothing was booked. Other rooms may still be free.'}</p>
<p><a class="button" href="/hotel/${hotelId}?${stayQuery(stay)}">See current rooms and prices</a></p>`,
    { status: expired ? 410 : 409 },
  );
}

function expiredPage({ token }: Visit, { offerId, hotelId, stay }: Checkout): Reply {
  return page(
    'Price expired',
    html`<h1>Your price has expired</h1><p>Nothing was booked. We can ask the hotel for its price again.</p>
<form action="/checkout" method="post">${token}<input type="hidden" name="offerId" value="${offerId}"><input type="hidden" name="hotelId" value="${hotelId}"><input type="hidden" name="stay" value="${stayQuery(stay)}"><button class="primary">Check the price again</button></form>`,
    { status: 410 },
  );
}

function guestPage({ token, form }: Visit, checkout: Checkout, problems: readonly string[] = []): Reply {
  const { reference, quote, stay } = checkout;
  const { offer, requirements } = quote;
  if (Date.parse(quote.expiresAt) < Date.now()) return expiredPage({ token } as Visit, checkout);
  const input = (name: string, label: string, type = 'text', isRequired = true, autocomplete = 'off') =>
    html`<div class="field"><label for="${name}">${label}${!isRequired && ' (optional)'}</label><input id="${name}" name="${name}" type="${type}" value="${form.get(name) ?? ''}" ${isRequired && html`required`} maxlength="100" autocomplete="${autocomplete}"></div>`;
  const others = Array.from({ length: stay.adults + stay.childAges.length - 1 }, (_, i) => {
    const age = stay.childAges[i + 1 - stay.adults];
    const who = age === undefined ? `Guest ${i + 2}` : `Child, ${age}`;
    const isRequired = requirements.guestNames === 'ALL';
    return html`<div class="pair">${input(`first${i + 1}`, `${who}: first name`, 'text', isRequired)}${input(`last${i + 1}`, `${who}: last name`, 'text', isRequired)}</div>`;
  });
  const body = html`<h1>Your details</h1><div class="checkout"><form class="guests" action="/book/${reference}" method="post" data-once>${token}
${problems.length > 0 && html`<div class="notice bad" role="alert"><ul>${problems.map(problem => html`<li>${problem}</li>`)}</ul></div>`}
${changes(quote)}
<h2>Who is travelling?</h2>
<div class="pair">${input('first0', 'First name', 'text', true, 'given-name')}${input('last0', 'Last name', 'text', true, 'family-name')}</div>
<div class="pair">${input('email', 'Email', 'email', true, 'email')}${input('phone', 'Phone', 'tel', requirements.holderPhone, 'tel')}</div>${others}
<div class="field"><label for="remarks">Wishes for the hotel (optional, not guaranteed)</label><textarea id="remarks" name="remarks" rows="2" maxlength="${requirements.maxRemarkLength}">${form.get('remarks')}</textarea></div>
<button class="primary large">Book for ${money(offer.price.guestTotal)}</button><p class="hint">This price is valid until ${time(quote.expiresAt, null)}. This example takes no payment.</p></form>${summary(checkout)}</div>`;
  return page('Your details', body, { status: problems.length > 0 ? 400 : 200 });
}

/** The visitor must accept a change explicitly. The box sends the hash of exactly these terms. */
function changes({ status, changes: changed, offer, termsHash }: Quote): Html | null {
  if (status === 'AVAILABLE') return null;
  const before = changed.find(({ field }) => field === 'price.guestTotal' || field === 'price.net')?.from;
  const isPrice = status === 'PRICE_CHANGED';
  return html`<div class="notice" role="alert"><strong>${isPrice ? 'The price has changed' : 'The terms have changed'}</strong>
<p>The hotel now asks ${money(offer.price.guestTotal)}${isMoney(before) && ` instead of ${money(before)}`}, with the terms shown on this page.</p>
<label class="check"><input type="checkbox" name="accept" value="${termsHash}" required>I accept the new price and terms</label></div>`;
}

function isMoney(value: unknown): value is { amount: string; currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

function summary({ quote, stay, hotel }: Checkout): Html {
  const { offer, notices } = quote;
  const { guestTotal, payAtProperty } = offer.price;
  return html`<aside class="summary" aria-label="Your stay">${hotel && photo(hotel.images?.[0], hotel.name, false)}<h2>${hotel?.name}</h2>
<p><strong>${offer.rooms.map(({ name }) => name).join(', ')}</strong><br>${day(stay.checkIn)} to ${day(stay.checkOut)}<br>${plural(stay.adults, 'adult')}${stay.childAges.length > 0 && `, ${plural(stay.childAges.length, 'child', 'children')}`}<br>${boardName(offer.board.code)}</p>
<p class="price"><span class="amount">${money(guestTotal)}</span><span class="hint">in total</span></p>
${payAtProperty.length > 0 && html`<h3>Of which you pay at the hotel</h3><ul>${payAtProperty.map(({ description, amount }) => html`<li>${description}: ${money(amount)}</li>`)}</ul>`}
<h3>Cancellation</h3>${fullTerms(offer.cancellation)}
${notices.length > 0 && html`<h3>From the hotel</h3><ul>${notices.map(({ text }) => html`<li>${text}</li>`)}</ul>`}</aside>`;
}

export const unknownReference = () =>
  new PageError(
    404,
    'There is no booking under this reference. If you were about to book, please search again.',
  );
