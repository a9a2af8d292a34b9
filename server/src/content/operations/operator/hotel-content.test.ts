import { afterAll, expect, it } from 'vitest';
import { firstCompanies, openLink } from '../../../../test/browser-session.ts';
import { CITY_HOTELS, searchApp } from '../../../../test/search-app.ts';

const search = await searchApp();
afterAll(() => search.close());

const hotelId = CITY_HOTELS[0] as string;
const operate = (verb: string, input: object = {}) =>
  search.app.operate(`hotels/${verb}`, { environment: 'sandbox', hotelId, ...input });

it('changed texts, photos and location reach the catalogue, and everything else stays unchanged', async () => {
  const { json: before } = await operate('content');
  const { json: shown } = await operate('show');
  const images = [{ url: 'https://example.com/a.jpg', kind: 'POOL' }];
  const { latitude, longitude } = before.location;
  const location = { latitude: latitude + 0.001, longitude };
  const name = { ...before.name, pt: 'Casa Lua' };
  const { status, json } = await operate('update-content', {
    ...{ updatedAt: before.updatedAt, name, images, location },
    description: { en: 'New text.' },
  });
  expect([status, json.changed]).toEqual([200, true]);
  const { json: after } = await operate('show', { language: 'pt' });
  expect(after.hotel).toMatchObject({ name: 'Casa Lua', location, images: [{ kind: 'POOL' }] });
  expect(after.hotel.description.text).toBe('New text.');
  expect([after.hotel.address, after.hotel.facilities, after.roomCount]).toEqual([
    ...[shown.hotel.address, shown.hotel.facilities, shown.roomCount],
  ]);
  const { entries } = (await search.app.operate('audit/list', { target: hotelId })).json;
  expect(entries[0]).toMatchObject({ action: 'hotels/update-content', after: { name } });

  const { updatedAt, hotelId: _, ...same } = (await operate('content')).json;
  expect((await operate('update-content', { updatedAt, ...same })).json).toEqual({
    changed: false,
    updatedAt,
  });
  const late = await operate('update-content', { updatedAt: before.updatedAt, ...same });
  expect([late.status, late.json.error.code]).toEqual([409, 'INVALID_STATE']);
});

it('invalid content is rejected with every wrong field, and nothing changes', async () => {
  const { updatedAt, hotelId: _, ...content } = (await operate('content')).json;
  const wrong = { name: {}, images: [{ url: 'nonsense' }], location: { latitude: 91, longitude: 0 } };
  const { status, json } = await operate('update-content', { updatedAt, ...content, ...wrong });
  expect([status, json.error.details.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['/name', '/images/0/url', '/location/latitude'],
  ]);
  expect((await operate('content')).json.updatedAt).toBe(updatedAt);
});

it('partner users can read but not change the content of a hotel', async () => {
  const { partnerId } = await firstCompanies(search.app);
  const ask = await openLink(search.app, partnerId, 'partner-admin');
  const input = { environment: 'sandbox', hotelId };
  const { status, json } = await ask('hotels/content', input);
  expect(status).toBe(200);
  const { hotelId: _, ...content } = json;
  expect((await ask('hotels/update-content', { ...input, ...content })).status).toBe(403);
});
