/** Dates are in the time zone of the property. The clock starts at a fixed time of day. */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CITY_HOTELS,
  hotelIdsOf,
  offersOf,
  reasonsOf,
  type SearchApp,
  searchApp,
} from '../../../test/search-app.ts';
import { type SteppedClock, steppedClock } from '../../../test/stepped-clock.ts';
import { addDays } from '../../platform/time/civil-date.ts';

type QuoteRow = { content: { hotel: { timeZone: string }; terms: { timeZone: string } } };

let search: SearchApp;
let clock: SteppedClock;
const [FIRST] = CITY_HOTELS as [string];
const AHEAD = scenarioHotelId('avail.timezone_plus14');
const BEHIND = scenarioHotelId('avail.timezone_minus11');
const UNKNOWN = scenarioHotelId('avail.timezone_unknown');
/** At this time it is 11:30 on the next day in Kiritimati, 22:30 in Madrid (winter) and 10:30 in Pago Pago. */
const today = new Date().toISOString().slice(0, 10);
const EVENING_MS = Date.parse(`${today}T21:30:00Z`);

beforeAll(async () => {
  clock = steppedClock(EVENING_MS);
  search = await searchApp({ clock });
});
afterAll(() => search.close());

const stay = (checkIn: string, nights = 1) => ({
  checkIn,
  checkOut: addDays(checkIn, nights),
  include: ['unavailable'],
});
const refusal = async (members: object) => {
  const { status, json } = await search.find(members);
  return [
    status,
    json.error.code,
    ...json.error.details.map(({ path, code }: Record<string, string>) => `${path} ${code}`),
  ];
};

describe('check-in', () => {
  it('check-in on the current UTC date is accepted only for hotels where that date has not ended', async () => {
    const answer = await search.find({ ...stay(today), hotelIds: [FIRST, AHEAD, BEHIND, UNKNOWN] });
    expect(hotelIdsOf(answer)).toEqual([FIRST, BEHIND, UNKNOWN]);
    expect(reasonsOf(answer)).toEqual({ [AHEAD]: 'CHECKIN_NOT_ALLOWED' });
  });

  it('check-in yesterday is accepted only for hotels where yesterday has not ended', async () => {
    const hotelIds = [FIRST, AHEAD, BEHIND, UNKNOWN];
    const yesterday = addDays(today, -1);
    expect(await refusal({ ...stay(yesterday), hotelIds })).toEqual([
      400,
      'VALIDATION_ERROR',
      '/checkIn DATE_IN_PAST',
    ]);
    clock.step(-11 * 3_600_000); // 10:30 UTC is 23:30 on the previous day in Pago Pago.
    const answer = await search.find({ ...stay(yesterday), hotelIds });
    expect(hotelIdsOf(answer)).toEqual([BEHIND, UNKNOWN]);
    expect(reasonsOf(answer)).toEqual({ [FIRST]: 'CHECKIN_NOT_ALLOWED', [AHEAD]: 'CHECKIN_NOT_ALLOWED' });
    clock.step(11 * 3_600_000);
  });

  it('a search returns 200 with skipped providers when no hotel can be searched', async () => {
    const answer = await search.find({ ...stay(today), hotelIds: [AHEAD] });
    expect([answer.status, answer.json.hotels, answer.json.complete]).toEqual([200, [], true]);
    for (const { status } of answer.json.providers) expect(status).toBe('SKIPPED');
  });

  it.each([
    [AHEAD, 'avail.timezone_plus14'],
    [BEHIND, 'avail.timezone_minus11'],
    [UNKNOWN, 'avail.timezone_unknown'],
  ])(
    'the scenario hotel %s and a hotel searched with settings.scenario %s have the same local date',
    async (own, scenario) => {
      const asOwn = await search.find({ ...stay(today), hotelIds: [own] });
      const asForced = await search.find({ ...stay(today), hotelIds: [FIRST], settings: { scenario } });
      expect(hotelIdsOf(asForced).length).toBe(hotelIdsOf(asOwn).length);
      expect(Object.values(reasonsOf(asForced))).toEqual(Object.values(reasonsOf(asOwn)));
    },
  );

  it('a past check-in is reported once, together with all other errors', async () => {
    const wrong = { ...stay(addDays(today, -1)), hotelIds: [FIRST], occupancies: [], colour: 'red' };
    const others = ['/colour UNKNOWN_FIELD', '/occupancies TOO_SMALL'];
    const sorted = async (body: object) => (await refusal(body)).slice(2).toSorted();
    expect(await sorted(wrong)).toEqual(['/checkIn DATE_IN_PAST', ...others]);
    expect(await sorted({ ...wrong, checkIn: '2020-02-30' })).toEqual(['/checkIn INVALID_FORMAT', ...others]);
    expect(await sorted({ ...wrong, checkIn: 1 })).toEqual(['/checkIn INVALID_TYPE', ...others]);
  });

  it('check-in may be at most 500 days ahead', async () => {
    // The 500 days count from the date in UTC+14.
    const tomorrow = addDays(today, 1);
    expect((await search.find({ ...stay(addDays(tomorrow, 500)), hotelIds: [FIRST] })).status).toBe(200);
    const late = { ...stay(addDays(tomorrow, 501)), hotelIds: [FIRST] };
    expect(await refusal(late)).toEqual([400, 'VALIDATION_ERROR', '/checkIn DATE_TOO_FAR']);
    expect(await refusal({ ...stay('9999-12-01'), hotelIds: [FIRST] })).toEqual([
      400,
      'VALIDATION_ERROR',
      '/checkIn DATE_TOO_FAR',
    ]);
  });

  it.each([1, 30])('a search accepts a stay of %i nights', async nights => {
    const answer = await search.find({
      ...stay(addDays(today, 40), nights),
      include: ['nightly'],
      hotelIds: ['htl_sandbox_ok'],
    });
    expect(answer.json.echo.nights).toBe(nights);
    expect(offersOf(answer)[0].rooms[0].price.nightly).toHaveLength(nights);
  });

  it.each([
    [0, 'STAY_TOO_SHORT'],
    [-1, 'STAY_TOO_SHORT'],
    [31, 'STAY_TOO_LONG'],
  ])('a search rejects a stay of %i nights', async (nights, code) => {
    expect(await refusal({ ...stay(addDays(today, 40), nights), hotelIds: [FIRST] })).toEqual([
      400,
      'VALIDATION_ERROR',
      `/checkOut ${code}`,
    ]);
  });
});

describe('cancellation deadlines', () => {
  const inAMonth = stay(addDays(today, 30));
  const ZONES = {
    'avail.timezone_plus14': 'Pacific/Kiritimati',
    'avail.timezone_minus11': 'Pacific/Pago_Pago',
    'avail.timezone_unknown': null,
  } as const;
  const OFFSETS = { 'avail.timezone_plus14': '+14:00', 'avail.timezone_minus11': '-11:00' };

  it.each(Object.entries(ZONES))(
    "cancellation deadlines in the scenario %s use the property's time zone, both at its hotel and when selected with settings.scenario",
    async (scenario, zone) => {
      const { own, forced } = await search.bothWays(scenario as keyof typeof ZONES, inAMonth);
      for (const answer of [own, forced]) {
        expect(answer.json.hotels[0].timeZone).toBe(zone);
        for (const { cancellation } of offersOf(answer)) {
          expect(cancellation).toMatchObject({
            propertyTimeZone: zone,
            deadlineSource: zone === null ? 'CONSERVATIVE' : 'PROPERTY_TIMEZONE',
          });
          const local = `${addDays(inAMonth.checkIn, -1)}T18:00:00`;
          const offset = zone === null ? '+14:00' : OFFSETS[scenario as keyof typeof OFFSETS];
          const until = new Date(`${local}${offset}`).toISOString().replace('.000', '');
          expect(cancellation.freeCancellationUntil).toBe(until);
          expect(cancellation.freeCancellationUntilLocal).toBe(zone === null ? null : `${local}${offset}`);
        }
      }
    },
  );

  it('a quote keeps the time zone that a scenario set for the search', async () => {
    const settings = { scenario: 'avail.timezone_plus14' };
    const [found] = offersOf(await search.find({ ...inAMonth, hotelIds: [FIRST], settings }));
    const { status, json } = await search.call('prebooking', { offerId: found.offerId });
    expect([status, json.status, json.changes]).toEqual([200, 'AVAILABLE', []]);
    expect(json.offer.cancellation).toEqual(found.cancellation);
    const [row] = await search.app.database.db<
      QuoteRow[]
    >`SELECT content FROM quote WHERE quote_id = ${json.quoteId}`;
    expect(row?.content.hotel.timeZone).toBe('Pacific/Kiritimati');
    expect(row?.content.terms.timeZone).toBe('Pacific/Kiritimati');
  });
});
