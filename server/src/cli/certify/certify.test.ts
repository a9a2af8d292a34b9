import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { runSerai } from '../../../test/cli.ts';
import { type PassedAnswer, type SpoilingProxy, spoilingProxy } from '../../../test/spoiling-proxy.ts';

vi.setConfig({ testTimeout: 60_000 });

let app: BookingApp;
let proxy: SpoilingProxy;
beforeAll(async () => {
  app = await bookingApp();
  proxy = await spoilingProxy(app.app.interfaceUrl as string);
});
afterAll(async () => {
  await proxy?.close();
  await app?.close();
});
beforeEach(() => {
  proxy.spoil = () => {};
});

const certify = (only: readonly string[], options: { url?: string; key?: string } = {}) =>
  runSerai([
    'certify',
    ...['--url', options.url ?? proxy.url, '--key', options.key ?? app.key],
    ...only.flatMap(name => ['--only', name]),
    '--json',
  ]);

/** What was wrong: the step and what of it. */
const faultsOf = (out: string): string[] =>
  JSON.parse(out).scenarios.flatMap(({ faults }: { faults: { step: string; what: string }[] }) =>
    faults.map(({ step, what }) => `${step} ${what}`),
  );

/** Those that need no more than seconds; all of them are run against the started program. */
const SLOW =
  /^(avail\.(on_request|partial|all_timeout|slow)|book\.(on_request|timeout|late|confirmation|cancelled|garbled|ok_but)|prebook\.(timeout|short)|cancel\.timeout)/;
const FAST = SCENARIOS.map(({ name }) => name).filter(name => !SLOW.test(name));

describe('certify', () => {
  test('finds nothing wrong with the service, also through a proxy under a path of its own', async () => {
    const { code, out } = await certify([...FAST, 'prebook.short_ttl', 'book.garbled']);
    const { summary, scenarios } = JSON.parse(out);
    expect(scenarios.filter(({ result }: { result: string }) => result === 'WRONG')).toEqual([]);
    expect(summary).toEqual({ scenarios: FAST.length + 2, right: FAST.length + 2, wrong: 0 });
    expect(code).toBe(0);
  });

  test('tells people what was expected and what came, with the request to look for', async () => {
    proxy.spoil = answer => {
      if (answer.json.error?.code === 'BOOKING_REJECTED') answer.json.error.code = 'INVALID_STATE';
    };
    const argv = ['certify', '--url', proxy.url, '--key', app.key];
    const { code, out } = await runSerai([...argv, '--only', 'book.rejected', '--only', 'book.soldout']);
    expect(code).toBe(1);
    expect(out).toMatch(/^right {2}book\.soldout +\d+ checks/m);
    expect(out).toMatch(
      /^wrong {2}book\.rejected .*\n +booking error\.code \(req_\w+\)\n +expected {2}BOOKING_REJECTED\n +came {6}INVALID_STATE$/m,
    );
    expect(out).toContain('1 of 2 scenarios are answered otherwise than documented: book.rejected.');
  });
});

type Spoil = (answer: PassedAnswer) => void;
const when =
  (operation: string, change: Spoil): Spoil =>
  answer => {
    // A question about access is none of the scenario's.
    const isOwn = answer.operation === operation && answer.request.page?.limit !== 1;
    if (isOwn) change(answer);
  };

const SPOILT: [string, string, Spoil, string][] = [
  [
    'a search that hides a failed provider',
    'avail.all_error',
    when('availability', answer => Object.assign(answer, { status: 200, json: {} })),
    'availability status',
  ],
  [
    'a price that is no string',
    'cancel.free',
    when('availability', ({ json }) => {
      json.hotels[0].fromPrice.amount = Number(json.hotels[0].fromPrice.amount);
    }),
    'availability answer',
  ],
  [
    'a changed price that is kept quiet',
    'prebook.price_up',
    when('prebooking', ({ json }) => Object.assign(json, { status: 'AVAILABLE', changes: [] })),
    'prebooking status',
  ],
  [
    'a rejection without its booking',
    'book.soldout',
    when('booking', ({ json }) => delete json.error.bookingId),
    'booking error.bookingId',
  ],
  [
    'an open outcome told as booked',
    'book.garbled',
    when('booking', answer => Object.assign(answer, { status: 200 })),
    'booking status',
  ],
  [
    'an open outcome without Retry-After',
    'book.garbled',
    when('booking', ({ headers }) => delete headers['retry-after']),
    'booking answer',
  ],
  [
    'a repeated booking that is not said to be one',
    'ok',
    when('booking', ({ headers }) => delete headers['idempotency-replayed']),
    'booking Idempotency-Replayed',
  ],
  [
    'a refund that was changed',
    'cancel.penalty',
    when('cancel', ({ json, request }) => {
      if (request.mode !== 'QUOTE' && json.refund) json.refund.amount = '1.00';
    }),
    'cancel refund',
  ],
  [
    'a gap in the history',
    'cancel.refused',
    when('bookingdetail', ({ json }) => json.history.pop()),
    'bookingdetail the last event',
  ],
  [
    'an answer without its request id',
    'avail.none',
    when('availability', ({ headers }) => delete headers['x-request-id']),
    'availability answer',
  ],
  [
    'a limit that says more than it may',
    'limit.429',
    when('availability', ({ json }) => Object.assign(json.error, { details: [] })),
    'availability error',
  ],
  [
    'a page of a proxy instead of an answer',
    'avail.none',
    when('availability', answer => Object.assign(answer, { status: 502, text: '<html>Bad gateway</html>' })),
    'availability status',
  ],
  [
    'no answer at all',
    'avail.none',
    when('availability', answer => Object.assign(answer, { isCut: true })),
    'availability answer',
  ],
  [
    'an answer of production',
    'avail.none',
    when('availability', ({ json }) => Object.assign(json.meta, { environment: 'production' })),
    'availability answer',
  ],
];

describe('certify notices', () => {
  test.each(SPOILT)('%s', async (_, scenario, spoil, fault) => {
    proxy.spoil = spoil;
    const { code, out } = await certify([scenario]);
    expect(faultsOf(out)).toContain(fault);
    expect(code).toBe(1);
  });
});

describe('certify bears', () => {
  test('members that it does not know', async () => {
    proxy.spoil = ({ json }) => Object.assign(json, { ours: 1 });
    expect(await certify(['ok'])).toMatchObject({ code: 0 });
  });

  test.each([429, 503])('a %i that asks it to wait', async status => {
    const busy: string[] = [];
    proxy.spoil = answer => {
      if (busy.push(answer.operation) > 3) return;
      const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Wait.' };
      Object.assign(answer, { status, json: { error } });
      answer.headers['retry-after'] = '1';
    };
    expect(await certify(['avail.none'])).toMatchObject({ code: 0 });
    expect(busy.slice(0, 3)).toEqual(['bookinglist', 'bookinglist', 'bookinglist']);
  });
});

describe('certify begins nothing', () => {
  test.each([
    ['with a key that is none', 'avail.none', { key: 'serai_sandbox_x' }, 4, 'key'],
    ['where nobody listens', 'avail.none', { url: 'http://127.0.0.1:9' }, 3, 'Nothing answers'],
    ['at an address of something else', 'avail.none', { url: 'SERVICE/nothing' }, 3, 'is not the interface'],
    ['at what is no address', 'avail.none', { url: 'here' }, 2, '--url takes an address'],
    ['for a scenario that is none', 'avail.non', {}, 2, 'Did you mean "avail.none"?'],
  ])('%s', async (_, only, options: { url?: string; key?: string }, code, message) => {
    const url = options.url?.replace('SERVICE', app.app.interfaceUrl ?? '');
    const run = await certify([only], { ...options, ...(url && { url }) });
    expect([run.code, run.out]).toEqual([code, '']);
    expect(run.err).toContain(message);
  });

  test('with a production key, and without any', async () => {
    const { secret } = await app.app.createKey({ environment: 'production' });
    expect(await certify(['avail.none'], { key: secret })).toMatchObject({ code: 2, out: '' });
    expect(await runSerai(['certify'])).toMatchObject({ code: 2, err: expect.stringContaining('--key') });
  });
});
