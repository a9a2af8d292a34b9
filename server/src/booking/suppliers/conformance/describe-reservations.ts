/** Conformance tests for reservations: each reference has one reservation, which can be looked up, and cancelled once. */
import { describe, expect, it } from 'vitest';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import type { Swept } from '../../port/supplier.ts';
import {
  newReference,
  type Ordered,
  type SupplierClient,
  type SupplierUnderTest,
} from './supplier-client.ts';

const FAR_FUTURE_MS = Date.UTC(2200, 0, 1);

export function describeReservations(
  getSubject: () => SupplierUnderTest,
  getWalk: () => SupplierClient,
): void {
  /** Returns undefined if the supplier cannot list reservations. */
  async function swept(reference: string): Promise<Swept[] | undefined> {
    const listed = await getSubject().supplier.sweep(getWalk().call(), 0, FAR_FUTURE_MS);
    if (listed.kind === 'UNSUPPORTED') return undefined;
    if (listed.kind !== 'OK') return expect.fail(listed.kind);
    return listed.value.filter(found => found.reference.toUpperCase() === reference);
  }

  const ordered = () => getWalk().ordered(getSubject().stay, getSubject().hotel);

  describe('reservations', () => {
    it('a reservation is booked as quoted, can be found by our reference and is cancelled once', async () => {
      const { supplier, family, hotel } = getSubject();
      const client = getWalk();
      const { request, known, offer } = await client.ordered(family, hotel);
      const booked = await supplier.book(client.call(), request);
      if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
      expect(booked).toMatchObject({
        hotelId: hotel.hotelId,
        checkIn: family.checkIn,
        checkOut: family.checkOut,
        currency: offer.currency,
        netMinor: offerNetMinor(offer),
      });

      const { kind: _, ...reservation } = booked;
      const found = { kind: 'FOUND', state: 'BOOKED', ...reservation };
      expect(await supplier.lookup(client.call(), known)).toEqual(found);
      expect(await getSubject().twin().lookup(client.call(), known)).toEqual(found);
      expect(
        await supplier.lookup(client.call(), { ...known, reference: known.reference.toLowerCase() }),
      ).toEqual(found);

      const withRef = { ...known, supplierRef: booked.supplierRef };
      const cancelled = await supplier.cancel(client.call(), withRef);
      if (cancelled.kind !== 'CANCELLED') return expect.fail(cancelled.kind);
      expect(cancelled.penaltyMinor ?? 0).toBeLessThanOrEqual(offerNetMinor(offer));
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

    it('a reference creates only one reservation, even if several processes send it repeatedly', async () => {
      const { supplier, twin } = getSubject();
      const { request } = await ordered();
      const client = getWalk();
      const outcomes = await Promise.all(
        [supplier, twin(), supplier, twin()].map(one => one.book(client.call(), request)),
      );
      outcomes.push(await supplier.book(client.call(), request));
      const refs = outcomes.flatMap(outcome => (outcome.kind === 'CONFIRMED' ? [outcome.supplierRef] : []));
      expect(new Set(refs).size).toBe(1);
      const others = outcomes.filter(({ kind }) => kind !== 'CONFIRMED');
      expect(others.every(({ kind }) => kind === 'DUPLICATE')).toBe(true);
      expect((await swept(request.reference))?.length ?? 1).toBe(1);
    });

    it('a sweep lists a reservation only for the period in which it was created', async () => {
      const { supplier } = getSubject();
      const client = getWalk();
      const { request } = await ordered();
      const booked = await supplier.book(client.call(), request);
      if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
      const [listed] = (await swept(request.reference)) ?? [];
      if (listed === undefined) {
        expect(await supplier.sweep(client.call(), 0, 1)).toEqual({ kind: 'UNSUPPORTED' });
        return;
      }
      const { kind: _, ...reservation } = booked;
      expect(listed).toEqual({ reference: request.reference, state: 'BOOKED', ...reservation });
      expect(await supplier.sweep(client.call(), 0, 1)).toEqual({ kind: 'OK', value: [] });
    });

    it('a booking is refused if the price exceeds the tolerance and confirmed otherwise', async () => {
      const { supplier } = getSubject();
      const client = getWalk();
      const first = await ordered();
      const tooLow = { ...first.request, netMinor: first.request.netMinor - 2, toleranceMinor: 1 };
      const refused = await supplier.book(client.call(), tooLow);
      expect(refused).toMatchObject({ kind: 'REFUSED', reason: 'PRICE_CHANGED' });
      const { netMinor = first.request.netMinor } = refused as { netMinor?: number };
      expect(netMinor).toBe(first.request.netMinor);
      expect(await supplier.lookup(client.call(), first.known)).toEqual({ kind: 'ABSENT' });

      const second = await ordered();
      const tolerated = { ...second.request, netMinor: second.request.netMinor - 2, toleranceMinor: 2 };
      const booked = await supplier.book(client.call(), tolerated);
      expect(booked).toMatchObject({ kind: 'CONFIRMED', netMinor: second.request.netMinor });
    });

    it.each(['past its deadline', 'aborted'] as const)('a call that is %s changes nothing', async end => {
      const { supplier, stay, hotel, clock } = getSubject();
      const client = getWalk();
      const over = () =>
        end === 'past its deadline'
          ? client.call(undefined, { deadlineMs: clock.monotonicMs() })
          : client.call(undefined, { signal: AbortSignal.abort() });
      const failed = { kind: 'FAILED', cause: 'TIMEOUT' };
      const { request, known, offer }: Ordered = await ordered();
      expect(await supplier.search(over(), client.searchRequest(stay, hotel))).toEqual(failed);
      expect(await supplier.quote(over(), client.quoteRequest(stay, hotel, offer.rateKey))).toEqual(failed);
      expect(await supplier.book(over(), request)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
      expect(await supplier.lookup(over(), known)).toEqual(failed);
      expect(await supplier.lookup(client.call(), known)).toEqual({ kind: 'ABSENT' });

      expect((await supplier.book(client.call(), request)).kind).toBe('CONFIRMED');
      expect(await supplier.cancel(over(), known)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
      expect(await supplier.lookup(client.call(), known)).toMatchObject({ state: 'BOOKED' });
    });
  });
}
