/** Cancels bookings at Hotelbeds, and reads the penalty with a simulated cancellation. */
import type { Clock } from '../../../platform/clock.ts';
import { dateInZone } from '../../../platform/time/zoned-time.ts';
import type { Call } from '../../port/call.ts';
import type { Cancelled, CancelQuote, Found, Read } from '../../port/outcomes.ts';
import type { KnownBooking } from '../../port/supplier.ts';
import { type HotelbedsBookings, SPAIN } from './bookings.ts';
import type { HotelbedsClient, Reply } from './client.ts';
import { isWrongEnvironment } from './mapping.ts';
import { cancelFailure, readError, readFailure } from './outcomes.ts';
import { readBooking, readPenalty } from './reservation.ts';

export interface CancellationOptions {
  kind: 'TEST' | 'LIVE';
  clock: Clock;
  client: HotelbedsClient;
  bookings: HotelbedsBookings;
}

const UNKNOWN_ENVIRONMENT = { kind: 'UNKNOWN', cause: 'ENVIRONMENT' } as const;
const CONTRADICTORY = { kind: 'UNKNOWN', cause: 'CONTRADICTORY' } as const;

export class HotelbedsCancellations {
  readonly #kind: 'TEST' | 'LIVE';
  readonly #clock: Clock;
  readonly #client: HotelbedsClient;
  readonly #bookings: HotelbedsBookings;

  constructor({ kind, clock, client, bookings }: CancellationOptions) {
    this.#kind = kind;
    this.#clock = clock;
    this.#client = client;
    this.#bookings = bookings;
  }

  /** Reads the booking first, because Hotelbeds may also report success for a booking that is already cancelled. */
  async cancel(call: Call, known: KnownBooking): Promise<Cancelled> {
    const found = await this.#bookings.lookup(call, known);
    switch (found.kind) {
      case 'ABSENT':
        return { kind: 'REFUSED', reason: 'OTHER' };
      case 'INCOMPLETE':
        return { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };
      case 'FAILED':
        return cancelNotSent(found.cause);
      case 'FOUND':
        if (found.state === 'CANCELLED') return { kind: 'ALREADY' };
        return this.#sendCancel(call, found.supplierRef, known);
    }
  }

  async #sendCancel(call: Call, supplierRef: string, known: KnownBooking): Promise<Cancelled> {
    const reply = await this.#sendDelete(call, supplierRef, 'CANCELLATION');
    if (reply.kind !== 'REPLY' || reply.status !== 200) {
      const failure = cancelFailure(reply);
      return failure.kind === 'RECHECK' ? this.#recheck(call, supplierRef, known) : failure;
    }
    if (isWrongEnvironment(reply.json, this.#kind)) return UNKNOWN_ENVIRONMENT;
    if (readError(reply.json) !== undefined) return CONTRADICTORY;
    const read = readBooking((reply.json as { booking?: unknown } | undefined)?.booking, known.sentAtMs);
    if (read.kind !== 'OK') return { kind: 'UNKNOWN', cause: read.kind };
    const { booking } = read;
    const isAll = (booking.rooms ?? []).every(({ state }) => state === 'CANCELLED');
    if (booking.supplierRef !== supplierRef || booking.state !== 'CANCELLED' || !isAll) return CONTRADICTORY;
    return { kind: 'CANCELLED', penaltyMinor: booking.penaltyMinor ?? null };
  }

  /** After a refusal, reads the booking to find out whether it is already cancelled. */
  async #recheck(call: Call, supplierRef: string, known: KnownBooking): Promise<Cancelled> {
    const found = await this.#bookings.detail(call, supplierRef, known);
    if (found.kind !== 'FOUND') return { kind: 'UNKNOWN', cause: 'SERVER' };
    if (found.state === 'CANCELLED') return { kind: 'ALREADY' };
    const isOver = found.checkIn < dateInZone(this.#clock.nowMs(), SPAIN);
    return { kind: 'REFUSED', reason: isOver ? 'AFTER_STAY' : 'NOT_ALLOWED' };
  }

  #sendDelete(
    call: Call,
    supplierRef: string,
    cancellationFlag: 'SIMULATION' | 'CANCELLATION',
  ): Promise<Reply> {
    const path = `/bookings/${encodeURIComponent(supplierRef)}`;
    const query = { cancellationFlag, language: 'ENG' };
    return this.#client.send(call, { method: 'DELETE', api: 'booking', path, query });
  }

  async quote(call: Call, known: KnownBooking): Promise<Read<CancelQuote>> {
    const { supplierRef } = known;
    if (supplierRef === null) return { kind: 'UNSUPPORTED' };
    const reply = await this.#sendDelete(call, supplierRef, 'SIMULATION');
    if (reply.kind !== 'REPLY' || reply.status !== 200) return readFailure(reply, 'GONE');
    if (isWrongEnvironment(reply.json, this.#kind)) return { kind: 'FAILED', cause: 'ENVIRONMENT' };
    const penaltyMinor = readError(reply.json) === undefined ? readPenalty(reply.json) : undefined;
    return penaltyMinor === undefined
      ? { kind: 'FAILED', cause: 'UNREADABLE' }
      : { kind: 'OK', value: { penaltyMinor } };
  }
}

/** The outcome if the booking could not be read, so that no cancellation was sent. */
function cancelNotSent(cause: Extract<Found, { kind: 'FAILED' }>['cause']): Cancelled {
  if (cause === 'CONTRADICTORY' || cause === 'ENVIRONMENT') return { kind: 'UNKNOWN', cause };
  return { kind: 'NOT_EXECUTED', cause: cause === 'CREDENTIALS' ? 'CREDENTIALS' : 'NOT_SENT' };
}
