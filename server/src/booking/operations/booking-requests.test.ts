import { booking } from '@serai/contract/booking/booking.ts';
import { bookingdetail } from '@serai/contract/booking/bookingdetail.ts';
import { bookinglist } from '@serai/contract/booking/bookinglist.ts';
import { cancel } from '@serai/contract/booking/cancel.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badRequests } from '../../../test/bad-requests.ts';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';

let app: BookingApp;
beforeAll(async () => {
  app = await bookingApp();
});
afterAll(() => app?.close());

const settings = { timeout: 10_000, testMode: true, auditTransactions: true, scenario: 'error.500' };
const money = { amount: '5.00', currency: 'EUR' };

const GOOD = [
  {
    operation: booking,
    good: {
      quoteId: 'quo_0',
      clientReference: 'GOOD-1',
      holder: { firstName: 'Ada', lastName: 'Moreno', email: 'ada@example.com', phone: '+34 600 000 000' },
      rooms: [
        {
          roomRef: 1,
          guests: [{ type: 'CHILD', age: 5, firstName: 'Iris', lastName: 'Moreno', title: 'Ms' }],
          specialRequests: 'Quiet',
        },
      ],
      expectedPrice: money,
      priceTolerance: { amount: money, percent: '5' },
      termsHash: 'trm_0',
      remarks: 'Late',
      metadata: { a: 'b' },
      settings,
    },
  },
  {
    operation: bookingdetail,
    good: { bookingId: 'bkg_0', clientReference: 'GOOD-1', include: ['history'], refresh: true, settings },
  },
  {
    operation: bookinglist,
    good: {
      filters: {
        dateType: 'CREATED',
        from: '2030-01-01',
        to: '2030-01-02',
        statuses: ['CONFIRMED'],
        hotelIds: ['htl_0'],
        clientReferences: ['GOOD-1'],
        holderLastName: 'Moreno',
        needsAttention: true,
      },
      sort: { by: 'CREATED', direction: 'ASC' },
      page: { limit: 10, cursor: 'x' },
      settings,
    },
  },
  {
    operation: cancel,
    good: {
      bookingId: 'bkg_0',
      clientReference: 'GOOD-1',
      mode: 'QUOTE',
      maxPenalty: money,
      reason: 'Ill',
      settings,
    },
  },
];

interface Detail {
  path: string;
  code: string;
}

async function refused(name: string, body: object): Promise<Detail[]> {
  const { status, json } = await app.call(name, body);
  expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  return json.error.details;
}

/** The valid request has both ids so that each field can be tested. This error is therefore expected. */
const isBothIds = ({ path, code }: Detail) => `${path} ${code}` === '/clientReference EXACTLY_ONE_ALLOWED';

describe.each(GOOD)('$operation.name', ({ operation, good }) => {
  test(`${operation.name} accepts a valid request, which then fails with the status 500 of the scenario`, async () => {
    const { bookingId: _, ...one } = good as { bookingId?: string };
    const body = operation.name === 'booking' ? good : one;
    const { status } = await app.call(operation.name, body);
    expect(status).toBe(500);
  });

  test.each(badRequests(operation, good))(
    `${operation.name} rejects a request in which $what`,
    async ({ body, path }) => {
      const details = (await refused(operation.name, body)).filter(detail => !isBothIds(detail));
      expect(details.map(detail => detail.path)).toContain(path);
    },
  );

  test(`${operation.name} reports all invalid fields together`, async () => {
    const wrong = badRequests(operation, good).filter(({ what }) => what.endsWith('is null'));
    const fields = wrong.filter(({ path }) => path.split('/').length === 2);
    const body = Object.assign({}, ...fields.map(each => ({ [each.path.slice(1)]: null })), { surprise: 1 });
    const paths = (await refused(operation.name, body)).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/surprise', ...fields.map(({ path }) => path)]));
  });
});

test.each([
  ['an empty body', ''],
  ['an array', '[]'],
  ['truncated JSON', '{"bookingId":'],
  ['a __proto__ field', '{"__proto__":{}}'],
  ['a NUL character', '{"bookingId":"bkg_\\u0000"}'],
  ['a lone surrogate', '{"clientReference":"\\ud800xx"}'],
])('booking, bookingdetail, bookinglist and cancel reject an invalid body: %s', async (_, body) => {
  for (const { operation } of GOOD) {
    const { status } = await app.app.post(operation.path, body, { key: app.key });
    expect(status).toBe(400);
  }
});

describe('dates in a booking list', () => {
  test.each([
    ['2030-02-30', '/filters/from'],
    ['2030-1-1', '/filters/from'],
    ['2030-01-01T00:00:00+01:00', '/filters/from'],
    ['2030-01-01T25:00:00Z', '/filters/from'],
    ['0000-01-01', '/filters/from'],
    ['0000-01-01T00:00:00Z', '/filters/from'],
    ['tomorrow', '/filters/from'],
  ])('bookinglist rejects the invalid date %s', async (from, path) => {
    const details = await refused('bookinglist', { filters: { from } });
    expect(details).toMatchObject([{ path, code: 'INVALID_FORMAT' }]);
  });

  test.each(['0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999999999Z', '2028-02-29'])(
    'bookinglist accepts the date %s',
    async date => {
      for (const dateType of ['CREATED', ...(date.includes('T') ? [] : ['CHECK_IN'])]) {
        for (const bound of [{ from: date }, { to: date }]) {
          expect((await app.call('bookinglist', { filters: { dateType, ...bound } })).status).toBe(200);
        }
      }
    },
  );

  test.each([
    [
      { dateType: 'CHECK_IN', from: '2030-01-01T00:00:00Z', to: '2030-01-02T00:00:00Z' },
      ['/filters/from DATE_REQUIRED', '/filters/to DATE_REQUIRED'],
    ],
    [{ dateType: 'CHECK_OUT', from: '2030-01-02', to: '2030-01-01' }, ['/filters/to RANGE_REVERSED']],
    [{ from: '2030-01-02', to: '2030-01-01T00:00:00Z' }, ['/filters/to RANGE_REVERSED']],
  ])('bookinglist rejects timestamps as stay dates and reversed ranges: %o', async (filters, expected) => {
    const details = await refused('bookinglist', { filters });
    expect(details.map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
  });
});
