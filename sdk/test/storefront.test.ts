import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scenarioHotelId } from '../../contract/src/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '../../contract/src/booking/sandbox/scenarios.ts';
import { accessibilityViolations, expectUsable } from '../../dashboard/test/browser/accessibility.ts';
import { findChromium } from '../../dashboard/test/browser/find-chromium.ts';
import { guestFee, guestRefund } from '../../examples/storefront/guest-fee.ts';
import { money } from '../../examples/storefront/stay.ts';
import type { PassedAnswer } from '../../server/test/spoiling-proxy.ts';
import {
  runStorefront,
  type StorefrontUnderTest,
  storefrontUnderTest,
  Visitor,
} from './storefront-under-test.ts';

const GUEST = { first0: 'Ada', last0: 'Moreno', email: 'ada@example.com', phone: '+34 600 000 000' };
const OTHER = { first1: 'Luis', last1: 'Moreno' };

let shop: StorefrontUnderTest;
let browser: Browser;
const visitors: Visitor[] = [];
beforeAll(async () => {
  const { executablePath, args, env } = await findChromium();
  [shop, browser] = await Promise.all([
    storefrontUnderTest(),
    chromium.launch({ executablePath, args, env: { ...process.env, ...env } }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});
afterEach(() => {
  shop.proxy.spoil = () => {};
});

function visitor(): Visitor {
  const created = new Visitor(shop.url);
  visitors.push(created);
  return created;
}

/** Opens the hotel of a scenario and asks for the price of its first offer. */
async function checkout(scenario: ScenarioName): Promise<Visitor> {
  const visit = await visitor().open(`/hotel/${scenarioHotelId(scenario)}`);
  return visit.send('/checkout');
}

async function book(scenario: ScenarioName): Promise<Visitor> {
  return (await checkout(scenario)).send('/book/', { ...GUEST, ...OTHER });
}

async function bookingsOf(reference: string): Promise<{ status: string }[]> {
  const { json } = await shop.call('bookinglist', { filters: { clientReferences: [reference] } });
  return json.bookings;
}

function fail(answer: PassedAnswer, status: number, code: string): void {
  answer.status = status;
  answer.json = { error: { code, message: 'Failed.', requestId: 'req_1', retryable: false } };
}

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

const referenceOf = ({ path }: Visitor) => /SHOP-\w+/.exec(path)?.[0] ?? '';

describe('in a browser', () => {
  const received: Promise<string>[] = [];
  const problems: string[] = [];

  async function visit(viewport: { width: number; height: number }): Promise<Page> {
    const context: BrowserContext = await browser.newContext({ viewport, baseURL: shop.url });
    const page = await context.newPage();
    page.on('pageerror', error => problems.push(String(error)));
    page.on('console', message => message.type() === 'error' && problems.push(message.text()));
    page.on('response', response => {
      if (!response.url().startsWith(shop.url)) return;
      const headers = response.allHeaders().then(all => JSON.stringify(all));
      received.push(
        headers,
        response.text().catch(() => ''),
      );
    });
    return page;
  }

  test('a visitor with a phone finds, books and cancels a stay, and the key never reaches the browser', async () => {
    const page = await visit({ width: 390, height: 844 });
    await page.goto('/');
    await expectUsable(page);
    await page.getByRole('combobox', { name: 'Where' }).pressSequentially('barc');
    await page
      .getByRole('option', { name: /Barcelona/ })
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'Hotels in Barcelona' }).waitFor();
    await page.getByText('Sort and filter').click();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('PRICE');
    await page.getByLabel('Free cancellation').check();
    await page.getByRole('button', { name: 'Show results' }).click();
    await page.getByText('Free cancellation until').first().waitFor();
    const width = "document.querySelector('.card img').naturalWidth";
    await expect.poll(() => page.evaluate(width)).toBe(960);
    expect(await page.locator('.pins a').count()).toBe(await page.locator('.card').count());
    await expectUsable(page);

    await page.locator('.card h2 a').first().click();
    await page.getByRole('heading', { name: /^Rooms for 2 nights/ }).waitFor();
    await expectUsable(page);
    const free = page.locator('.offer', { hasText: 'Free cancellation until' }).first();
    await free.getByRole('button').click();
    await page.getByRole('heading', { name: 'Your details' }).waitFor();
    await expectUsable(page);
    await page.getByLabel('First name', { exact: true }).fill('Ada');
    await page.getByLabel('Last name', { exact: true }).fill('Moreno');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel(/Guest 2: first/).fill('Luis');
    await page.getByLabel(/Guest 2: last/).fill('Moreno');
    await page.getByRole('button', { name: /^Book for/ }).dblclick();
    await page.getByRole('heading', { name: 'Your stay is booked' }).waitFor();
    await expectUsable(page);
    const reference = /SHOP-\w+/.exec(page.url())?.[0] ?? '';
    expect((await bookingsOf(reference)).map(({ status }) => status)).toEqual(['CONFIRMED']);

    await page.getByRole('link', { name: 'Voucher' }).click();
    await page.getByText(reference).first().waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Cancel this booking' }).click();
    await page.getByText('Free of charge', { exact: true }).waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Cancel free of charge' }).click();
    await page.getByRole('heading', { name: 'Your booking is cancelled' }).waitFor();
    expect((await bookingsOf(reference)).map(({ status }) => status)).toEqual(['CANCELLED']);

    expect(problems).toEqual([]);
    const all = await Promise.all(received);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(text => text.includes(shop.key))).toEqual([]);
    await page.context().close();
  });

  test('the results are usable on a large screen, and hostile texts of a hotel are only text', async () => {
    const hostile = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>';
    shop.proxy.spoil = ({ json }) => {
      for (const hotel of json.hotels ?? []) hotel.name = hostile;
      for (const hotel of json.hotels ?? []) if (hotel.description) hotel.description.text = hostile;
      for (const room of json.rooms ?? []) room.name = hostile;
      for (const notice of json.notices ?? []) notice.text = hostile;
      for (const image of json.hotels?.[0]?.images ?? []) image.caption = { text: hostile, language: 'en' };
    };
    const page = await visit({ width: 1440, height: 900 });
    await page.goto('/search?where=Barcelona');
    await page.locator('.card').first().waitFor();
    expect(await page.locator('.card h2').first().innerText()).toBe(hostile);
    await expectUsable(page);
    await page.locator('.card h2 a').first().click();
    await page
      .getByRole('button', { name: /^Reserve/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Your details' }).waitFor();
    expect(await page.locator('.summary').innerText()).toContain(hostile);
    expect(await page.title()).toBe('Your details · Caravan');
    expect(await page.locator('main img').count()).toBe(1);
    await page.context().close();
  });
});

describe('prices and rooms that change', () => {
  test('a changed price is shown, and nothing is booked until the visitor accepts it', async () => {
    const visit = await checkout('prebook.price_up');
    expect(visit.text).toMatch(/The price has changed[\s\S]*instead of/);
    const reference = referenceOf(visit);
    const refused = { ...visit.form('/book/').fields, ...GUEST, ...OTHER, accept: '' };
    await visit.post(`/book/${reference}`, refused);
    expect([visit.status, visit.text.includes('Please confirm the new price')]).toEqual([400, true]);
    expect(await bookingsOf(reference)).toEqual([]);
    await visit.send('/book/', { ...GUEST, ...OTHER });
    expect(visit.text).toContain('Your stay is booked');
  });

  test('an offer that is sold out leads back to the hotel', async () => {
    const visit = await checkout('prebook.soldout');
    expect([visit.status, visit.text.includes('This room has just been sold')]).toEqual([409, true]);
    expect(visit.text).toContain(`/hotel/${scenarioHotelId('prebook.soldout')}`);
  });

  test('an expired quote books nothing and can be renewed', async () => {
    const visit = await checkout('ok');
    shop.proxy.spoil = answer => {
      if (answer.operation !== 'booking') return;
      fail(answer, 410, 'QUOTE_EXPIRED');
      shop.proxy.spoil = () => {};
    };
    await visit.send('/book/', { ...GUEST, ...OTHER });
    expect([visit.status, visit.text.includes('Your price has expired')]).toEqual([410, true]);
    await visit.send('/checkout');
    expect(visit.text).toContain('Your details');
  });

  test.each([
    ['book.soldout', 'The room was sold to somebody else.'],
    ['book.price_changed', 'The hotel changed its price.'],
    ['book.rejected', 'Nothing was booked, and you owe nothing.'],
  ] as const)(
    'a booking that ends as %s is explained, with a way to current prices',
    async (scenario, text) => {
      const visit = await book(scenario);
      expect(visit.text).toContain('Your booking was not accepted');
      expect(visit.text).toContain(text);
      expect(visit.text).toContain(`/hotel/${scenarioHotelId(scenario)}`);
    },
  );

  test('an invalid form shows what is wrong and keeps what was typed', async () => {
    const visit = await checkout('ok');
    await visit.send('/book/', { ...GUEST, ...OTHER, phone: 'call me' });
    expect([visit.status, visit.text.includes('Use a telephone number')]).toEqual([400, true]);
    expect(visit.form('/book/').fields).toMatchObject({ first0: 'Ada', phone: 'call me' });
    await visit.send('/book/', GUEST);
    expect(visit.text).toContain('Your stay is booked');
  });
});

describe('what visitors read', () => {
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
  });

  test('a guest who pays at the hotel is not promised a refund', async () => {
    const visit = await book('cancel.penalty');
    shop.proxy.spoil = ({ operation, json }) => {
      if (operation === 'cancel') json.booking.payment.type = 'PAY_AT_PROPERTY';
    };
    await visit.open(`/bookings/${referenceOf(visit)}/cancel`);
    expect([visit.text.includes('Cancel and pay'), visit.text.includes('You get back')]).toEqual([
      true,
      false,
    ]);
  });

  test('an offer id that the shop did not encrypt is refused', async () => {
    const visit = await visitor().open(`/hotel/${scenarioHotelId('ok')}`);
    const { action, fields } = visit.form('/checkout');
    const { json } = await shop.search('ok');
    for (const offerId of ['', 'x', json.hotels[0].offers[0].offerId, `${fields.offerId?.slice(0, -2)}AA`]) {
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

  test.each([401, 429, 503])(
    'a booking stays unknown if sending it again fails with %i',
    async status => {
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
    },
  );

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

describe('requests that the shop refuses', () => {
  test('a form without the token of its visitor, or from another site, changes nothing', async () => {
    const visit = await checkout('ok');
    const { action, fields } = visit.form('/book/');
    const stranger = await visitor().open('/');
    const token = fields.token as string;
    for (const [by, sent, headers] of [
      [visit, { ...fields, ...GUEST, ...OTHER, token: '' }, {}],
      [stranger, { ...fields, ...GUEST, ...OTHER, token }, {}],
      [visit, { ...fields, ...GUEST, ...OTHER }, { 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      await by.post(action, sent, headers);
      expect(by.status).toBe(403);
    }
    expect(await bookingsOf(/SHOP-\w+/.exec(action)?.[0] ?? '')).toEqual([]);
  });

  test.each([
    ['/nothing', 404],
    ['/hotel/htl_NOWHERE', 404],
    [`/bookings/SHOP-${'0'.repeat(32)}`, 404],
    ['/bookings/ORDER-1', 404],
    ['/search?where=qqqqzzzzxx', 404],
    ['/search?where=Barcelona&checkIn=2030-01-02&checkOut=2030-01-01', 400],
    ['/search?where=Barcelona&checkIn=2019-01-01&checkOut=2019-01-02', 400],
    ['/search?where=Barcelona&adults=99', 400],
    ['/search?where=Barcelona&adults=1.5', 400],
    ['/search?where=Barcelona&ages=1,2,3,4,5', 400],
    ['/search?where=Barcelona&ages=4-9', 400],
    ['/search?where=Barcelona&ages=400', 400],
    ['/search?where=Barcelona&cursor=x', 403],
    ['/../package.json', 404],
  ])('GET %s returns %i with a page for people', async (path, status) => {
    const visit = await visitor().open(path);
    expect([visit.status, visit.text.includes('<h1>')]).toEqual([status, true]);
  });

  test('a form that is too long is refused with a page', async () => {
    const visit = await visitor().open('/');
    await visit.post('/checkout', { offerId: 'x'.repeat(2_000_000) });
    expect([visit.status, visit.text.includes('The form is too long')]).toEqual([413, true]);
  });

  test('no response that any visitor received contains the key', () => {
    const all = visitors.flatMap(({ received }) => received);
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter(text => text.includes(shop.key) || text.includes('Authorization'))).toEqual([]);
  });
});

test('the shop does not start without an address, a key, a valid key or a running service, and reports how to fix it', async () => {
  const SERAI_URL = shop.app.interfaceUrl as string;
  const SERAI_API_KEY = shop.key;
  const ran = await Promise.all([
    runStorefront({ SERAI_API_KEY }),
    runStorefront({ SERAI_URL }),
    runStorefront({ SERAI_URL, SERAI_API_KEY: `${SERAI_API_KEY.slice(0, -4)}aaaa` }),
    runStorefront({ SERAI_URL: 'http://127.0.0.1:9', SERAI_API_KEY }),
  ]);
  expect(ran.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  expect(ran[0]?.err).toMatch(/^Set SERAI_URL to /);
  expect(ran[1]?.err).toMatch(/^Set SERAI_API_KEY to /);
  expect(ran[2]?.err).toMatch(/does not accept SERAI_API_KEY/);
  expect(ran[3]?.err).toMatch(/Serai does not respond at http:\/\/127\.0\.0\.1:9/);
  expect(ran.some(({ err }) => err.includes(SERAI_API_KEY))).toBe(false);
});
