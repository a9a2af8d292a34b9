/** Invalid and expired offer ids. Invalid bodies are tested in availability.refusals.test.ts. */
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeHotels } from '../../../test/catalogue-builder.ts';
import { CITY_HOTELS, offersOf, type SearchApp, searchApp } from '../../../test/search-app.ts';
import { type SteppedClock, steppedClock } from '../../../test/stepped-clock.ts';

let search: SearchApp;
let clock: SteppedClock;

beforeAll(async () => {
  clock = steppedClock();
  search = await searchApp({ clock });
});
afterAll(() => search.close());

const anOffer = async (): Promise<{ offerId: string; expiresAt: string }> =>
  offersOf(await search.find({ hotelIds: [CITY_HOTELS[0]] }))[0];
const refusal = async (offerId: string, members: object = {}, key?: string) => {
  const { status, json } = await search.call(
    'prebooking',
    { offerId, ...members },
    key === undefined ? {} : { key },
  );
  return [status, json.error?.code];
};
const NOT_FOUND = [404, 'OFFER_NOT_FOUND'];

it('prebooking returns 404 for an offerId that was modified, truncated or extended', async () => {
  const { offerId } = await anOffer();
  const bytes = Buffer.from(offerId.slice(4), 'base64url');
  for (let at = 0; at < bytes.length; at += 3) {
    const forged = Buffer.from(bytes);
    forged[at] = (forged[at] as number) ^ (1 << (at % 8));
    expect(await refusal(`off_${forged.toString('base64url')}`)).toEqual(NOT_FOUND);
  }
  const wrong = [
    '',
    'off_',
    'x',
    offerId.slice(4),
    `${offerId}A`,
    offerId.slice(0, -1),
    ` ${offerId}`,
    `quo_${offerId.slice(4)}`,
    `${offerId}=`,
  ];
  for (const other of [...wrong, 'off_'.padEnd(512, 'A'), 'off_'.padEnd(100_000, 'A'), 'off_ä']) {
    expect(await refusal(other)).toEqual(NOT_FOUND);
  }
});

it('an offer can be quoted only in the environment of its search', async () => {
  const { offerId } = await anOffer();
  expect(await refusal(offerId, {}, search.liveKey)).toEqual(NOT_FOUND);
  expect(await refusal(offerId, { settings: { testMode: true } }, search.liveKey)).toEqual(NOT_FOUND);
  const settings = { testMode: true };
  const [rehearsed] = offersOf(await search.find({ hotelIds: [CITY_HOTELS[0]], settings }, search.liveKey));
  expect(await refusal(rehearsed.offerId)).toEqual(NOT_FOUND);
});

it('an offer can be quoted only by the partner that searched', async () => {
  const { offerId } = await anOffer();
  const { ownerDb } = search.app.database;
  await ownerDb`INSERT INTO organisation (id, name) VALUES ('org_other', 'Other')`;
  const { secret } = await search.app.createKey({ partnerId: 'org_other', scopes: SCOPE_NAMES });
  const found = await search.find({ hotelIds: [CITY_HOTELS[0]] }, secret);
  expect(found.status).toBe(200);
  expect(await refusal(offerId, {}, secret)).toEqual(NOT_FOUND);
  expect(await refusal(offersOf(found)[0].offerId)).toEqual(NOT_FOUND);
  expect(await refusal(offersOf(found)[0].offerId, {}, secret)).toEqual([200, undefined]);
});

it('an offer expires after 30 minutes', async () => {
  const { offerId, expiresAt } = await anOffer();
  const leftMs = Date.parse(expiresAt) - clock.nowMs();
  expect(leftMs).toBeGreaterThan(29 * 60_000);
  expect(leftMs).toBeLessThanOrEqual(30 * 60_000);
  clock.step(leftMs - 5_000);
  expect(await refusal(offerId)).toEqual([200, undefined]);
  clock.step(5_000);
  expect(await refusal(offerId)).toEqual([410, 'OFFER_EXPIRED']);
});

it('prebooking returns 403 when a sandbox key disables test mode', async () => {
  const { offerId } = await anOffer();
  expect(await refusal(offerId, { settings: { testMode: false } })).toEqual([403, 'FORBIDDEN']);
});

it('prebooking returns 403 when the key may search but not book', async () => {
  const { offerId } = await anOffer();
  const { secret } = await search.app.createKey({ partnerId: 'org_other', scopes: ['hotels:search'] });
  expect(await refusal(offerId, {}, secret)).toEqual([403, 'FORBIDDEN']);
});

it('prebooking returns 409 for an offer from a hotel that is no longer active', async () => {
  const hotelId = CITY_HOTELS[9] as string;
  const [found] = offersOf(await search.find({ hotelIds: [hotelId] }));
  await writeHotels(search.app.database.db, 'sandbox', [{ hotelId, status: 'INACTIVE' }]);
  await expect.poll(() => refusal(found.offerId)).toEqual([409, 'OFFER_NOT_AVAILABLE']);
});
