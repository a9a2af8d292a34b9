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
import { type Checkout, expiredPage, gonePage, guestPage, problemsOf } from './checkout-pages.ts';
import { readStay } from './stay.ts';
import { PageError, type Reply, type Route, redirect, type Visit } from './web.ts';

/** Checkouts live in memory. After a restart, visitors begin again, and bookings are still found by their reference. */
const UNKNOWN_MS = 86_400_000;
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
        if (checkout === undefined || checkout.sent !== undefined)
          return redirect(`/bookings/${visit.reference}`);
        return guestPage(visit, checkout);
      },
      'POST /book/:reference': visit => this.#book(visit),
      'POST /book-again/:reference': visit => this.#repeat(visit),
    };
  }

  /** The checkout whose request was sent under this reference, if its outcome is not known. */
  unknown(reference: string): Checkout | undefined {
    const checkout = this.#open.get(reference);
    return checkout?.sent && checkout;
  }

  /** Serai knows the booking, so the request is not needed any more. */
  forget(reference: string): void {
    this.#open.delete(reference);
  }

  async #begin(visit: Visit): Promise<Reply> {
    const offerId = visit.unseal(visit.form.get('offerId'));
    const hotelId = visit.form.get('hotelId') ?? '';
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
    this.#makeRoom();
    this.#open.set(reference, { reference, hotelId, hotel, offerId, stay, quote });
    return redirect(`/checkout/${reference}`);
  }

  /** Drops the oldest checkouts. One whose outcome is not known stays for a day, because its visitor may have a booking. */
  #makeRoom(): void {
    for (const [reference, { sent }] of this.#open) {
      if (this.#open.size < MAX_CHECKOUTS) return;
      if (sent === undefined || Date.now() - sent.atMs > UNKNOWN_MS) this.#open.delete(reference);
    }
    if (this.#open.size >= MAX_CHECKOUTS)
      throw new PageError(503, 'We cannot take bookings at the moment. Please try again in a few minutes.');
  }

  async #book(visit: Visit): Promise<Reply> {
    const checkout = this.#open.get(visit.reference);
    if (checkout === undefined) return redirect(`/bookings/${visit.reference}`);
    if (checkout.sent !== undefined) return checkout.sent.outcome;
    const { quote } = checkout;
    if (quote.status !== 'AVAILABLE' && visit.form.get('accept') !== quote.termsHash)
      return guestPage(visit, checkout, ['Please confirm the new price and terms.']);
    return this.#send(visit, checkout, bookingRequest(checkout, visit.form), isNothingBooked);
  }

  /** Sends exactly the same request again. If the first one arrived, Serai returns its booking. */
  async #repeat(visit: Visit): Promise<Reply> {
    const checkout = this.#open.get(visit.reference);
    const sent = checkout?.sent;
    await sent?.outcome;
    if (checkout?.sent === undefined) return redirect(`/bookings/${visit.reference}`);
    if (checkout.sent !== sent) return checkout.sent.outcome;
    return this.#send(visit, checkout, checkout.sent.request, isRefused);
  }

  #send(
    visit: Visit,
    checkout: Checkout,
    request: BookingRequest,
    mayCorrect: (error: unknown) => boolean,
  ): Promise<Reply> {
    // The booking page looks the booking up by its reference. It shows rejections and unknown outcomes as well.
    const booked = redirect(`/bookings/${checkout.reference}`);
    const outcome = this.#serai.bookings.create(request).then(
      () => {
        this.forget(checkout.reference);
        return booked;
      },
      (error: unknown) => {
        if (!mayCorrect(error)) {
          if (checkout.sent) checkout.sent.isStuck = isPermanent(error);
          return booked;
        }
        // Nothing was booked, so the visitor may correct the form and send it again.
        checkout.sent = undefined;
        return explain(error, visit, checkout);
      },
    );
    checkout.sent = { request, atMs: checkout.sent?.atMs ?? Date.now(), outcome, isStuck: false };
    return outcome;
  }
}

/** Serai read the request and refused it. That also holds for earlier attempts to send the same request. */
function isRefused(error: unknown): error is ApiError {
  if (!isFromSerai(error)) return false;
  if (error instanceof ConflictError)
    return (
      error.bookingId === null &&
      error.code !== 'OPERATION_IN_PROGRESS' &&
      error.code !== 'DUPLICATE_CLIENT_REFERENCE'
    );
  return error instanceof ValidationError || error instanceof GoneError;
}

/** A proxy in between may return an error of its own, which says nothing about the booking. */
function isFromSerai(error: unknown): boolean {
  return error instanceof ApiError && error.code !== 'UNEXPECTED_ANSWER';
}

/** The key lacks a scope or credit, or the quote no longer exists: sending the request again would fail again. */
function isPermanent(error: unknown): boolean {
  return isFromSerai(error) && [402, 403, 404].includes((error as ApiError).status);
}

/** After the first request, errors that prevented it from being carried out also mean that nothing was booked. */
function isNothingBooked(error: unknown): boolean {
  if (isRefused(error)) return true;
  if (error instanceof ApiError && !isFromSerai(error)) return false;
  if (error instanceof ConnectionError || error instanceof TimeoutError) return error.outcome === 'not-sent';
  if (!(error instanceof ApiError) || error instanceof ConflictError || error.bookingId !== null)
    return false;
  return error.status < 500 || error.status === 503;
}

function explain(error: unknown, visit: Visit, checkout: Checkout): Reply {
  if (error instanceof GoneError) return expiredPage(visit, checkout);
  if (error instanceof ConflictError) return gonePage(checkout.hotelId, checkout.stay, error);
  if (error instanceof ValidationError) return guestPage(visit, checkout, problemsOf(error, checkout));
  console.error(error);
  const problem = 'We could not send your booking. Nothing was booked. Please try again in a moment.';
  return guestPage(visit, checkout, [problem]);
}

function bookingRequest({ reference, quote, stay }: Checkout, form: URLSearchParams): BookingRequest {
  const given = (name: string, field: string) => {
    const value = (form.get(field) ?? '').trim();
    return value === '' ? {} : { [name]: value };
  };
  const named = (i: number) => ({ ...given('firstName', `first${i}`), ...given('lastName', `last${i}`) });
  const guests = [
    ...Array.from({ length: stay.adults }, (_, i) => ({ type: 'ADULT' as const, ...named(i) })),
    ...stay.childAges.map((age, i) => ({ type: 'CHILD' as const, age, ...named(stay.adults + i) })),
  ];
  return {
    quoteId: quote.quoteId,
    clientReference: reference,
    holder: {
      firstName: '',
      lastName: '',
      ...named(0),
      ...given('email', 'email'),
      ...given('phone', 'phone'),
    },
    rooms: quote.offer.rooms.map(({ roomRef }) => ({ roomRef, guests })),
    ...given('remarks', 'remarks'),
    // If the price rises after all, the booking fails instead of costing more than the visitor agreed to.
    expectedPrice: quote.offer.price.net,
    termsHash: quote.termsHash,
  };
}

export const unknownReference = () =>
  new PageError(
    404,
    'There is no booking under this reference. ' +
      'If you have just booked, wait a minute and reload this page before you book again.',
  );
