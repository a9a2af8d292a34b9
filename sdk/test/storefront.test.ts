import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scenarioHotelId } from '../../contract/src/booking/sandbox/scenario-hotels.ts';
import { accessibilityViolations, expectUsable } from '../../dashboard/test/browser/accessibility.ts';
import { findChromium } from '../../dashboard/test/browser/find-chromium.ts';
import {
  GUEST,
  OTHER,
  referenceOf,
  runStorefront,
  type StorefrontUnderTest,
  storefrontUnderTest,
  visits,
} from './storefront-under-test.ts';

let shop: StorefrontUnderTest;
let browser: Browser;
const { visitors, visitor, checkout, book, bookingsOf } = visits(() => shop);
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

  test('a quote that expires while its form is open books nothing and can be renewed', async () => {
    const visit = await checkout('ok');
    const { action } = visit.form('/book/');
    await shop.app.database.ownerDb`UPDATE quote SET expires_at = serai_now()`;
    await visit.send('/book/', { ...GUEST, ...OTHER });
    expect([visit.status, visit.text.includes('Your price has expired')]).toEqual([410, true]);
    expect(await bookingsOf(/SHOP-\w+/.exec(action)?.[0] ?? '')).toEqual([]);
    await visit.send('/checkout');
    await visit.send('/book/', { ...GUEST, ...OTHER });
    expect(visit.text).toContain('Your stay is booked');
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
  const reading = await shop.app.createKey({ scopes: ['content:read', 'hotels:read'] });
  const ran = await Promise.all([
    runStorefront({ SERAI_API_KEY }),
    runStorefront({ SERAI_URL }),
    runStorefront({ SERAI_URL, SERAI_API_KEY: `${SERAI_API_KEY.slice(0, -4)}aaaa` }),
    runStorefront({ SERAI_URL: 'http://127.0.0.1:9', SERAI_API_KEY }),
    runStorefront({ SERAI_URL, SERAI_API_KEY: reading.secret }),
  ]);
  expect(ran.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  expect(ran[0]?.err).toMatch(/^Set SERAI_URL to /);
  expect(ran[1]?.err).toMatch(/^Set SERAI_API_KEY to /);
  expect(ran[2]?.err).toMatch(/does not accept SERAI_API_KEY/);
  expect(ran[3]?.err).toMatch(/Serai does not respond at http:\/\/127\.0\.0\.1:9/);
  const lacking = [...(ran[4]?.err ?? '').matchAll(/lacks the scope (\S+)\./g)].map(([, scope]) => scope);
  expect(lacking).toEqual(['hotels:search', 'hotels:quote', 'hotels:book', 'hotels:cancel']);
  expect(ran.some(({ err }) => err.includes(SERAI_API_KEY))).toBe(false);
});
