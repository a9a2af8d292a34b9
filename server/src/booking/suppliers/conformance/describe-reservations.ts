/** Conformance tests for reservations: each reference has one reservation, which can be looked up and is cancelled only once. */
import { describe, expect, it } from 'vitest';
import type { Reservation } from '../../port/outcomes.ts';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import type { BookRequest, Supplier, Swept } from '../../port/supplier.ts';
import { describeSending } from './describe-sending.ts';
import {
  newReference,
  type Ordered,
  type SupplierClient,
  type SupplierUnderTest,
} from './supplier-client.ts';

const FAR_FUTURE_MS = Date.UTC(2200, 0, 1);
const DAY_MS = 86_400_000;

export function describeReservations(
  getSubject: () => SupplierUnderTest,
  getWalk: () => SupplierClient,
): void {
  function periods(): { all: [number, number]; empty: [number, number] } {
    if (getSubject().traits?.sweepsAnyPeriod ?? true) return { all: [0, FAR_FUTURE_MS], empty: [0, 1] };
    const nowMs = getSubject().clock.nowMs();
    return {
      all: [nowMs - DAY_MS, nowMs + DAY_MS],
      empty: [nowMs - 20 * DAY_MS, nowMs - 19 * DAY_MS],
    };
  }

  /** Returns undefined if the supplier cannot list reservations. */
  async function swept(reference: string): Promise<Swept[] | undefined> {
    const listed = await getSubject().supplier.sweep(getWalk().call(), ...periods().all);
    if (listed.kind === 'UNSUPPORTED') return undefined;
    if (listed.kind !== 'OK') return expect.fail(listed.kind);
    return listed.value.filter(found => found.reference.toUpperCase() === reference);
  }

  const ordered = () => getWalk().ordered(getSubject().stay, getSubject().hotel);

  async function settled(): Promise<void> {
    await getSubject().settle?.();
  }

  /** Books, and returns the reservation. If the response does not describe the reservation, it is looked up. */
  async function reserve(request: BookRequest): Promise<Booking> {
    const { supplier } = getSubject();
    const booked = await supplier.book(getWalk().call(), request);
    if (booked.kind === 'CONFIRMED') return reservationOf(booked);
    if (booked.kind !== 'ACCEPTED') return expect.fail(booked.kind);
    await settled();
    const known = { ...getWalk().known(request), supplierRef: booked.supplierRef };
    const found = await supplier.lookup(getWalk().call(), known);
    if (found.kind !== 'FOUND') return expect.fail(`lookup: ${found.kind}`);
    expect(found).toMatchObject({ state: 'BOOKED', supplierRef: booked.supplierRef });
    return reservationOf(found);
  }

  describe('reservations', () => {
    it('a reservation is booked as quoted, can be found by our reference, and can be cancelled only once', async () => {
      const { supplier, family, hotel } = getSubject();
      const client = getWalk();
      const { request, known, offer } = await client.ordered(family, hotel);
      const reservation = await reserve(request);
      expect(reservation).toMatchObject({
        hotelId: hotel.hotelId,
        checkIn: family.checkIn,
        checkOut: family.checkOut,
        currency: offer.currency,
        netMinor: offerNetMinor(offer),
      });
      await settled();

      const found = { kind: 'FOUND', state: 'BOOKED', ...reservation };
      expect(await supplier.lookup(client.call(), known)).toMatchObject(found);
      expect(await getSubject().twin().lookup(client.call(), known)).toMatchObject(found);
      const lowerCase = { ...known, reference: known.reference.toLowerCase() };
      expect(await supplier.lookup(client.call(), lowerCase)).toMatchObject(found);

      const withRef = { ...known, supplierRef: reservation.supplierRef };
      await checkCancelQuote(supplier, client, withRef, offerNetMinor(offer));
      const cancelled = await supplier.cancel(client.call(), withRef);
      if (cancelled.kind !== 'CANCELLED') return expect.fail(cancelled.kind);
      expect(cancelled.penaltyMinor ?? 0).toBeLessThanOrEqual(offerNetMinor(offer));
      await settled();
      expect(await supplier.cancel(client.call(), withRef)).toEqual({ kind: 'ALREADY' });
      expect(await supplier.lookup(client.call(), known)).toMatchObject({
        kind: 'FOUND',
        state: 'CANCELLED',
      });
      expect((await swept(known.reference))?.map(({ state }) => state) ?? ['CANCELLED']).toEqual([
        'CANCELLED',
      ]);
    });

    it('a lookup returns ABSENT for a reference that the supplier never received', async () => {
      const { supplier } = getSubject();
      const { known: other } = await ordered();
      const known = { ...other, reference: newReference() };
      expect(await supplier.lookup(getWalk().call(), known)).toEqual({ kind: 'ABSENT' });
      expect((await supplier.cancel(getWalk().call(), known)).kind).not.toBe('CANCELLED');
    });

    it('a supplier with unique references creates one reservation, even if several processes send the same booking', async ({
      skip,
    }) => {
      const { supplier, twin } = getSubject();
      skip(
        !supplier.capabilities.referenceIsUnique,
        'references are not unique, so the service prevents a second reservation',
      );
      const { request } = await ordered();
      const client = getWalk();
      const outcomes = await Promise.all(
        [supplier, twin(), supplier, twin()].map(one => one.book(client.call(), request)),
      );
      outcomes.push(await supplier.book(client.call(), request));
      const refs = outcomes.flatMap(outcome => ('supplierRef' in outcome ? [outcome.supplierRef] : []));
      expect(new Set(refs).size).toBe(1);
      expect(outcomes.every(outcome => 'supplierRef' in outcome || outcome.kind === 'DUPLICATE')).toBe(true);
      await settled();
      expect((await swept(request.reference))?.length ?? 1).toBe(1);
    });

    it('a sweep lists a reservation only for the period in which it was created', async () => {
      const { supplier, hotel } = getSubject();
      const client = getWalk();
      const { request } = await ordered();
      const reservation = await reserve(request);
      await settled();
      const [listed] = (await swept(request.reference)) ?? [];
      const before = await supplier.sweep(client.call(), ...periods().empty);
      if (listed === undefined) {
        expect(before).toEqual({ kind: 'UNSUPPORTED' });
        return;
      }
      const { hotelId, ...rest } = reservation;
      expect(listed).toMatchObject({ reference: request.reference, state: 'BOOKED', ...rest });
      // A sweep may return the supplier's id of the hotel instead of ours.
      expect([hotelId, ...(hotel.supplierIds ?? [])]).toContain(listed.hotelId);
      expect(before).toEqual({ kind: 'OK', value: [] });
    });

    it('a supplier that checks prices refuses a price rise above the tolerance, and accepts one within it', async () => {
      const { supplier, traits } = getSubject();
      const client = getWalk();
      const first = await ordered();
      const tooLow = { ...first.request, netMinor: first.request.netMinor - 2, toleranceMinor: 1 };
      if (traits?.checksPrice ?? true) {
        const refused = await supplier.book(client.call(), tooLow);
        expect(refused).toMatchObject({ kind: 'REFUSED', reason: 'PRICE_CHANGED' });
        const { netMinor = first.request.netMinor } = refused as { netMinor?: number };
        expect(netMinor).toBe(first.request.netMinor);
        expect(await supplier.lookup(client.call(), first.known)).toEqual({ kind: 'ABSENT' });
      } else {
        // A supplier that does not check prices books anyway. The service compares the price and does not confirm the
        // booking.
        expect((await reserve(tooLow)).netMinor).toBe(first.request.netMinor);
      }
      const second = await ordered();
      const tolerated = { ...second.request, netMinor: second.request.netMinor - 2, toleranceMinor: 2 };
      expect((await reserve(tolerated)).netMinor).toBe(second.request.netMinor);
    });

    it.each(['past its deadline', 'aborted'] as const)('a call that is %s has no effect', async end => {
      const { supplier, stay, hotel, clock } = getSubject();
      const client = getWalk();
      const over = () =>
        end === 'past its deadline'
          ? client.call(undefined, { deadlineMs: clock.monotonicMs() })
          : client.call(undefined, { signal: AbortSignal.abort() });
      const failed = { kind: 'FAILED', cause: 'TIMEOUT' };
      const { request, known, offer }: Ordered = await ordered();
      expect(await supplier.search(over(), client.searchRequest(stay, hotel))).toEqual(failed);
      expect(await supplier.quote(over(), client.quoteRequest(stay, hotel, offer))).toEqual(failed);
      expect(await supplier.book(over(), request)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
      expect(await supplier.lookup(over(), known)).toEqual(failed);
      expect(await supplier.lookup(client.call(), known)).toEqual({ kind: 'ABSENT' });

      const { supplierRef } = await reserve(request);
      await settled();
      const withRef = { ...known, supplierRef };
      expect(await supplier.cancel(over(), withRef)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
      expect(await supplier.lookup(client.call(), known)).toMatchObject({ state: 'BOOKED' });
    });

    describeSending(getSubject, getWalk);
  });
}

type Booking = ReturnType<typeof reservationOf>;

/** The fields that must be the same in all responses about a reservation. */
function reservationOf({ supplierRef, hotelId, checkIn, checkOut, currency, netMinor }: Reservation) {
  return { supplierRef, hotelId, checkIn, checkOut, currency, netMinor };
}

/** Checks that a cancellation quote returns a penalty and cancels nothing. */
async function checkCancelQuote(
  supplier: Supplier,
  client: SupplierClient,
  known: Ordered['known'],
  netMinor: number,
): Promise<void> {
  if (supplier.cancelQuote === undefined) return;
  const quoted = await supplier.cancelQuote(client.call(), known);
  if (quoted.kind !== 'OK') return expect.fail(quoted.kind);
  expect(quoted.value.penaltyMinor).toBeGreaterThanOrEqual(0);
  expect(quoted.value.penaltyMinor).toBeLessThanOrEqual(netMinor);
  expect(await supplier.lookup(client.call(), known)).toMatchObject({ kind: 'FOUND', state: 'BOOKED' });
}
