import { availability } from '@serai/contract/booking/availability.ts';
import { booking } from '@serai/contract/booking/booking.ts';
import { bookinglist } from '@serai/contract/booking/bookinglist.ts';
import { cancel } from '@serai/contract/booking/cancel.ts';
import { SCENARIO_TIME_ZONES } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { toMinorUnits } from '@serai/contract/shared/amounts.ts';
import {
  book,
  bookingRequest,
  bookOpen,
  cancelFree,
  checkHistory,
  findHotel,
  findOffer,
  findQuote,
  quote,
  read,
  search,
  searchRequest,
  settledAs,
  zero,
} from '../booking-steps.ts';
import type { ScenarioCheck, Walk } from '../walk.ts';

const MOST_OFFERS = 100;
const SLOW_MS = 1_000;

export const SEARCH_CHECKS = {
  ok: { run: wholeWay },
  'avail.none': {
    async run(walk) {
      const { hotels, unavailable } = await search(walk);
      walk.check('hotels', [], hotels);
      walk.check('unavailable', [{ hotelId: walk.hotelId, reason: 'SOLD_OUT' }], unavailable);
    },
  },
  'avail.min_stay': {
    async run(walk) {
      const { hotels, unavailable } = await search(walk, {}, 2);
      walk.check('hotels for two nights', [], hotels);
      walk.check('unavailable', [{ hotelId: walk.hotelId, reason: 'MINIMUM_STAY' }], unavailable);
      await findOffer(walk);
    },
  },
  'avail.partial': {
    takesSeconds: 4,
    async run(walk) {
      const { complete, providers, hotels } = await search(walk);
      walk.check('complete', false, complete);
      const statuses = providers.map(({ status }) => status);
      walk.check('providers that timed out', 1, statuses.filter(status => status === 'TIMEOUT').length);
      walk.holds('providers', 'at least two that responded', count(statuses, 'OK') >= 2, statuses);
      walk.check('hotels', 1, hotels.length);
    },
  },
  'avail.all_timeout': {
    takesSeconds: 4,
    async run(walk) {
      await walk.refused(availability, searchRequest(walk), 'PROVIDER_TIMEOUT');
    },
  },
  'avail.all_error': {
    async run(walk) {
      await walk.refused(availability, searchRequest(walk), 'ALL_PROVIDERS_FAILED');
    },
  },
  'avail.slow': {
    takesSeconds: 3,
    async run(walk) {
      const { complete, hotels, providers } = await search(walk);
      walk.check('complete', true, complete);
      walk.check('hotels', 1, hotels.length);
      const called = providers.filter(({ status, source }) => status === 'OK' && source === 'LIVE');
      const isLate = called.every(({ durationMs }) => durationMs >= SLOW_MS);
      walk.holds('providers', `each response took at least ${SLOW_MS} ms`, isLate, called);
    },
  },
  'avail.huge': {
    async run(walk) {
      walk.check('default number of offers', 10, (await findHotel(walk)).offers.length);
      const { offers } = await findHotel(walk, { maxOffersPerHotel: MOST_OFFERS });
      walk.check('offers', MOST_OFFERS, offers.length);
      const nets = offers.map(({ price }) => toMinorUnits(price.net));
      const isSorted = nets.every((net, i) => i === 0 || net >= (nets[i - 1] ?? 0n));
      walk.holds('offers', 'cheapest first', isSorted, nets.map(String));
    },
  },
  'avail.on_request': {
    takesSeconds: 35,
    async run(walk) {
      const made = await bookOpen(walk, await findQuote(walk), 'ON_REQUEST');
      await cancelFree(walk, await settledAs(walk, made, 90, 'CONFIRMED'));
    },
  },
  'avail.pay_at_property': {
    async run(walk) {
      const { payment, price } = await findOffer(walk);
      walk.check('payment.type', 'PAY_AT_PROPERTY', payment.type);
      walk.holds('price.payAtProperty', 'charges', price.payAtProperty.length > 0, price.payAtProperty);
      const collected = price.taxesAndFees.filter(({ collection }) => collection === 'PAY_AT_PROPERTY');
      walk.check('charges collected at the property', price.payAtProperty.length, collected.length);
      await cancelFree(walk, await book(walk, await findQuote(walk)));
    },
  },
  'avail.timezone_plus14': { run: walk => inZone(walk, '+14:00') },
  'avail.timezone_minus11': { run: walk => inZone(walk, '-11:00') },
  'avail.timezone_unknown': {
    async run(walk) {
      const { timeZone, offers } = await findHotel(walk);
      const terms = offers[0]?.cancellation;
      walk.check('hotel.timeZone', null, timeZone);
      walk.check('cancellation.deadlineSource', 'CONSERVATIVE', terms?.deadlineSource);
      walk.check('cancellation.freeCancellationUntilLocal', null, terms?.freeCancellationUntilLocal);
    },
  },
  'avail.currency_jpy': { run: walk => inCurrency(walk, 'JPY', /^\d+$/) },
  'avail.currency_kwd': { run: walk => inCurrency(walk, 'KWD', /^\d+\.\d{3}$/) },
} as const satisfies Record<string, ScenarioCheck>;

function count(words: readonly string[], word: string): number {
  return words.filter(each => each === word).length;
}

/** Runs all steps of a booking, and repeats the booking and the cancellation. */
async function wholeWay(walk: Walk): Promise<void> {
  const { complete, providers } = await search(walk);
  walk.check('complete', true, complete);
  const statuses = providers.map(({ status }) => status);
  const isWell =
    count(statuses, 'OK') > 0 && statuses.every(status => status === 'OK' || status === 'SKIPPED');
  walk.holds('providers', 'OK', isWell, statuses);

  const quoted = await findQuote(walk);
  const made = await book(walk, quoted);
  const { bookingId } = made;
  const again = await walk.call(booking, bookingRequest(walk, quoted));
  walk.check('Idempotency-Replayed', 'true', walk.header('idempotency-replayed'));
  walk.check('bookingId of the repeated request', bookingId, again.booking.bookingId);
  await walk.refused(
    booking,
    bookingRequest(walk, quoted, { remarks: 'Another body' }),
    'DUPLICATE_CLIENT_REFERENCE',
  );

  const { booking: shown, history = [] } = await read(walk, bookingId);
  walk.check('booking.version', made.version, shown.version);
  checkHistory(walk, shown, history);
  const listed = await walk.call(bookinglist, { filters: { clientReferences: [walk.clientReference] } });
  walk.check(
    'bookings',
    [bookingId],
    listed.bookings.map(each => each.bookingId),
  );

  const cost = await walk.call(cancel, { bookingId, mode: 'QUOTE' });
  walk.check('quoted penalty', zero(made.price.net), cost.penalty);
  await cancelFree(walk, made);
  const repeated = await walk.call(cancel, { bookingId });
  walk.check('booking.status of the repeated request', 'CANCELLED', repeated.booking.status);
}

async function inZone(walk: Walk, offset: string): Promise<void> {
  const zone = SCENARIO_TIME_ZONES[walk.name];
  const { timeZone, offers } = await findHotel(walk);
  const terms = offers[0]?.cancellation;
  walk.check('hotel.timeZone', zone, timeZone);
  walk.check('cancellation.propertyTimeZone', zone, terms?.propertyTimeZone);
  walk.check('cancellation.deadlineSource', 'PROPERTY_TIMEZONE', terms?.deadlineSource);
  const local = terms?.freeCancellationUntilLocal ?? '';
  walk.holds('cancellation.freeCancellationUntilLocal', `ends in ${offset}`, local.endsWith(offset), local);
  const moment = terms?.freeCancellationUntil ?? '';
  walk.check('cancellation.freeCancellationUntil in milliseconds', Date.parse(local), Date.parse(moment));
}

async function inCurrency(walk: Walk, currency: string, form: RegExp): Promise<void> {
  const { price } = await findOffer(walk, { currency: 'EUR' });
  walk.check('price.exchange', { from: currency, to: 'EUR' }, price.exchange && pair(price.exchange));
  const own = await findOffer(walk, { currency });
  walk.check('price.currency', currency, own.price.currency);
  walk.holds('price.net.amount', String(form), form.test(own.price.net.amount), own.price.net);
  walk.check('price.exchange in the hotel currency', undefined, own.price.exchange);
  await cancelFree(walk, await book(walk, await quote(walk, own)));
}

function pair({ from, to }: { from: string; to: string }) {
  return { from, to };
}
