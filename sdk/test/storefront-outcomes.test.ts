import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scenarioHotelId } from '../../contract/src/booking/sandbox/scenario-hotels.ts';
import { placeLabels } from '../../examples/storefront/city-map.ts';
import { guestFee, guestRefund } from '../../examples/storefront/guest-fee.ts';
import { money } from '../../examples/storefront/stay.ts';
import {
  fail,
  GUEST,
  OTHER,
  referenceOf,
  type StorefrontUnderTest,
  storefrontUnderTest,
  visits,
} from './storefront-under-test.ts';

let shop: StorefrontUnderTest;
const { visitor, checkout, book, bookingsOf } = visits(() => shop);
beforeAll(async () => {
  shop = await storefrontUnderTest();
});
afterAll(() => shop?.close());
afterEach(() => {
  shop.proxy.spoil = () => {};
});

const MARGIN_CENTS = 3713n;

/** Raises every retail price, so that none of them equals a net amount. Collects the amounts that guests must not see. */
// biome-ignore lint/suspicious/noExplicitAny: tests change answers freely
function addMargin(value: any, nets: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of ['net', 'penalty', 'refund'])
    if (/[1-9]/.test(value[key]?.amount ?? '')) nets.add(value[key].amount);
  if (value.selling && value.guestTotal) {
    raise(value.selling);
    raise(value.guestTotal);
  }
  if (value.field === 'price.guestTotal') raise(value.from);
  for (const each of Object.values(value)) addMargin(each, nets);
}

function raise(price: { amount: string }): void {
  const cents = String(BigInt(price.amount.replace('.', '')) + MARGIN_CENTS);
  price.amount = `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

/** The parts of a response that contain one of the amounts, as text or in base64url. */
function leaks(text: string, amounts: ReadonlySet<string>): string[] {
  const decoded = [...text.matchAll(/[\w-]{24,}/g)].map(([part]) =>
    Buffer.from(part, 'base64url').toString('latin1'),
  );
  const written = [...amounts].flatMap(amount => [amount, money({ amount, currency: 'EUR' }).slice(1)]);
  const encoded = [...written, ...[...amounts].map(amount => amount.replace('.', ''))];
  const found = (within: string, wanted: readonly string[]) =>
    wanted.filter(each => new RegExp(`(?<![\\d.,])${each.replaceAll('.', '\\.')}(?!\\d)`).test(within));
  return [
    ...found(text, written),
    ...decoded.flatMap(part => found(part, encoded)),
    // Encrypted text has no long readable parts.
    ...decoded.flatMap(part => /[ -~]{32,}/.exec(part)?.[0] ?? []),
  ];
}

describe('what visitors read', () => {
  test('the labels of the map cover neither each other nor a dot, even if all hotels are in one street', () => {
    const dots = Array.from({ length: 20 }, (_, i) => ({ x: 280 + i * 2, y: 300 + ((i * 7) % 20) }));
    const widths = dots.map((_, i) => 57 + (i % 3) * 11);
    const labels = placeLabels(dots, widths);
    const shown = labels.flatMap((label, i) => (label ? [{ ...label, width: widths[i] as number }] : []));
    expect(shown.length).toBeGreaterThan(10);
    for (const [i, one] of shown.entries()) {
      for (const other of shown.slice(i + 1))
        expect(
          Math.abs(one.x - other.x) >= (one.width + other.width) / 2 || Math.abs(one.y - other.y) >= 44,
        ).toBe(true);
      for (const dot of dots)
        expect(Math.abs(one.x - dot.x) >= one.width / 2 || Math.abs(one.y - dot.y) >= 22).toBe(true);
      expect(one.x - one.width / 2).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width / 2).toBeLessThanOrEqual(600);
    }
  });

  test('a refusal without details shows what to do, and details name their field', async () => {
    const visit = await checkout('ok');
    await visit.send('/book/', { ...GUEST, ...OTHER, phone: 'call me' });
    expect(visit.text).toContain('Phone: ');
    shop.proxy.spoil = answer => {
      if (answer.operation === 'booking') fail(answer, 422, 'PRICE_MISMATCH');
    };
    await visit.send('/book/', { ...GUEST, ...OTHER });
    expect(visit.text).toContain('This booking could not be accepted, and nothing was booked.');
    expect(visit.text).toContain(`/hotel/${scenarioHotelId('ok')}`);
  });

  test('charges without an amount, the payment type and terms that are not known yet are shown', async () => {
    shop.proxy.spoil = ({ operation, json }) => {
      if (operation === 'availability')
        for (const { cancellation } of json.hotels[0].offers)
          Object.assign(cancellation, { refundability: 'UNKNOWN', freeCancellationUntil: null, windows: [] });
      if (operation !== 'prebooking') return;
      json.offer.payment.type = 'PAY_AT_PROPERTY';
      const charge = { code: 'CITY_TAX', type: 'TAX', basis: 'UNKNOWN', collection: 'PAY_AT_PROPERTY' };
      json.offer.price.unpricedCharges = [{ ...charge, description: 'Moon tax', percent: '3.00' }];
    };
    const visit = await visitor().open(`/hotel/${scenarioHotelId('ok')}`);
    expect(visit.text).toContain('Cancellation terms are shown before you book');
    await visit.send('/checkout');
    expect(visit.text).toContain('Moon tax: 3.00 %');
    expect(visit.text).toContain('You pay at the hotel.');
  });

  test('a chosen place is searched even if its text finds another one, but without a map of the other', async () => {
    const visit = await visitor().open('/places?q=Barcelona');
    const [{ placeId }] = JSON.parse(visit.text);
    const ids = (text: string) => [...text.matchAll(/class="card" id="([^"]+)"/g)].map(([, id]) => id);
    await visit.open(`/search?where=Barcelona&place=${placeId}`);
    expect(visit.text).toContain('class="map"');
    const expected = ids(visit.text);
    await visit.open(`/search?where=qqqqzzzzxx&place=${placeId}`);
    expect([visit.status, visit.text.includes('class="map"'), ids(visit.text)]).toEqual([
      200,
      false,
      expected,
    ]);
  });
});

describe('prices that are not for guests', () => {
  const euros = (amount: string) => ({ amount, currency: 'EUR' });

  test.each([
    ['0.00', '80.00', '100.00', '0.00', '100.00'],
    ['40.00', '80.00', '100.00', '50.00', '50.00'],
    ['80.00', '80.00', '100.00', '100.00', '0.00'],
    ['0.01', '0.03', '0.04', '0.02', '0.02'],
    ['9.00', '8.00', '10.00', '10.00', '0.00'],
    ['0.00', '0.00', '0.00', '0.00', '0.00'],
    ['1', '3', '4', '2', '2'],
    ['90071992547409.91', '90071992547409.91', '90071992547409.93', '90071992547409.93', '0.00'],
  ])(
    'a penalty of %s of %s net is the same share of a price of %s, rounded up',
    (penalty, net, selling, fee, refund) => {
      const prices = { net: euros(net), selling: euros(selling) };
      expect(guestFee(euros(penalty), prices)).toEqual(euros(fee));
      expect(guestRefund(euros(fee), prices)).toEqual(euros(refund));
    },
  );

  test('no page, link or form contains a net amount, not even in an encoded form', async () => {
    const nets = new Set<string>();
    shop.proxy.spoil = ({ json }) => addMargin(json, nets);
    const visit = await visitor().open('/search?where=Barcelona&sort=PRICE');
    expect(visit.text).toContain('More hotels');
    await visit.open(
      /href="(\/search\?[^"]*cursor=[^"]*)"/.exec(visit.text)?.[1]?.replaceAll('&amp;', '&') ?? '',
    );
    expect(visit.status).toBe(200);
    await visit.open(`/hotel/${scenarioHotelId('prebook.price_up')}`);
    await visit.send('/checkout');
    expect(visit.text).toContain('instead of');
    await visit.open(`/hotel/${scenarioHotelId('cancel.penalty')}`);
    await visit.send('/checkout');
    await visit.send('/book/', { ...GUEST, ...OTHER });
    const reference = referenceOf(visit);
    await visit.open(`/bookings/${reference}/voucher`);
    await visit.open(`/bookings/${reference}/cancel`);

    const { json } = await shop.call('cancel', { clientReference: reference, mode: 'QUOTE' });
    addMargin(json, nets);
    const fee = guestFee(json.penalty, json.booking.price);
    expect(fee).not.toEqual(json.penalty);
    expect(visit.text).toContain(`Cancel and pay ${money(fee)}`);
    expect(visit.text).toContain(`You get back ${money(guestRefund(fee, json.booking.price))}`);
    expect(nets.size).toBeGreaterThan(20);
    expect(visit.received.flatMap(text => leaks(text, nets))).toEqual([]);
    await visit.send('/cancel/');
    expect(visit.text).toContain('Your booking is cancelled');
    expect(visit.text).toContain(`<dt>Cancellation fee</dt><dd>${money(fee)}</dd>`);
    expect(visit.text).toContain(
      `<dt>You get back</dt><dd>${money(guestRefund(fee, json.booking.price))}</dd>`,
    );
    expect(visit.received.flatMap(text => leaks(text, nets))).toEqual([]);
  });

  test('a guest who pays at the hotel is not promised a refund', async () => {
    const visit = await book('cancel.penalty');
    shop.proxy.spoil = ({ operation, json }) => {
      if (operation === 'cancel' || operation === 'bookingdetail')
        json.booking.payment.type = 'PAY_AT_PROPERTY';
    };
    const shown = (text: string) => visit.text.includes(text);
    await visit.open(`/bookings/${referenceOf(visit)}/cancel`);
    expect([shown('Cancel and pay'), shown('You get back')]).toEqual([true, false]);
    await visit.send('/cancel/');
    expect([shown('Cancellation fee'), shown('You get back')]).toEqual([true, false]);
  });

  test('an offer id that the shop did not encrypt is refused', async () => {
    const visit = await visitor().open(`/hotel/${scenarioHotelId('ok')}`);
    const { action, fields } = visit.form('/checkout');
    const { json } = await shop.search('ok');
    const own = fields.offerId ?? '';
    const altered = (own.startsWith('A') ? 'B' : 'A') + own.slice(1);
    for (const offerId of ['', 'x', json.hotels[0].offers[0].offerId, altered]) {
      await visit.post(action, { ...fields, offerId });
      expect(visit.status).toBe(403);
    }
  });
});

describe('outcomes that are not known', () => {
  test.each([
    ['book.garbled', 'We are confirming your booking'],
    ['book.on_request_confirm', 'The hotel is checking your request'],
  ] as const)('an open booking (%s) is shown as open, and the page looks again', async (scenario, text) => {
    const visit = await book(scenario);
    expect(visit.text).toContain(text);
    expect(visit.text).toContain('<meta http-equiv="refresh"');
    expect(visit.text).not.toContain('Voucher');
  });

  test('two submissions of the same form make one booking', async () => {
    const first = await checkout('ok');
    const { action, fields } = first.form('/book/');
    const send = () => first.post(action, { ...fields, ...GUEST, ...OTHER });
    await Promise.all([send(), send()]);
    await send();
    expect(first.text).toContain('Your stay is booked');
    expect(await bookingsOf(referenceOf(first))).toHaveLength(1);
  });

  test('a booking whose responses were all lost is found by its reference', async () => {
    shop.proxy.spoil = answer => {
      answer.isCut = answer.operation === 'booking';
    };
    const visit = await book('ok');
    expect(visit.text).toContain('Your stay is booked');
    expect(await bookingsOf(referenceOf(visit))).toHaveLength(1);
  });

  test('a lost booking that is not found yet can be sent again without booking twice', async () => {
    shop.proxy.spoil = answer => {
      answer.isCut = answer.operation === 'booking';
      if (answer.operation === 'bookingdetail') fail(answer, 404, 'BOOKING_NOT_FOUND');
    };
    const visit = await book('ok');
    expect(visit.text).toContain('Please do not book again');
    shop.proxy.spoil = () => {};
    await visit.send('/book-again/');
    expect(visit.text).toContain('Your stay is booked');
    expect(await bookingsOf(referenceOf(visit))).toHaveLength(1);
  });

  test.each([401, 429, 503])('a booking stays unknown if sending it again fails with %i', async status => {
    shop.proxy.spoil = answer => {
      if (answer.operation === 'booking') answer.isCut = true;
      if (answer.operation === 'bookingdetail') fail(answer, 404, 'BOOKING_NOT_FOUND');
    };
    const visit = await book('ok');
    const reference = referenceOf(visit);
    shop.proxy.spoil = answer => {
      if (answer.operation === 'booking') fail(answer, status, 'SERVICE_UNAVAILABLE');
      if (answer.operation === 'bookingdetail') fail(answer, 404, 'BOOKING_NOT_FOUND');
    };
    await visit.send('/book-again/');
    expect([visit.path, visit.status]).toEqual([`/bookings/${reference}`, 200]);
    expect(visit.text).toContain('Please do not book again');
    expect(visit.text).not.toContain('Nothing was booked');
    await visit.open(`/checkout/${reference}`);
    expect(visit.text).toContain('Please do not book again');
    shop.proxy.spoil = () => {};
    await visit.send('/book-again/');
    expect(visit.text).toContain('Your stay is booked');
    expect(await bookingsOf(reference)).toHaveLength(1);
  });

  test.each([
    [402, 'CREDIT_EXCEEDED'],
    [403, 'FORBIDDEN'],
    [404, 'QUOTE_NOT_FOUND'],
  ])(
    'a booking that cannot be sent again (%i) stays unknown, and the page shows when its outcome will be known',
    async (status, code) => {
      shop.proxy.spoil = answer => {
        if (answer.operation === 'booking') answer.isCut = true;
        if (answer.operation === 'bookingdetail') fail(answer, 404, 'BOOKING_NOT_FOUND');
      };
      const visit = await book('ok');
      expect(visit.text).toMatch(/We know the outcome by .* at the latest/);
      shop.proxy.spoil = answer => {
        if (answer.operation === 'booking') fail(answer, status, code);
        if (answer.operation === 'bookingdetail') fail(answer, 404, 'BOOKING_NOT_FOUND');
      };
      await visit.send('/book-again/');
      expect(visit.text).toContain('We cannot send your booking again at the moment.');
      expect(visit.text).toMatch(/We know the outcome by .* at the latest/);
      expect(visit.text).not.toContain('/book-again/');
    },
  );

  test('a booking that Serai does not know after its quote has expired was not made', async () => {
    shop.proxy.spoil = answer => {
      if (answer.operation === 'prebooking')
        answer.json.expiresAt = new Date(Date.now() - 600_000).toISOString();
      if (answer.operation === 'booking') answer.isCut = true;
      if (answer.operation === 'bookingdetail') fail(answer, 404, 'BOOKING_NOT_FOUND');
    };
    const visit = await checkout('ok');
    expect([visit.status, visit.text.includes('Your price has expired')]).toEqual([410, true]);
    const { fields } = visit.form('/checkout');
    await visit.post(`/book/${referenceOf(visit)}`, { ...GUEST, ...OTHER, token: fields.token as string });
    expect(visit.text).toContain('Your booking was not made');
    expect(visit.text).toContain(`/hotel/${scenarioHotelId('ok')}`);
  });

  test('the address of a finished checkout leads to its booking', async () => {
    const visit = await book('ok');
    await visit.open(`/checkout/${referenceOf(visit)}`);
    expect([visit.path, visit.text.includes('Your stay is booked')]).toEqual([
      `/bookings/${referenceOf(visit)}`,
      true,
    ]);
  });
});

describe('cancelling', () => {
  test('a fee that rose after the visitor saw it is shown again before anything is cancelled', async () => {
    const visit = await book('cancel.penalty');
    const reference = referenceOf(visit);
    shop.proxy.spoil = answer => {
      if (answer.operation === 'cancel' && answer.request.mode === 'QUOTE')
        answer.json.penalty.amount = '0.00';
    };
    await visit.open(`/bookings/${reference}/cancel`);
    shop.proxy.spoil = () => {};
    await visit.send('/cancel/');
    expect(visit.text).toContain('The fee has changed');
    expect((await bookingsOf(reference)).map(({ status }) => status)).toEqual(['CONFIRMED']);
    await visit.send('/cancel/');
    expect(visit.text).toContain('Your booking is cancelled');
  });

  test('a cancellation whose response was lost leads to the booking, and so do its old links', async () => {
    const visit = await book('ok');
    const reference = referenceOf(visit);
    await visit.open(`/bookings/${reference}/cancel`);
    const { action, fields } = visit.form('/cancel/');
    shop.proxy.spoil = answer => {
      answer.isCut = answer.operation === 'cancel' && answer.request.mode !== 'QUOTE';
    };
    await visit.post(action, fields);
    shop.proxy.spoil = () => {};
    for (const path of ['', '/cancel', '/voucher']) {
      await visit.open(`/bookings/${reference}${path}`);
      expect([visit.path, visit.status]).toEqual([`/bookings/${reference}`, 200]);
      expect(visit.text).toContain('Your booking is cancelled');
    }
    await visit.post(action, fields);
    expect(visit.text).toContain('Your booking is cancelled');
  });

  test('a cancellation that the hotel refuses leaves the booking unchanged', async () => {
    const visit = await book('cancel.refused');
    await visit.open(`/bookings/${referenceOf(visit)}/cancel`);
    await visit.send('/cancel/');
    expect([visit.status, visit.text.includes('Your booking is unchanged')]).toEqual([409, true]);
  });
});
