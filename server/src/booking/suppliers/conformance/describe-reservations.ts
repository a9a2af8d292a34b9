/** What every supplier promises about reservations: one a reference, found by it, cancelled once. For tests alone. */
import { describe, expect, it } from 'vitest';
import type { Swept } from '../../port/supplier.ts';
import type { SupplierUnderTest } from './supplier-under-test.ts';
import { netOf, newReference, type Ordered, type SupplierWalk } from './supplier-walk.ts';

const FAR_FUTURE_MS = Date.UTC(2200, 0, 1);

export function describeReservations(getSubject: () => SupplierUnderTest, getWalk: () => SupplierWalk): void {
  /** Undefined where the supplier cannot list. */
  async function swept(reference: string): Promise<Swept[] | undefined> {
    const listed = await getSubject().supplier.sweep(getWalk().call(), 0, FAR_FUTURE_MS);
    if (listed.kind === 'UNSUPPORTED') return undefined;
    if (listed.kind !== 'OK') return expect.fail(listed.kind);
    return listed.value.filter(found => found.reference.toUpperCase() === reference);
  }

  const ordered = () => getWalk().ordered(getSubject().stay, getSubject().hotel);

  describe('reservations', () => {
    it('books as quoted, finds it by our reference, and cancels it once', async () => {
      const { supplier, family, hotel } = getSubject();
      const walk = getWalk();
      const { request, known, offer } = await walk.ordered(family, hotel);
      const booked = await supplier.book(walk.call(), request);
      if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
      expect(booked).toMatchObject({
        hotelId: hotel.hotelId,
        checkIn: family.checkIn,
        checkOut: family.checkOut,
        currency: offer.currency,
        netMinor: netOf(offer),
      });

      const { kind: _, ...reservation } = booked;
      const found = { kind: 'FOUND', state: 'BOOKED', ...reservation };
      expect(await supplier.lookup(walk.call(), known)).toEqual(found);
      expect(await getSubject().twin().lookup(walk.call(), known)).toEqual(found);
      expect(
        await supplier.lookup(walk.call(), { ...known, reference: known.reference.toLowerCase() }),
      ).toEqual(found);

      const withRef = { ...known, supplierRef: booked.supplierRef };
      const cancelled = await supplier.cancel(walk.call(), withRef);
      if (cancelled.kind !== 'CANCELLED') return expect.fail(cancelled.kind);
      expect(cancelled.penaltyMinor ?? 0).toBeLessThanOrEqual(netOf(offer));
      expect(await supplier.cancel(walk.call(), withRef)).toEqual({ kind: 'ALREADY' });
      expect(await supplier.lookup(walk.call(), known)).toMatchObject({ kind: 'FOUND', state: 'CANCELLED' });
      expect((await swept(known.reference))?.map(({ state }) => state) ?? ['CANCELLED']).toEqual([
        'CANCELLED',
      ]);
    });

    it('knows nothing of a reference that it never got', async () => {
      const { supplier, hotel } = getSubject();
      const known = { reference: newReference(), supplierRef: null, hotelId: hotel.hotelId };
      expect(await supplier.lookup(getWalk().call(), known)).toEqual({ kind: 'ABSENT' });
      expect((await supplier.cancel(getWalk().call(), known)).kind).not.toBe('CANCELLED');
    });

    it('makes one reservation of one reference, however often and from wherever it comes', async () => {
      const { supplier, twin } = getSubject();
      const { request } = await ordered();
      const walk = getWalk();
      const outcomes = await Promise.all(
        [supplier, twin(), supplier, twin()].map(one => one.book(walk.call(), request)),
      );
      outcomes.push(await supplier.book(walk.call(), request));
      const refs = outcomes.flatMap(outcome => (outcome.kind === 'CONFIRMED' ? [outcome.supplierRef] : []));
      expect(new Set(refs).size).toBe(1);
      const others = outcomes.filter(({ kind }) => kind !== 'CONFIRMED');
      expect(others.every(({ kind }) => kind === 'DUPLICATE')).toBe(true);
      expect((await swept(request.reference))?.length ?? 1).toBe(1);
    });

    it('lists a reservation in the period in which it was made, and in no other', async () => {
      const { supplier } = getSubject();
      const walk = getWalk();
      const { request } = await ordered();
      const booked = await supplier.book(walk.call(), request);
      if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
      const [listed] = (await swept(request.reference)) ?? [];
      if (listed === undefined) {
        expect(await supplier.sweep(walk.call(), 0, 1)).toEqual({ kind: 'UNSUPPORTED' });
        return;
      }
      const { kind: _, ...reservation } = booked;
      expect(listed).toEqual({ reference: request.reference, state: 'BOOKED', ...reservation });
      expect(await supplier.sweep(walk.call(), 0, 1)).toEqual({ kind: 'OK', value: [] });
    });

    it('refuses a price that fell short, and books within the tolerance', async () => {
      const { supplier } = getSubject();
      const walk = getWalk();
      const dear = await ordered();
      const short = { ...dear.request, netMinor: dear.request.netMinor - 2, toleranceMinor: 1 };
      const refused = await supplier.book(walk.call(), short);
      expect(refused).toMatchObject({ kind: 'REFUSED', reason: 'PRICE_CHANGED' });
      const { netMinor = dear.request.netMinor } = refused as { netMinor?: number };
      expect(netMinor).toBe(dear.request.netMinor);
      expect(await supplier.lookup(walk.call(), dear.known)).toEqual({ kind: 'ABSENT' });

      const near = await ordered();
      const close = { ...near.request, netMinor: near.request.netMinor - 2, toleranceMinor: 2 };
      const booked = await supplier.book(walk.call(), close);
      expect(booked).toMatchObject({ kind: 'CONFIRMED', netMinor: near.request.netMinor });
    });

    it.each(['deadline', 'signal'] as const)('does nothing once the %s has ended', async end => {
      const { supplier, stay, hotel, clock } = getSubject();
      const walk = getWalk();
      const over = () =>
        end === 'deadline'
          ? walk.call(undefined, { deadlineMs: clock.monotonicMs() })
          : walk.call(undefined, { signal: AbortSignal.abort() });
      const failed = { kind: 'FAILED', cause: 'TIMEOUT' };
      const { request, known, offer }: Ordered = await ordered();
      expect(await supplier.search(over(), walk.searchRequest(stay, hotel))).toEqual(failed);
      expect(await supplier.quote(over(), walk.quoteRequest(stay, hotel, offer.rateKey))).toEqual(failed);
      expect(await supplier.book(over(), request)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
      expect(await supplier.lookup(over(), known)).toEqual(failed);
      expect(await supplier.lookup(walk.call(), known)).toEqual({ kind: 'ABSENT' });

      expect((await supplier.book(walk.call(), request)).kind).toBe('CONFIRMED');
      expect(await supplier.cancel(over(), known)).toEqual({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' });
      expect(await supplier.lookup(walk.call(), known)).toMatchObject({ state: 'BOOKED' });
    });
  });
}
