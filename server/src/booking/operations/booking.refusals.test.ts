/** Booking requests that are refused without calling the provider. Nothing is written or sent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book, bookRequestOf, countRows } from '../../../test/booking-steps.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());

type Body = Record<string, unknown>;

/** Returns the response and asserts that nothing was written. */
async function refused(request: Body): Promise<HttpAnswer> {
  const before = await countRows(booking);
  const answer = await booking.call('booking', request);
  expect(await countRows(booking)).toEqual(before);
  const [quote] = await booking.app.database.ownerDb`
    SELECT used_by FROM quote WHERE quote_id = ${String(request.quoteId)}`;
  if (answer.json.error?.code !== 'QUOTE_ALREADY_USED') expect(quote?.used_by ?? null).toBeNull();
  return answer;
}

const codeOf = ({ status, json }: HttpAnswer) => `${status} ${json.error?.code}`;
const pathsOf = ({ json }: HttpAnswer) =>
  json.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);

const adult = { type: 'ADULT', firstName: 'Ada', lastName: 'Moreno' };
const child = (age: number) => ({ type: 'CHILD', age, firstName: 'Iris', lastName: 'Moreno' });

describe('a quote', () => {
  test.each(['quo_00000000000000000000', 'no quote at all', "'; DROP TABLE quote; --", 'quo_é'])(
    'booking returns 404 for the unknown quote %s',
    async quoteId => {
      const request = await bookRequestOf(booking, 'ok', { members: { quoteId } });
      expect(codeOf(await refused(request))).toBe('404 QUOTE_NOT_FOUND');
    },
  );

  test('booking returns 410 for a quote that has expired by the database clock', async () => {
    const request = await bookRequestOf(booking, 'ok');
    await booking.app.database.ownerDb`
      UPDATE quote SET expires_at = serai_now() WHERE quote_id = ${String(request.quoteId)}`;
    expect(codeOf(await refused(request))).toBe('410 QUOTE_EXPIRED');
  });

  test('booking returns 409 for a quote that has already been booked, and 410 once it has expired', async () => {
    const request = await bookRequestOf(booking, 'ok');
    expect((await booking.call('booking', request)).status).toBe(200);
    const other = { ...request, clientReference: 'ANOTHER-1' };
    expect(codeOf(await refused(other))).toBe('409 QUOTE_ALREADY_USED');
    await booking.app.database.ownerDb`
      UPDATE quote SET expires_at = serai_now() WHERE quote_id = ${String(request.quoteId)}`;
    expect(codeOf(await booking.call('booking', other))).toBe('410 QUOTE_EXPIRED');
  });

  test('booking returns 409 for the quote of a rejected booking', async () => {
    const request = await bookRequestOf(booking, 'book.rejected');
    expect((await booking.call('booking', request)).status).toBe(409);
    const again = await refused({ ...request, clientReference: 'ANOTHER-2' });
    expect(codeOf(again)).toBe('409 QUOTE_ALREADY_USED');
  });

  test('booking returns 409 for a quote from a provider that is no longer configured', async () => {
    const request = await bookRequestOf(booking, 'ok');
    await booking.app.database.ownerDb`
      UPDATE quote SET provider = 'test-9' WHERE quote_id = ${String(request.quoteId)}`;
    expect(codeOf(await refused(request))).toBe('409 OFFER_NOT_AVAILABLE');
  });

  test('a quote can still be booked after a request with a wrong expectedPrice', async () => {
    const request = await bookRequestOf(booking, 'ok');
    await refused({ ...request, expectedPrice: { amount: '1.00', currency: 'EUR' } });
    expect((await booking.call('booking', request)).status).toBe(200);
  });
});

describe('mismatched guests', () => {
  const family = { occupancies: [{ adults: 2, childAges: [4, 9] }, { adults: 1 }] };
  const rooms = [
    { roomRef: 1, guests: [adult, adult, child(9), child(4)] },
    { roomRef: 2, guests: [adult] },
  ];
  test.each<[string, object[], string[]]>([
    [
      'one adult is missing',
      [{ roomRef: 1, guests: [adult, child(9), child(4)] }, rooms[1] as object],
      ['/rooms/0/guests OCCUPANCY_MISMATCH'],
    ],
    [
      'the age of a child differs',
      [{ roomRef: 1, guests: [adult, adult, child(9), child(5)] }, rooms[1] as object],
      ['/rooms/0/guests OCCUPANCY_MISMATCH'],
    ],
    [
      'there is an additional child',
      [rooms[0] as object, { roomRef: 2, guests: [adult, child(1)] }],
      ['/rooms/1/guests OCCUPANCY_MISMATCH'],
    ],
    ['a room is missing', [rooms[0] as object], ['/rooms MISSING_ROOM']],
    [
      'there is an additional room',
      [...rooms, { roomRef: 3, guests: [adult] }],
      ['/rooms/2/roomRef UNKNOWN_ROOM'],
    ],
    [
      'several rooms are wrong',
      [
        { roomRef: 2, guests: [adult, adult] },
        { roomRef: 8, guests: [adult] },
      ],
      ['/rooms/0/guests OCCUPANCY_MISMATCH', '/rooms/1/roomRef UNKNOWN_ROOM', '/rooms MISSING_ROOM'],
    ],
  ])('booking returns 422 when %s', async (_, others, paths) => {
    const request = await bookRequestOf(booking, 'ok', { search: family, members: { rooms: others } });
    const answer = await refused(request);
    expect(codeOf(answer)).toBe('422 OCCUPANCY_MISMATCH');
    expect(pathsOf(answer)).toEqual(paths);
  });

  test('booking accepts rooms and guests in any order', async () => {
    const turned = [
      { roomRef: 2, guests: [{ ...adult, firstName: 'Carmen' }], specialRequests: 'Quiet' },
      { roomRef: 1, guests: [child(4), adult, child(9), { type: 'ADULT' }] },
    ];
    const { status, json } = await book(booking, 'ok', { search: family, members: { rooms: turned } });
    expect(status).toBe(200);
    const shown = json.booking.rooms as { roomRef: number; guests: object[]; specialRequests: string }[];
    expect(shown.map(({ roomRef, guests }) => [roomRef, guests.length])).toEqual([
      [1, 4],
      [2, 1],
    ]);
    expect(shown[1]).toMatchObject({ guests: [{ firstName: 'Carmen' }], specialRequests: 'Quiet' });
    expect(shown[0]?.guests[3]).toEqual({
      type: 'ADULT',
      age: null,
      firstName: null,
      lastName: null,
      title: null,
    });
  });
});

describe('price and terms', () => {
  test.each([
    ['amount', { amount: '1.00', currency: 'EUR' }],
    ['currency', { amount: '1.00', currency: 'USD' }],
  ])('booking returns 422 with the quoted price when the expected %s differs', async (_, expectedPrice) => {
    const request = await bookRequestOf(booking, 'ok');
    const answer = await refused({ ...request, expectedPrice });
    expect(codeOf(answer)).toBe('422 PRICE_MISMATCH');
    expect(answer.json.error.details).toMatchObject([
      { path: '/expectedPrice', quoted: request.expectedPrice },
    ]);
  });

  test.each(['prebook.price_up', 'prebook.price_down', 'prebook.terms_changed'] as const)(
    'booking requires the termsHash of the quote after the scenario %s',
    async scenario => {
      const { json: quote } = await booking.quote(scenario);
      expect(quote.status).not.toBe('AVAILABLE');
      const request = booking.bookingOf(quote);
      expect(codeOf(await refused(request))).toBe('409 TERMS_NOT_ACCEPTED');
      expect(codeOf(await refused({ ...request, termsHash: 'trm_other' }))).toBe('409 TERMS_NOT_ACCEPTED');
      const made = await booking.call('booking', { ...request, termsHash: quote.termsHash });
      expect(made.status).toBe(200);
      expect(made.json.booking.price).toEqual(quote.offer.price);
      expect(made.json.booking.cancellation).toEqual(quote.offer.cancellation);
    },
  );

  test('booking rejects a wrong termsHash even if none is required', async () => {
    const request = await bookRequestOf(booking, 'ok', { members: { termsHash: 'trm_other' } });
    expect(codeOf(await refused(request))).toBe('409 TERMS_NOT_ACCEPTED');
  });
});

describe('required guest data', () => {
  /** Returns a quote whose provider requires these guest names. One of the three test providers requires all names. */
  async function quoteFor(rule: 'ALL' | 'LEAD_PER_ROOM') {
    const search = {
      include: ['duplicates'],
      maxOffersPerHotel: 100,
      occupancies: [{ adults: 2, childAges: [5] }],
    };
    const { json } = await booking.search('ok', search);
    for (const { offerId } of json.hotels[0].offers) {
      const quote = await booking.call('prebooking', { offerId });
      if (quote.json.requirements.guestNames === rule) return quote.json;
    }
    throw new Error(`no provider has the rule ${rule}`);
  }

  test('booking requires the name of the first adult in each room if the quote requires one lead guest per room', async () => {
    const quote = await quoteFor('LEAD_PER_ROOM');
    const guests = [{ type: 'CHILD', age: 5 }, { type: 'ADULT' }, adult];
    const answer = await refused(booking.bookingOf(quote, { rooms: [{ roomRef: 1, guests }] }));
    expect(codeOf(answer)).toBe('400 VALIDATION_ERROR');
    expect(pathsOf(answer)).toEqual(['/rooms/0/guests/1/firstName REQUIRED_BY_QUOTE']);
    const named = { rooms: [{ roomRef: 1, guests: guests.toReversed() }] };
    expect((await booking.call('booking', booking.bookingOf(quote, named))).status).toBe(200);
  });

  test('booking requires every field listed in the requirements of the quote', async () => {
    const quote = await quoteFor('ALL');
    expect(quote.requirements).toMatchObject({ holderEmail: true, maxRemarkLength: 250 });
    const request = booking.bookingOf(quote, {
      holder: { firstName: 'Ada', lastName: 'Moreno' },
      rooms: [{ roomRef: 1, guests: [adult, { type: 'ADULT' }, { type: 'CHILD', age: 5 }] }],
      remarks: 'x'.repeat(251),
    });
    const answer = await refused(request);
    expect(codeOf(answer)).toBe('400 VALIDATION_ERROR');
    expect(pathsOf(answer)).toEqual([
      '/holder/email REQUIRED_BY_QUOTE',
      '/rooms/0/guests/1/firstName REQUIRED_BY_QUOTE',
      '/rooms/0/guests/2/firstName REQUIRED_BY_QUOTE',
      '/remarks TOO_BIG',
    ]);
    const complete = booking.bookingOf(quote, {
      rooms: [{ roomRef: 1, guests: [adult, adult, child(5)] }],
      remarks: 'x'.repeat(250),
    });
    expect((await booking.call('booking', complete)).status).toBe(200);
  });
});

describe('settings', () => {
  test.each([
    [{ testMode: false }, '403 FORBIDDEN'],
    [{ scenario: 'no.such_scenario' }, '400 SCENARIO_NOT_ALLOWED'],
    [{ scenario: 'avail.none' }, '400 SCENARIO_NOT_ALLOWED'],
    [{ scenario: 'cancel.refused' }, '400 SCENARIO_NOT_ALLOWED'],
    [{ timeout: 4_999 }, '400 VALIDATION_ERROR'],
    [{ timeout: 120_001 }, '400 VALIDATION_ERROR'],
    [{ scenario: 'limit.429' }, '429 RATE_LIMIT_EXCEEDED'],
    [{ scenario: 'error.500' }, '500 INTERNAL_ERROR'],
    [{ scenario: 'error.503' }, '503 SERVICE_UNAVAILABLE'],
  ])('booking with the settings %o returns %s', async (settings, code) => {
    const request = await bookRequestOf(booking, 'ok', { members: { settings } });
    expect(codeOf(await refused(request))).toBe(code);
    const { settings: _, ...plain } = request;
    expect((await booking.call('booking', plain)).status).toBe(200);
    // The response is the same if the booking already exists.
    if (!code.startsWith('400 VALID')) expect(codeOf(await booking.call('booking', request))).toBe(code);
  });

  test('booking checks the scenario before the quote', async () => {
    const request = await bookRequestOf(booking, 'ok', {
      members: { quoteId: 'quo_none', settings: { scenario: 'avail.none' } },
    });
    expect(codeOf(await refused(request))).toBe('400 SCENARIO_NOT_ALLOWED');
  });
});

test('booking rejects card numbers in every free-text field and never echoes them', async () => {
  const card = '4111 1111 1111 1111';
  const request = await bookRequestOf(booking, 'ok', {
    members: {
      holder: { firstName: card, lastName: card },
      rooms: [
        {
          roomRef: 1,
          guests: [{ ...adult, lastName: card, title: '4111111111111111' }, adult],
          specialRequests: card,
        },
      ],
      remarks: `Pay with ${card}`,
      metadata: { card, '4111111111111111': 'x' },
      clientReference: '4111-1111-1111-1111',
    },
  });
  const answer = await refused(request);
  expect(codeOf(answer)).toBe('400 VALIDATION_ERROR');
  expect(pathsOf(answer).sort()).toEqual([
    '/holder/firstName CARD_NUMBER',
    '/holder/lastName CARD_NUMBER',
    '/metadata CARD_NUMBER',
    '/metadata/card CARD_NUMBER',
    '/remarks CARD_NUMBER',
    '/rooms/0/guests/0/lastName CARD_NUMBER',
    '/rooms/0/guests/0/title CARD_NUMBER',
    '/rooms/0/specialRequests CARD_NUMBER',
  ]);
  expect(answer.text).not.toContain('4111 ');
});
