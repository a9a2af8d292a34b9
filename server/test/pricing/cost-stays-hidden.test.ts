/** Tests that nothing that a partner can see contains the cost of a booking with a margin. */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { toMinorUnits } from '@serai/contract/shared/amounts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ByteWriter } from '../../src/booking/offers/byte-codec.ts';
import { toMoney } from '../../src/platform/money/minor-units.ts';
import { type BookingApp, bookingApp, STAY } from '../booking-app.ts';
import { eventsOf } from '../booking-steps.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Loose = any;

let booking: BookingApp;
/** The partner that buys with a margin. */
let partnerId: string;
/** A key of another partner, which buys at cost. */
let keyAtCost: string;

beforeAll(async () => {
  booking = await bookingApp();
  const { operate, createKey } = booking.app;
  const { json: list } = await operate('partners/list', {});
  partnerId = list.partners[0].partnerId;
  const { json: other } = await operate('partners/create', { name: 'At cost' });
  keyAtCost = (await createKey({ partnerId: other.partner.partnerId })).secret;
  const { status } = await operate('pricing/rules/create', {
    name: 'Margin',
    conditions: { partners: [partnerId] },
    action: { type: 'MARKUP', percent: '13.37', amountPerRoomNight: { amount: '3.21', currency: 'EUR' } },
  });
  expect(status).toBe(200);
});
afterAll(() => booking?.close());

const minor = (money: { amount: string; currency: string }) => Number(toMinorUnits(money));

interface Cost {
  currency: string;
  /** All amounts that the operator owes: totals, rooms, nights, charges and penalties. */
  amounts: Set<number>;
  total: number;
}

/** The costs of an offer, taken from the same search by a partner without a margin. */
async function costOf(fingerprint: string, search: object): Promise<Cost> {
  const hotelIds = [scenarioHotelId('ok')];
  const wish = { ...STAY, hotelIds, ...search, include: ['nightly'] };
  const { json } = await booking.call('availability', wish, { key: keyAtCost });
  const offer = json.hotels[0].offers.find((each: Loose) => each.fingerprint === fingerprint);
  const parts: Loose[] = [offer.price.net];
  for (const { price } of offer.rooms) {
    parts.push(price.net, ...price.nightly.map((night: Loose) => night.net));
    parts.push(...price.stayCharges.map((charge: Loose) => charge.amount));
  }
  for (const { penalty } of offer.cancellation.windows) parts.push(penalty);
  if (offer.cancellation.noShow) parts.push(offer.cancellation.noShow.penalty);
  const amounts = new Set(parts.map(minor).filter(amount => amount !== 0));
  return { currency: offer.price.currency, amounts, total: minor(offer.price.net) };
}

async function logOf(bookingId: string): Promise<string[]> {
  const rows = await booking.app.database.ownerDb<{ text: string }[]>`
    SELECT concat(request_body, response_body) AS text FROM request_log
    WHERE organisation_id = ${partnerId} AND booking_id = ${bookingId}`;
  return rows.map(({ text }) => text);
}

/** Fails if a text contains one of the cost amounts, as a decimal or in minor units. */
function expectNoCost(text: string, cost: Cost, where: string): void {
  for (const amount of cost.amounts) {
    const { amount: decimal } = toMoney(amount, cost.currency);
    for (const form of [decimal, String(amount)]) {
      const found = new RegExp(`(?<![\\d.])${form.replace('.', '\\.')}(?![\\d])`).exec(text);
      if (found)
        expect.fail(
          `${where} contains the cost ${form}: …${text.slice(Math.max(0, found.index - 80), found.index + 40)}…`,
        );
    }
  }
}

/** Anyone can decode an offer id, so its bytes must not contain the encoded total cost. */
function expectNoCostInOffer(offerId: string, cost: Cost): void {
  const bytes = Buffer.from(offerId.slice('off_'.length), 'base64url');
  const writer = new ByteWriter(64);
  writer.restart(Buffer.alloc(0));
  writer.count(cost.total);
  const total = Buffer.from(writer.bytes.subarray(0, writer.length));
  expect(total.length).toBeGreaterThan(1);
  expect(bytes.includes(total)).toBe(false);
}

test.each(['EUR', 'USD', 'JPY'])(
  'no response, event, log entry or offer id of a partner contains the cost of a booking in %s',
  async currency => {
    const wish = { currency, occupancies: [{ adults: 2 }, { adults: 2 }] };
    const found = await booking.search('ok', { ...wish, include: ['nightly'] });
    const [offer] = found.json.hotels[0].offers;
    const cost = await costOf(offer.fingerprint, wish);
    expect(minor(offer.price.net)).toBeGreaterThan(cost.total);

    const { offers, ...hotel } = found.json.hotels[0];
    expectNoCost(
      JSON.stringify({ ...found.json, hotels: [{ ...hotel, offers: [offer] }] }),
      cost,
      'availability',
    );
    for (const each of offers) expectNoCostInOffer(each.offerId, cost);

    const quote = await booking.call('prebooking', { offerId: offer.offerId });
    expect(quote.json.status).toBe('AVAILABLE');
    const booked = await booking.call('booking', booking.bookingOf(quote.json));
    const { bookingId } = booked.json.booking;
    const steps = {
      prebooking: quote,
      booking: booked,
      bookingdetail: await booking.call('bookingdetail', { bookingId, include: ['history'], refresh: true }),
      bookinglist: await booking.call('bookinglist', {}),
      'cancel QUOTE': await booking.call('cancel', { bookingId, mode: 'QUOTE' }),
      'cancel COMMIT': await booking.call('cancel', {
        bookingId,
        mode: 'COMMIT',
        maxPenalty: booked.json.booking.price.net,
      }),
    };
    for (const [name, { status, json }] of Object.entries(steps)) {
      expect([name, status]).toEqual([name, 200]);
      const { bookings, ...rest } = json;
      const own = bookings?.filter((each: Loose) => each.bookingId === bookingId);
      expectNoCost(JSON.stringify({ ...rest, own }), cost, name);
    }
    expectNoCost(JSON.stringify(await eventsOf(booking, bookingId)), cost, 'events');

    const [row] = await booking.app.database.ownerDb<
      Loose[]
    >`SELECT * FROM booking WHERE booking_id = ${bookingId}`;
    expect(row.content.pricing.rules).toHaveLength(1);
    expect(row.content.pricing.roomCosts.reduce((sum: number, each: number) => sum + each, 0)).toBe(
      cost.total,
    );
    await expect.poll(() => logOf(bookingId)).toHaveLength(4);
    for (const text of await logOf(bookingId)) expectNoCost(text, cost, 'the request log');
    for (const operation of ['bookings/show', 'bookings/list']) {
      const input = operation === 'bookings/show' ? { bookingId } : { partnerId };
      const { json } = await booking.app.operate(operation, input);
      const own = json.bookings?.filter((each: Loose) => each.bookingId === bookingId) ?? json.booking;
      expectNoCost(JSON.stringify(own), cost, operation);
    }
  },
  60_000,
);

test('a price change at the provider is reported as a new net price, without the cost', async () => {
  const found = await booking.search('book.price_changed');
  const [offer] = found.json.hotels[0].offers;
  const quote = await booking.call('prebooking', { offerId: offer.offerId });
  const refused = await booking.call('booking', booking.bookingOf(quote.json));
  const { newPrice, bookingId } = refused.json.error;
  const [{ content, supplier_net_minor: supplierNet }] = await booking.app.database.ownerDb<Loose[]>`
    SELECT content, supplier_net_minor FROM booking WHERE booking_id = ${bookingId}`;
  const nights = content.pricing.nights;
  // The scenario raises the cost by 8 percent.
  const cost = Math.round(supplierNet * 1.08);
  const net = Math.floor((cost * 1_133_700 + 500_000) / 1_000_000) + 321 * nights;
  expect(Math.abs(minor(newPrice) - net)).toBeLessThanOrEqual(1);
  expect(refused.json.error.message).not.toContain(toMoney(cost, 'EUR').amount);

  const accepted = await booking.call('prebooking', { offerId: offer.offerId });
  const taken = await booking.call(
    'booking',
    booking.bookingOf(accepted.json, { priceTolerance: { percent: '9' } }),
  );
  expect(taken.json.booking.status).toBe('CONFIRMED');
  expect(taken.json.booking.price.net).toEqual(newPrice);
  const tooLittle = await booking.call('prebooking', { offerId: offer.offerId });
  const rise = minor(newPrice) - minor(offer.price.net);
  const below = { amount: toMoney(rise - 1, 'EUR') };
  const refusedAgain = await booking.call(
    'booking',
    booking.bookingOf(tooLittle.json, { priceTolerance: below }),
  );
  expect(refusedAgain.json.error.code).toBe('PRICE_CHANGED');
  const exact = { amount: toMoney(rise, 'EUR') };
  const again = await booking.call('prebooking', { offerId: offer.offerId });
  const justEnough = await booking.call('booking', booking.bookingOf(again.json, { priceTolerance: exact }));
  expect(justEnough.json.booking.status).toBe('CONFIRMED');
});
