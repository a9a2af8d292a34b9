import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bookingApp } from '../../../test/booking-app.ts';
import { runSerai } from '../../../test/cli.ts';
import { type PassedAnswer, spoilingProxy } from '../../../test/spoiling-proxy.ts';

vi.setConfig({ testTimeout: 60_000 });

const app = await bookingApp();
const proxy = await spoilingProxy(app.app.interfaceUrl as string);
afterAll(async () => {
  await proxy.close();
  await app.close();
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

const faultsOf = (out: string): string[] =>
  JSON.parse(out).scenarios.flatMap(({ faults }: { faults: { step: string; what: string }[] }) =>
    faults.map(({ step, what }) => `${step} ${what}`),
  );

/** These scenarios take longer than a few seconds, so most of them run only in an e2e test. */
const SLOW =
  /^(avail\.(on_request|partial|all_timeout|slow)|book\.(on_request|timeout|late|confirmation|cancelled|garbled|ok_but)|prebook\.(timeout|short)|cancel\.timeout)/;
const FAST = SCENARIOS.map(({ name }) => name).filter(name => !SLOW.test(name));

describe('certify', () => {
  test('the fast scenarios of serai certify pass, even through a proxy with a path prefix', async () => {
    const { code, out } = await certify([...FAST, 'prebook.short_ttl', 'book.garbled']);
    const { summary, scenarios } = JSON.parse(out);
    expect(scenarios.filter(({ result }: { result: string }) => result === 'WRONG')).toEqual([]);
    expect(summary).toEqual({ scenarios: FAST.length + 2, right: FAST.length + 2, wrong: 0 });
    expect(code).toBe(0);
  });

  test('serai certify shows the expected and received values of a failed check with the request ID', async () => {
    proxy.spoil = answer => {
      if (answer.json.error?.code === 'BOOKING_REJECTED') answer.json.error.code = 'INVALID_STATE';
    };
    const argv = ['certify', '--url', proxy.url, '--key', app.key];
    const { code, out } = await runSerai([...argv, '--only', 'book.rejected', '--only', 'book.soldout']);
    expect(code).toBe(1);
    expect(out).toMatch(/^passed {2}book\.soldout +\d+ checks/m);
    expect(out).toMatch(
      /^failed {2}book\.rejected .*\n +booking error\.code \(req_\w+\)\n +expected {2}BOOKING_REJECTED\n +received {2}INVALID_STATE$/m,
    );
    expect(out).toContain('1 of 2 scenarios failed: book.rejected.');
  });
});

type Spoil = (answer: PassedAnswer) => void;
const when =
  (operation: string, change: Spoil): Spoil =>
  answer => {
    // Excludes the access check before the first scenario, which has a page limit of 1.
    const isOwn = answer.operation === operation && answer.request.page?.limit !== 1;
    if (isOwn) change(answer);
  };

const SPOILT: [string, string, Spoil, string][] = [
  [
    'a search that hides the failure of all providers',
    'avail.all_error',
    when('availability', answer => Object.assign(answer, { status: 200, json: {} })),
    'availability status',
  ],
  [
    'a price that is not a string',
    'cancel.free',
    when('availability', ({ json }) => {
      json.hotels[0].fromPrice.amount = Number(json.hotels[0].fromPrice.amount);
    }),
    'availability response',
  ],
  [
    'a price change that is not reported',
    'prebook.price_up',
    when('prebooking', ({ json }) => Object.assign(json, { status: 'AVAILABLE', changes: [] })),
    'prebooking status',
  ],
  [
    'a rejection without a booking id',
    'book.soldout',
    when('booking', ({ json }) => delete json.error.bookingId),
    'booking error.bookingId',
  ],
  [
    'an unknown outcome that is reported as booked',
    'book.garbled',
    when('booking', answer => Object.assign(answer, { status: 200 })),
    'booking status',
  ],
  [
    'an unknown outcome without Retry-After',
    'book.garbled',
    when('booking', ({ headers }) => delete headers['retry-after']),
    'booking response',
  ],
  [
    'a replayed booking that is not marked as a replay',
    'ok',
    when('booking', ({ headers }) => delete headers['idempotency-replayed']),
    'booking Idempotency-Replayed',
  ],
  [
    'a wrong refund',
    'cancel.penalty',
    when('cancel', ({ json, request }) => {
      if (request.mode !== 'QUOTE' && json.refund) json.refund.amount = '1.00';
    }),
    'cancel refund',
  ],
  [
    'a missing entry in the history',
    'cancel.refused',
    when('bookingdetail', ({ json }) => json.history.pop()),
    'bookingdetail the last event',
  ],
  [
    'a response without a request id',
    'avail.none',
    when('availability', ({ headers }) => delete headers['x-request-id']),
    'availability response',
  ],
  [
    'a rate limit error with additional fields',
    'limit.429',
    when('availability', ({ json }) => Object.assign(json.error, { details: [] })),
    'availability error',
  ],
  [
    'an HTML page from a proxy',
    'avail.none',
    when('availability', answer => Object.assign(answer, { status: 502, text: '<html>Bad gateway</html>' })),
    'availability status',
  ],
  [
    'a connection that is closed without a response',
    'avail.none',
    when('availability', answer => Object.assign(answer, { isCut: true })),
    'availability response',
  ],
  [
    'a response from the production environment',
    'avail.none',
    when('availability', ({ json }) => Object.assign(json.meta, { environment: 'production' })),
    'availability response',
  ],
];

describe('certify', () => {
  test.each(SPOILT)('serai certify detects %s', async (_, scenario, spoil, fault) => {
    proxy.spoil = spoil;
    const { code, out } = await certify([scenario]);
    expect(faultsOf(out)).toContain(fault);
    expect(code).toBe(1);
  });
});

describe('certify', () => {
  test('serai certify ignores unknown fields', async () => {
    proxy.spoil = ({ json }) => Object.assign(json, { ours: 1 });
    expect(await certify(['ok'])).toMatchObject({ code: 0 });
  });

  test.each([429, 503])(
    'serai certify waits and retries after a %i response with Retry-After',
    async status => {
      const busy: string[] = [];
      proxy.spoil = answer => {
        if (busy.push(answer.operation) > 3) return;
        const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Wait.' };
        Object.assign(answer, { status, json: { error } });
        answer.headers['retry-after'] = '1';
      };
      expect(await certify(['avail.none'])).toMatchObject({ code: 0 });
      expect(busy.slice(0, 3)).toEqual(['bookinglist', 'bookinglist', 'bookinglist']);
    },
  );
});

describe('certify', () => {
  test.each([
    ['an invalid key', 'avail.none', { key: 'serai_sandbox_x' }, 4, 'key'],
    ['an unreachable URL', 'avail.none', { url: 'http://127.0.0.1:9' }, 3, 'is not reachable'],
    ['the URL of another service', 'avail.none', { url: 'SERVICE/nothing' }, 3, 'is not the API'],
    ['an invalid URL', 'avail.none', { url: 'here' }, 2, '--url takes a URL'],
    ['an unknown scenario', 'avail.non', {}, 2, 'Did you mean "avail.none"?'],
  ])(
    'serai certify runs no scenario with %s',
    async (_, only, options: { url?: string; key?: string }, code, message) => {
      const url = options.url?.replace('SERVICE', app.app.interfaceUrl ?? '');
      const run = await certify([only], { ...options, ...(url && { url }) });
      expect([run.code, run.out]).toEqual([code, '']);
      expect(run.err).toContain(message);
    },
  );

  test('serai certify runs no scenario with a production key or without a key', async () => {
    const { secret } = await app.app.createKey({ environment: 'production' });
    expect(await certify(['avail.none'], { key: secret })).toMatchObject({ code: 2, out: '' });
    expect(await runSerai(['certify'])).toMatchObject({ code: 2, err: expect.stringContaining('--key') });
  });
});
