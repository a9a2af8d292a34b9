import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { scriptedSupplier } from '../../../test/scripted-supplier.ts';
import { createLog } from '../../platform/log.ts';
import type { Booked, Found } from '../port/outcomes.ts';
import type { BookRequest, KnownBooking, QuoteRequest, Supplier } from '../port/supplier.ts';
import { ProviderCalls } from './call-provider.ts';
import type { RequestedHotel } from './other-hotel.ts';

const RESERVATION = {
  supplierRef: 'S-1',
  checkIn: '2027-03-12',
  checkOut: '2027-03-14',
  currency: 'EUR',
  netMinor: 100,
  hotelRef: null,
};
let reports: RequestedHotel[];
let clock: ManualClock;
beforeEach(() => {
  reports = [];
  clock = new ManualClock(1_800_000_000_000);
});

function callsOf(script: Partial<Supplier>) {
  const provider = { code: 'liteapi', preference: 1, supplier: scriptedSupplier(script) };
  const calls = new ProviderCalls({
    clock,
    log: createLog('silent'),
    onOtherHotel: (_, requested) => reports.push(requested),
  });
  return { calls, context: { provider, testMode: true, organisationId: 'org_a' } };
}

const booked = (hotelId: string): Partial<Supplier> => ({
  needsMapping: true,
  book: async (): Promise<Booked> => ({ kind: 'CONFIRMED', hotelId, ...RESERVATION }),
  lookup: async (): Promise<Found> => ({ kind: 'FOUND', state: 'BOOKED', hotelId, ...RESERVATION }),
});
const KNOWN = { hotelId: 'htl_1', sentAtMs: 5 } as KnownBooking;
const REQUEST = { hotel: { hotelId: 'htl_1' } } as BookRequest;

test('a booking and a lookup that return another hotel are reported with the time of the sale', async () => {
  const { calls, context } = callsOf(booked('liteapi:lp9'));
  await calls.book({ ...context, limitMs: 1_000 } as never, REQUEST);
  await calls.lookup(context, KNOWN);
  expect(reports).toEqual([
    { hotelId: 'htl_1', soldAtMs: 1_800_000_000_000 },
    { hotelId: 'htl_1', soldAtMs: 5 },
  ]);
});

test('a reservation at the requested hotel is not reported as a wrong hotel', async () => {
  const { calls, context } = callsOf(booked('htl_1'));
  await calls.book({ ...context, limitMs: 1_000 } as never, REQUEST);
  await calls.lookup(context, KNOWN);
  expect(reports).toEqual([]);
});

test('a quote that names another hotel is reported with the earliest time at which its offer can have been found', async () => {
  const quote = (isOtherHotel: boolean) => async () =>
    ({ kind: 'FAILED', cause: 'CONTRADICTORY', ...(isOtherHotel && { isOtherHotel }) }) as const;
  const other = callsOf({ needsMapping: true, quote: quote(true) as Supplier['quote'] });
  await other.calls.quote(other.context, REQUEST as unknown as QuoteRequest);
  expect(reports).toEqual([{ hotelId: 'htl_1', soldAtMs: 1_800_000_000_000 - 1_800_000 }]);
  const dates = callsOf({ needsMapping: true, quote: quote(false) as Supplier['quote'] });
  await dates.calls.quote(dates.context, REQUEST as unknown as QuoteRequest);
  expect(reports).toHaveLength(1);
});

test('another hotel is not reported if the supplier uses our hotel ids', async () => {
  const { needsMapping: _, ...script } = booked('other');
  const { calls, context } = callsOf(script);
  await calls.lookup(context, KNOWN);
  expect(reports).toEqual([]);
});
