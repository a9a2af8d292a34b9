import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { samplesOf, violationsOf } from '../../../../test/suppliers/liteapi/proof.ts';
import { FAMILY, HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/liteapi/stage.ts';
import { USUAL } from '../../../../test/suppliers/liteapi/world.ts';
import { describeWithDocuments } from '../../../../test/suppliers/supplier-documents.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
afterEach(() => {
  stage.simulator.set(USUAL);
  stage.simulator.clearFaults();
});

const requests = (operation: string) =>
  stage.simulator.exchanges.filter(exchange => exchange.operation === operation);
const lastRequest = (operation: string) => requests(operation).at(-1)?.request;

function respondOnce(operation: string, status: number, body: unknown): void {
  stage.simulator.fail(operation, { when: 'before', kind: 'respond', response: { status, body } });
}

/** Changes fields in the response to the next booking. */
function alterBooked(change: object): void {
  stage.simulator.fail('book', {
    when: 'after',
    kind: 'alter',
    alter: ({ status, body }) => {
      const { data, ...rest } = body as { data: object };
      return { status, body: { ...rest, data: { ...data, ...change } } };
    },
  });
}

describe('a booking at LiteAPI', () => {
  it('a booking contains the reference in upper case, one lead guest per room and the payment method', async () => {
    const { request } = await stage.client.ordered(FAMILY, HOTEL);
    const booked = await stage.supplier.book(stage.client.call(), {
      ...request,
      reference: request.reference.toLowerCase(),
    });
    expect(booked.kind).toBe('CONFIRMED');
    const body = lastRequest('book')?.body as { guests: object[] };
    expect(body).toMatchObject({
      clientReference: request.reference,
      holder: { email: request.holder.email },
      payment: { method: 'ACC_CREDIT_CARD' },
    });
    expect(body.guests).toHaveLength(2);
  });

  it('a booking reports the processing fee separately from the price', async () => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    const booked = await stage.supplier.book(stage.client.call(), request);
    expect(booked).toMatchObject({
      kind: 'CONFIRMED',
      netMinor: request.netMinor,
      feesMinor: Math.floor(request.netMinor * 0.04),
    });
  });

  it('a LiteAPI booking is not sent if the holder, the rooms or the tokens are incomplete', async () => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    const before = requests('book').length;
    for (const holder of [
      { ...request.holder, email: null },
      { ...request.holder, phone: ' ' },
    ]) {
      expect(await stage.supplier.book(stage.client.call(), { ...request, holder })).toEqual({
        kind: 'REFUSED',
        reason: 'PROVIDER_REFUSED',
      });
    }
    expect((await stage.supplier.book(stage.client.call(), { ...request, rooms: [] })).kind).toBe('REFUSED');
    expect((await stage.supplier.book(stage.client.call(), { ...request, tokens: 'x' })).kind).toBe(
      'REFUSED',
    );
    expect(requests('book').length).toBe(before);
  });

  it('a booking is not sent if its hotel is now mapped to another supplier id', async () => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    const before = requests('book').length;
    const hotel = { ...request.hotel, supplierIds: ['lp9999'] };
    expect(await stage.supplier.book(stage.client.call(), { ...request, hotel })).toEqual({
      kind: 'REFUSED',
      reason: 'SOLD_OUT',
    });
    expect(requests('book').length).toBe(before);
  });

  it('a booking returns the price at which LiteAPI booked, even if it differs from the quote', async () => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    stage.simulator.set({ booksAtHalfPrice: true });
    const booked = await stage.supplier.book(stage.client.call(), request);
    if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
    expect(booked.netMinor).toBeLessThan(request.netMinor);
  });

  it.each([
    ['another reference', { clientReference: 'OTHER' }, { kind: 'UNKNOWN', cause: 'CONTRADICTORY' }],
    ['an unknown status', { status: 'PENDING' }, { kind: 'UNKNOWN', cause: 'INCOMPLETE' }],
    ['the flag of the live environment', { sandbox: 0 }, { kind: 'UNKNOWN', cause: 'ENVIRONMENT' }],
    ['no booking id', { bookingId: '' }, { kind: 'UNKNOWN', cause: 'INCOMPLETE' }],
    ['no price', { price: null }, { kind: 'ACCEPTED' }],
  ])('a booking response with %s is not CONFIRMED', async (_name, change, expected) => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    alterBooked(change);
    expect(await stage.supplier.book(stage.client.call(), request)).toMatchObject(expected);
  });

  it('a booking response for another hotel is CONFIRMED with the hotel id of the response', async () => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    alterBooked({ hotelId: 'lp1001' });
    expect(await stage.supplier.book(stage.client.call(), request)).toMatchObject({
      kind: 'CONFIRMED',
      hotelId: 'lp1001',
    });
  });

  it('a booking response that contains both a success and an error is CONTRADICTORY', async () => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    stage.simulator.fail('book', {
      when: 'after',
      kind: 'alter',
      alter: ({ status, body }) => ({ status, body: { ...(body as object), error: { code: 2013 } } }),
    });
    expect(await stage.supplier.book(stage.client.call(), request)).toEqual({
      kind: 'UNKNOWN',
      cause: 'CONTRADICTORY',
    });
  });

  it('a booking is refused as SOLD_OUT if the prebook has expired at LiteAPI', async () => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    stage.clock.advance(2 * 3_600_000);
    expect(await stage.supplier.book(stage.client.call(), request)).toEqual({
      kind: 'REFUSED',
      reason: 'SOLD_OUT',
    });
  });
});

describe('a cancellation at LiteAPI', () => {
  it('a cancellation returns the fee that LiteAPI charges', async () => {
    const offers = await stage.client.offers(STAY, HOTEL);
    const { request, known } = await stage.client.ordered(STAY, HOTEL);
    expect(offers[0]?.policy).toMatchObject({ penalties: [{ from: { kind: 'ALWAYS' } }] });
    await stage.supplier.book(stage.client.call(), request);
    expect(await stage.supplier.cancel(stage.client.call(), known)).toEqual({
      kind: 'CANCELLED',
      penaltyMinor: request.netMinor,
    });
  });

  it('a cancellation with status 304 is UNKNOWN while the booking exists, and ALREADY once it is cancelled', async () => {
    const { request, known } = await stage.client.ordered(STAY, HOTEL);
    const booked = await stage.supplier.book(stage.client.call(), request);
    if (booked.kind !== 'CONFIRMED') return expect.fail(booked.kind);
    const withRef = { ...known, supplierRef: booked.supplierRef };
    respondOnce('cancel', 304, undefined);
    expect((await stage.supplier.cancel(stage.client.call(), withRef)).kind).toBe('UNKNOWN');
    await stage.supplier.cancel(stage.client.call(), withRef);
    respondOnce('cancel', 304, undefined);
    expect(await stage.supplier.cancel(stage.client.call(), withRef)).toEqual({ kind: 'ALREADY' });
  });
});

describe('a lookup at LiteAPI', () => {
  it('a lookup is CONTRADICTORY if LiteAPI returns two bookings or one with another reference', async () => {
    const { request, known } = await stage.client.ordered(STAY, HOTEL);
    await stage.supplier.book(stage.client.call(), request);
    const contradictory = { kind: 'FAILED', cause: 'CONTRADICTORY' };
    const alterData = (change: (found: object) => object[]) =>
      stage.simulator.fail('lookup', {
        when: 'after',
        kind: 'alter',
        alter: ({ status, body }) => ({
          status,
          body: { data: change((body as { data: object[] }).data[0] ?? {}) },
        }),
      });
    alterData(found => [found, found]);
    expect(await stage.supplier.lookup(stage.client.call(), known)).toEqual(contradictory);
    alterData(found => [{ ...found, clientReference: 'OTHER' }]);
    expect(await stage.supplier.lookup(stage.client.call(), known)).toEqual(contradictory);
    alterData(found => [{ ...found, status: 'PENDING' }]);
    expect(await stage.supplier.lookup(stage.client.call(), known)).toEqual({ kind: 'INCOMPLETE' });
    alterData(() => []);
    expect(await stage.supplier.lookup(stage.client.call(), known)).toEqual({ kind: 'ABSENT' });
  });
});

describeWithDocuments('bookings and LiteAPI’s documents', () => {
  it('every request of the LiteAPI adapter in the booking tests matches the OpenAPI documents', () => {
    const samples = samplesOf(stage.simulator.exchanges).filter(({ status }) => status === undefined);
    expect(samples.length).toBeGreaterThan(20);
    expect(violationsOf(samples)).toEqual([]);
  });
});
