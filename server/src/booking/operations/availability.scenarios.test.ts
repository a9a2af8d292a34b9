import { SCENARIOS, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECK_IN } from '../../../test/booking-app.ts';
import {
  CITY_HOTELS,
  offersOf,
  providersOf,
  reasonsOf,
  type SearchApp,
  searchApp,
} from '../../../test/search-app.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';
import { addDays } from '../../platform/time/civil-date.ts';

let search: SearchApp;

beforeAll(async () => {
  search = await searchApp();
});
afterAll(() => search.close());

const statuses = (answer: HttpAnswer) => providersOf(answer).map(({ status }) => status);
const cents = ({ amount }: { amount: string }) => Number(amount.replace('.', ''));

type Acted = Extract<(typeof SCENARIOS)[number], { operation: 'availability' }>['name'];
type Check = (answer: HttpAnswer) => void;

const sells: Check = answer => {
  expect(answer.status).toBe(200);
  expect(answer.json.complete).toBe(true);
  expect(statuses(answer)).toEqual(['OK', 'OK', 'OK']);
  expect(offersOf(answer).length).toBeGreaterThan(0);
};
const isFree: Check = answer => {
  sells(answer);
  for (const { cancellation } of offersOf(answer)) expect(cancellation.refundability).toBe('REFUNDABLE');
};
const inZone =
  (zone: string | null): Check =>
  answer => {
    isFree(answer);
    for (const { cancellation } of offersOf(answer)) expect(cancellation.propertyTimeZone).toBe(zone);
  };
const soldIn =
  (currency: string): Check =>
  answer => {
    isFree(answer);
    for (const { price } of offersOf(answer))
      expect(price.exchange).toMatchObject({ from: currency, to: 'EUR' });
  };
const fails =
  (status: number, code: string): Check =>
  answer =>
    expect([answer.status, answer.json.error.code, answer.json.error.retryable]).toEqual([
      status,
      code,
      true,
    ]);

const CHECKS: Record<Acted, Check> = {
  ok: isFree,
  'avail.none': answer => {
    expect([answer.status, answer.json.hotels, answer.json.complete]).toEqual([200, [], true]);
    expect(Object.values(reasonsOf(answer))).toEqual(['SOLD_OUT']);
    expect(statuses(answer)).toEqual(['OK', 'OK', 'OK']);
  },
  'avail.min_stay': isFree,
  'avail.partial': answer => {
    expect([answer.status, answer.json.complete]).toEqual([200, false]);
    expect(statuses(answer)).toEqual(['OK', 'TIMEOUT', 'OK']);
    expect(offersOf(answer).length).toBeGreaterThan(0);
  },
  'avail.all_timeout': fails(504, 'PROVIDER_TIMEOUT'),
  'avail.all_error': fails(502, 'ALL_PROVIDERS_FAILED'),
  'avail.slow': answer => {
    sells(answer);
    for (const { durationMs } of providersOf(answer)) expect(durationMs).toBeGreaterThanOrEqual(1_900);
  },
  'avail.huge': answer => {
    sells(answer);
    expect(offersOf(answer)).toHaveLength(100);
  },
  'avail.on_request': isFree,
  'avail.pay_at_property': answer => {
    isFree(answer);
    for (const { payment, price } of offersOf(answer)) {
      expect(payment.type).toBe('PAY_AT_PROPERTY');
      expect(cents(price.net)).toBeGreaterThan(0);
      expect(price.payAtProperty.length).toBeGreaterThan(0);
      expect(cents(price.guestTotal)).toBeGreaterThan(cents(price.selling));
    }
  },
  'avail.timezone_plus14': inZone('Pacific/Kiritimati'),
  'avail.timezone_minus11': inZone('Pacific/Pago_Pago'),
  'avail.timezone_unknown': inZone(null),
  'avail.currency_jpy': soldIn('JPY'),
  'avail.currency_kwd': soldIn('KWD'),
  'cancel.free': isFree,
  'cancel.penalty': answer => {
    sells(answer);
    for (const { cancellation } of offersOf(answer)) {
      expect(cancellation).toMatchObject({
        refundability: 'PARTIALLY_REFUNDABLE',
        freeCancellationUntil: null,
      });
      expect(cents(cancellation.windows[0].penalty)).toBeGreaterThan(0);
    }
  },
  'cancel.nonrefundable': answer => {
    sells(answer);
    for (const { cancellation, price } of offersOf(answer)) {
      expect(cancellation.refundability).toBe('NON_REFUNDABLE');
      expect(cancellation.windows).toEqual([{ from: null, to: null, penalty: price.net }]);
    }
  },
};

const WISH = { include: ['unavailable', 'duplicates'], maxOffersPerHotel: 100, currency: 'EUR' };

describe.concurrent('each scenario of a search', () => {
  it.each(Object.entries(CHECKS))(
    'the scenario %s behaves the same at its sandbox hotel and when selected with settings.scenario',
    async (name, check) => {
      const { own, forced } = await search.bothWays(name as ScenarioName, WISH);
      check(own);
      check(forced);
    },
  );

  it('every availability scenario is covered by a test', () => {
    const acting = SCENARIOS.filter(({ operation }) => operation === 'availability').map(({ name }) => name);
    expect(Object.keys(CHECKS).toSorted()).toEqual(acting.toSorted());
  });

  it('avail.min_stay rejects a two-night stay, both at its scenario hotel and when selected with settings.scenario', async () => {
    const short = { checkOut: addDays(CHECK_IN, 2), include: ['unavailable'] };
    const { own, forced } = await search.bothWays('avail.min_stay', short);
    for (const answer of [own, forced]) {
      expect([answer.status, answer.json.hotels]).toEqual([200, []]);
      expect(Object.values(reasonsOf(answer))).toEqual(['MINIMUM_STAY']);
    }
  });

  it('hotels of scenarios for other operations behave like ordinary hotels in a search', async () => {
    for (const { name, operation } of SCENARIOS) {
      if (operation !== 'availability') isFree(await search.search(name, WISH));
    }
  });

  it('scenario hotels with failing providers do not affect other hotels', async () => {
    const hotelIds = ['htl_sandbox_avail_all_timeout', 'htl_sandbox_avail_all_error', CITY_HOTELS[0]];
    sells(await search.find({ hotelIds }));
  });
});

describe('settings.timeout', () => {
  it.each([500, 1_500])(
    'a search with a timeout of %i ms returns 504 when the providers take two seconds',
    async timeout => {
      const { own, forced } = await search.bothWays('avail.slow', {
        settings: { timeout, scenario: 'avail.slow' },
      });
      fails(504, 'PROVIDER_TIMEOUT')(own);
      fails(504, 'PROVIDER_TIMEOUT')(forced);
    },
  );

  it('a search with a timeout of four seconds succeeds when the providers take two seconds', async () => {
    sells(await search.search('avail.slow', { settings: { timeout: 4_000 } }));
  });
});
