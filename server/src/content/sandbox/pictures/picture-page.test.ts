import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookingApp, bookingApp } from '../../../../test/booking-app.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { MAX_DRAWN_PER_SECOND, picturePages } from './picture-page.ts';
import { picturePath } from './sandbox-picture.ts';

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());

const get = (path: string, init?: RequestInit) => fetch(`${booking.app.interfaceUrl}${path}`, init);

describe('the pictures of sandbox hotels', () => {
  it('are listed for hotels and rooms with the address of the service, and served there without a key', async () => {
    const hotelIds = ['htl_sandbox_ok'];
    const call = (path: string, body: object) =>
      booking.app.post(`/content/hotels/v1/${path}`, body, { key: booking.key });
    const { json: content } = await call('hotels', { hotelIds, include: ['images'] });
    const { json: catalogue } = await call('rooms', { hotelIds });
    const images = [content.hotels[0], ...catalogue.rooms].flatMap(({ images }) => images);
    expect(images.length).toBeGreaterThan(4);
    for (const { url, caption, width, height } of images) {
      expect(url.startsWith(`${booking.app.interfaceUrl}/sandbox/images/`)).toBe(true);
      expect(caption.language).toBe('en');
      const response = await fetch(url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(await response.text()).toContain(`width="${width}" height="${height}"`);
    }
  });

  it('are served by the listener of the dashboard as well, because its policy allows no other address', async () => {
    const { json } = await booking.app.operate('hotels/show', {
      environment: 'sandbox',
      hotelId: 'htl_sandbox_ok',
    });
    const [{ url }] = json.hotel.images;
    expect(url.startsWith(`${booking.app.dashboardUrl}/pictures/sandbox/images/`)).toBe(true);
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect((await fetch(url.replace('.svg', 'x.svg'))).status).toBe(404);
  });

  it('may be cached permanently, and cannot run anything when they are opened as a page', async () => {
    const path = picturePath('pool', 'htl_A');
    const first = await get(path);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const etag = first.headers.get('etag') as string;
    const again = await get(path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
      200,
      etag,
      null,
    ]);
  });

  it.each(['/sandbox/images/v1/x/pool.svg', '/sandbox/', `/sandbox/images/v1/${'a'.repeat(5000)}/pool.svg`])(
    'any other path returns 404 (%#)',
    async path => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    },
  );

  it('are drawn up to a limit per second, which cached pictures and revalidations do not count towards', async () => {
    const clock = new ManualClock();
    const page = picturePages(clock);
    const ask = (id: number, method = 'GET', headers = {}) =>
      page({ url: picturePath('pool', `htl_${id}`), method, headers } as IncomingMessage);
    for (let id = 0; id < MAX_DRAWN_PER_SECOND; id++) expect((await ask(id)).status).toBe(200);
    expect(await ask(-1)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    const { headers } = await ask(-1, 'HEAD');
    const again = await ask(-1, 'GET', { 'if-none-match': headers?.etag });
    expect([again.status, again.body, again.headers?.etag]).toEqual([200, '', headers?.etag]);
    expect((await ask(0)).body).toContain('<svg');
    clock.advance(1000);
    expect((await ask(-1)).body).toContain('<svg');
  });
});

it('a service that listens on every address lists no pictures unless its URL is configured', async () => {
  const imagesWith = async (settings: NodeJS.ProcessEnv) => {
    const open = await bookingApp({ settings: { SERAI_HOST: '0.0.0.0', ...settings } });
    const request = { hotelIds: ['htl_sandbox_ok'], include: ['images'] };
    const { json } = await open.app.post('/content/hotels/v1/hotels', request, { key: open.key });
    await open.close();
    return json.hotels[0].images;
  };
  expect(await imagesWith({})).toEqual([]);
  const [image] = await imagesWith({ SERAI_API_URL: 'https://api.example.com' });
  expect(image.url).toMatch(/^https:\/\/api\.example\.com\/sandbox\/images\//);
});
