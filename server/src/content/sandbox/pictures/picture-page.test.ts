import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookingApp, bookingApp } from '../../../../test/booking-app.ts';
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
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  });

  it.each(['/sandbox/images/v1/x/pool.svg', '/sandbox/', `/sandbox/images/v1/${'a'.repeat(5000)}/pool.svg`])(
    'any other path returns 404 (%#)',
    async path => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    },
  );
});
