import { afterAll, expect, it } from 'vitest';
import { firstCompanies, openLink } from '../../../../test/browser-session.ts';
import { CITY_HOTELS, searchApp } from '../../../../test/search-app.ts';

const search = await searchApp();
afterAll(() => search.close());

const hotelId = CITY_HOTELS[0] as string;
const operate = (verb: string, input: object = {}) =>
  search.app.operate(`hotels/${verb}`, { environment: 'sandbox', hotelId, ...input });

async function readContent() {
  const { updatedAt, hotelId: _, ...content } = (await operate('content')).json;
  return { updatedAt, content };
}

it('changed content reaches the catalogue, and everything else stays unchanged', async () => {
  const { updatedAt, content } = await readContent();
  const { json: shown } = await operate('show');
  const { latitude, longitude } = content.location;
  const changes = {
    name: { ...content.name, pt: 'Casa Lua' },
    ...{ type: 'APARTHOTEL', categoryCode: 'APARTHOTEL', stars: 3.5 },
    address: { ...content.address, street: 'Rua Nova 7', postalCode: '1000' },
    location: { latitude: latitude + 0.001, longitude },
    checkIn: { from: '14:00', until: '22:00' },
    checkOut: { until: '10:30' },
    contact: { phone: '+351 210 000 000', email: 'ola@example.com', website: 'https://example.com' },
    description: { en: 'New text.' },
    images: [{ url: 'https://example.com/a.jpg', kind: 'POOL' }],
    facilities: [
      { code: 'WIFI_FREE', surcharge: false },
      { code: 'PARKING', surcharge: true },
    ],
  };
  const { status, json } = await operate('update-content', { updatedAt, ...content, ...changes });
  expect([status, json.changed]).toEqual([200, true]);
  const { hotel, roomCount } = (await operate('show', { language: 'pt' })).json;
  const { description: _, ...shownChanges } = changes;
  expect(hotel).toMatchObject({
    ...shownChanges,
    name: 'Casa Lua',
    checkOut: { from: null, until: '10:30' },
    images: [{ kind: 'POOL' }],
  });
  expect(hotel.description.text).toBe('New text.');
  expect([hotel.chain, hotel.policies, roomCount]).toEqual([
    ...[shown.hotel.chain, shown.hotel.policies, shown.roomCount],
  ]);

  const same = await readContent();
  expect((await operate('update-content', { updatedAt: same.updatedAt, ...same.content })).json).toEqual({
    ...{ changed: false, updatedAt: same.updatedAt },
  });
  const late = await operate('update-content', { updatedAt, ...same.content });
  expect([late.status, late.json.error.code]).toEqual([409, 'INVALID_STATE']);
});

it('optional content that is omitted is cleared, and the stars are those of the category again', async () => {
  const { updatedAt, content } = await readContent();
  const full = {
    ...content,
    categoryCode: 'H4',
    stars: 5,
    contact: { phone: '1' },
    checkIn: { from: '14:00' },
  };
  const { json } = await operate('update-content', { updatedAt, ...full });
  const { stars: _, contact: _contact, checkIn: _checkIn, ...less } = full;
  await operate('update-content', { updatedAt: json.updatedAt, ...less });
  const { hotel } = (await operate('show')).json;
  expect([hotel.stars, hotel.contact.phone, hotel.checkIn.from]).toEqual([4, null, null]);
});

it('the audit log records only the fields that were changed', async () => {
  const { updatedAt, content } = await readContent();
  const { contact: _, ...rest } = content;
  const { json } = await operate('update-content', { updatedAt, ...rest });
  await operate('update-content', {
    ...{ updatedAt: json.updatedAt, ...rest, contact: { email: 'new@example.com' } },
  });
  const { entries } = (await search.app.operate('audit/list', { target: hotelId })).json;
  expect(entries[0]).toMatchObject({
    action: 'hotels/update-content',
    before: { contact: null },
    after: { environment: 'sandbox', contact: { email: 'new@example.com' } },
  });
  expect(Object.keys(entries[0].after).sort()).toEqual(['contact', 'environment']);
});

it('invalid content is rejected with every wrong field, and nothing changes', async () => {
  const { updatedAt, content } = await readContent();
  const wrong = {
    name: {},
    stars: 7,
    address: { street: ' ', countryCode: 'Spain' },
    location: { latitude: 91, longitude: 0 },
    checkIn: { from: '3 pm' },
    contact: { email: ' ' },
    images: [{ url: 'nonsense' }],
    facilities: [{ code: 'HELIPORT' }],
  };
  const { status, json } = await operate('update-content', { updatedAt, ...content, ...wrong });
  expect([status, json.error.details.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    [
      ...['/name', '/stars', '/address/street', '/address/countryCode', '/location/latitude'],
      ...['/checkIn/from', '/contact/email', '/images/0/url', '/facilities/0/code'],
    ],
  ]);
  expect((await readContent()).updatedAt).toBe(updatedAt);
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
