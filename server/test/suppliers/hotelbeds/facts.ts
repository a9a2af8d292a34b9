/**
 * Facts about Hotelbeds that the adapter relies on, each with its source and a check of the simulator. SEEN means that
 * the fact was observed in a recorded response whose licence does not allow us to copy it.
 */
import type { HotelbedsSimulator } from './hotelbeds-simulator.ts';
import type { RawClient } from './requests.ts';

export interface Fact {
  name: string;
  source: string;
  holds(client: RawClient, simulator: HotelbedsSimulator): Promise<boolean>;
}

/** Hotels of the simulator with known properties. */
export const ORDINARY = 1_001;
export const IN_US = 1_002;
export const IN_DUBAI = 1_003;
export const NEEDS_CARD = 1_004;

const MINUTE_MS = 60_000;

export function facts(advance: (ms: number) => void): Fact[] {
  return [
    {
      name: 'path versions 1.0 and 1.2 are both accepted',
      source: 'document (1.0); SEEN in 2026 (1.2)',
      async holds(client) {
        const first = await client.search(ORDINARY);
        client.version = '1.2';
        return first.status === 200 && (await client.search(ORDINARY)).status === 200;
      },
    },
    {
      name: 'most rates of a market may require a rate check, and some have no cancellation policies',
      source: 'SEEN in 2026: 762 of 786 rates, 62 without policies',
      async holds(client) {
        const { body } = await client.search(IN_US);
        const rates = body.hotels.hotels[0].rooms.flatMap((room: { rates: object[] }) => room.rates);
        const checked = rates.filter((rate: { rateType: string }) => rate.rateType === 'RECHECK');
        const silent = rates.filter((rate: object) => !('cancellationPolicies' in rate));
        return checked.length > rates.length / 2 && silent.length > 0 && silent.length < rates.length;
      },
    },
    {
      name: 'the penalty of a non-refundable rate starts on the evening before the search',
      source: 'recording availability.response.json',
      async holds(client, { state }) {
        const rate = await client.rate(ORDINARY, each => each.rateClass === 'NRF');
        const [{ from, amount }] = rate.cancellationPolicies;
        const sinceMs = state.nowMs() - Date.parse(from);
        return amount === rate.net && sinceMs > 0 && sinceMs < 2 * 86_400_000 && from.includes('T23:59:00');
      },
    },
    {
      name: 'rate keys have 146 to 156 characters',
      source: 'SEEN in 2026; recording availability.response.json',
      async holds(client) {
        const { body } = await client.search(ORDINARY);
        const rates = body.hotels.hotels[0].rooms.flatMap((room: { rates: object[] }) => room.rates);
        return rates.every(
          ({ rateKey }: { rateKey: string }) => rateKey.length >= 146 && rateKey.length <= 156,
        );
      },
    },
    {
      name: 'rate keys expire after 30 minutes',
      source: 'error text in public issues of the supplier’s own SDK',
      async holds(client) {
        const { rateKey } = await client.rate(ORDINARY);
        advance(29 * MINUTE_MS);
        const before = await client.check(rateKey);
        advance(MINUTE_MS);
        const { status, body } = await client.check(rateKey);
        return (
          before.status === 200 &&
          status === 400 &&
          body.error.code.startsWith('INVALID_DATA-') &&
          body.error.message.includes('rateKeys only last 30 minutes')
        );
      },
    },
    {
      name: 'an included tax can be a percentage without an amount',
      source: 'SEEN in 2026',
      async holds(client) {
        const [tax] = (await client.rate(ORDINARY, rate => rate.taxes !== undefined)).taxes.taxes;
        return tax.included === true && tax.percent === '19.00' && !('amount' in tax);
      },
    },
    {
      name: 'a tax can be in another currency than the offer',
      source: 'SEEN in 2026: a city tax in AED with an offer in EUR',
      async holds(client) {
        const { body } = await client.search(IN_DUBAI);
        const [hotel] = body.hotels.hotels;
        const [tax] = hotel.rooms[0].rates[0].taxes.taxes;
        return (
          tax.included === false &&
          tax.currency === 'AED' &&
          hotel.currency === 'EUR' &&
          'clientAmount' in tax &&
          tax.subType === 'City Tax'
        );
      },
    },
    {
      name: 'responses contain fields that the document does not describe',
      source: 'SEEN in 2026: features, onlineCheckIn, subType',
      async holds(client) {
        const [hotel] = (await client.search(ORDINARY)).body.hotels.hotels;
        return 'features' in hotel && 'onlineCheckIn' in hotel;
      },
    },
    {
      name: 'the rate check has its result under `hotel`',
      source: 'recording checkrates.response.json; the document has `hotels`',
      async holds(client) {
        const { body } = await client.check((await client.rate(ORDINARY)).rateKey);
        return 'hotel' in body && !('hotels' in body);
      },
    },
    {
      name: 'the price can change between the rate check and the booking',
      source: 'SEEN in 2026: 89.25 checked and 91.03 booked 1.5 seconds later',
      async holds(client, simulator) {
        const { rateKey } = await client.rate(ORDINARY);
        const { body } = await client.check(rateKey);
        simulator.movePrice(ORDINARY, 178, 'BEYOND_TOLERANCE');
        const booked = await client.book(body.hotel.rooms[0].rates[0].rateKey);
        simulator.movePrice(ORDINARY, 0, 'BEYOND_TOLERANCE');
        return booked.status === 200 && Number(booked.body.booking.totalNet) > Number(body.hotel.totalNet);
      },
    },
    {
      name: 'a price increase beyond the tolerance returns PRODUCT_ERROR with status 500',
      source: 'document, example of POST /bookings',
      async holds(client, simulator) {
        simulator.movePrice(ORDINARY, 178, 'BOOKING');
        const { status, body } = await client.walk(ORDINARY);
        simulator.movePrice(ORDINARY, 0, 'BOOKING');
        return (
          status === 500 &&
          /^PRODUCT_ERROR-/.test(body.error.code) &&
          /Price has changed/.test(body.error.message)
        );
      },
    },
    {
      name: 'the client reference is returned in upper case',
      source: 'recording booking.response.json; SEEN in 2026',
      async holds(client) {
        return (await client.walk(ORDINARY)).body.booking.clientReference === 'ABC0123456789';
      },
    },
    {
      name: 'two bookings with one client reference both exist',
      source: 'the document does not promise uniqueness',
      async holds(client, { state }) {
        await client.walk(ORDINARY, { clientReference: 'TWICE' });
        await client.walk(ORDINARY, { clientReference: 'TWICE' });
        return state.ledger.live('TWICE').length === 2;
      },
    },
    {
      name: 'a DELETE without a flag cancels the booking',
      source: 'document: the default of cancellationFlag is CANCELLATION',
      async holds(client) {
        const { reference } = (await client.walk(ORDINARY)).body.booking;
        await client.booking('DELETE', `/bookings/${reference}?cancellationFlag=SIMULATION`);
        const before = await client.booking('GET', `/bookings/${reference}`);
        await client.booking('DELETE', `/bookings/${reference}`);
        const { body } = await client.booking('GET', `/bookings/${reference}`);
        return before.body.booking.status === 'CONFIRMED' && body.booking.status === 'CANCELLED';
      },
    },
    {
      name: 'a cancelled booking has prices of 0.00 and a numeric cancellation amount',
      source: 'SEEN in 2026; document, example of DELETE /bookings/{bookingId}',
      async holds(client) {
        const { reference } = (await client.walk(ORDINARY)).body.booking;
        await client.booking('DELETE', `/bookings/${reference}?cancellationFlag=CANCELLATION`);
        const { booking } = (await client.booking('GET', `/bookings/${reference}`)).body;
        return (
          booking.totalNet === 0 &&
          booking.hotel.totalNet === '0.00' &&
          booking.hotel.rooms[0].rates[0].net === '0.00' &&
          typeof booking.hotel.cancellationAmount === 'number' &&
          booking.modificationPolicies.cancellation === false
        );
      },
    },
    {
      name: 'a cancellation can be free although the policy has a penalty',
      source: 'SEEN in 2026: 0 instead of 91.03, and 428.11 in another booking',
      async holds(client, { state }) {
        const { rateKey } = await client.rate(ORDINARY, rate => rate.rateClass === 'NRF');
        const amounts: number[] = [];
        for (const waives of [false, true]) {
          state.behaviour.waivesPenalties = waives;
          const { reference } = (await client.book(rateKey)).body.booking;
          const path = `/bookings/${reference}?cancellationFlag=CANCELLATION`;
          amounts.push((await client.booking('DELETE', path)).body.booking.hotel.cancellationAmount);
        }
        return (amounts[0] ?? 0) > 0 && amounts[1] === 0;
      },
    },
    {
      name: 'responses have X-Ratelimit headers',
      source: 'SEEN in 2026',
      async holds(client) {
        const { headers } = await client.search(ORDINARY);
        return ['limit', 'remaining', 'reset'].every(name => headers.has(`x-ratelimit-${name}`));
      },
    },
    {
      name: 'the error of 401 and 403 is plain text',
      source: 'documents, examples of 401 and 403',
      async holds(client, { state }) {
        const path = '/hotel-api/1.0/bookings/1-1';
        const unsigned = await client.send('GET', path, undefined, { 'x-signature': undefined });
        const wrong = await client.send('GET', path, undefined, { 'x-signature': '00' });
        state.access.quota = { limit: 0, windowMs: MINUTE_MS, status: 403 };
        const over = await client.send('GET', path);
        return (
          unsigned.body.error === 'Authorization field missing' &&
          wrong.body.error === 'Request signature verification failed' &&
          over.status === 403 &&
          over.body.error === 'Quota exceeded'
        );
      },
    },
    {
      name: 'an unknown booking returns INVALID_DATA',
      source: 'document, response 404',
      async holds(client) {
        const { status, body } = await client.booking('GET', '/bookings/1-1');
        return (
          status === 404 &&
          /^INVALID_DATA-/.test(body.error.code) &&
          /does not exist/.test(body.error.message)
        );
      },
    },
    {
      name: 'repeating a request that failed returns 410',
      source: 'document, response 410; prose',
      async holds(client) {
        const first = await client.book('no such key');
        return first.status === 400 && (await client.book('no such key')).status === 410;
      },
    },
  ];
}
