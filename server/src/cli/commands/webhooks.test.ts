import { DELIVERY_EXAMPLE } from '@serai/contract/account/deliveries.ts';
import { ENDPOINT_EXAMPLE, SIGNING_SECRET_EXAMPLE } from '@serai/contract/account/webhook-endpoint.ts';
import { showWebhook } from '@serai/contract/account/webhooks.ts';
import { EVENT_TYPES } from '@serai/contract/events.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import type { Clock } from '../../platform/clock.ts';

const clock = new ManualClock(Date.parse('2026-07-02T10:18:00Z'));
const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const webhooks = (typed: string, more: object = {}) =>
  runSerai(['webhooks', ...typed.split(' ')], { env: service.env, clock, ...more });
const sent = () => service.received.map(({ path, input }) => [path.replace('/api/v1/', ''), input]);
const NO_PAGE = { nextCursor: null, hasMore: false };

describe('webhooks create', () => {
  it('serai webhooks create sends the options given on the command line and defaults to the sandbox', async () => {
    await webhooks(
      'create https://a.example/h --types booking.confirmed,webhook.ping --types booking.pending',
    );
    await webhooks('create https://a.example/h --all-types --environment production --description Orders');
    await webhooks('create https://a.example/h --types booking.*');
    const url = 'https://a.example/h';
    expect(sent()).toEqual([
      [
        'webhooks/create',
        {
          url,
          environment: 'sandbox',
          eventTypes: ['booking.pending', 'booking.confirmed', 'webhook.ping'],
        },
      ],
      ['webhooks/create', { url, environment: 'production', eventTypes: EVENT_TYPES, description: 'Orders' }],
      [
        'webhooks/create',
        { url, environment: 'sandbox', eventTypes: EVENT_TYPES.filter(type => type.startsWith('booking.')) },
      ],
    ]);
  });

  it('serai webhooks create shows the secret once with a warning', async () => {
    const { code, out } = await webhooks('create https://a.example/h --all-types');
    expect(code).toBe(0);
    expect(out.split(SIGNING_SECRET_EXAMPLE)).toHaveLength(2);
    expect(out).toContain('This is shown once.');
    expect(out).toContain(ENDPOINT_EXAMPLE.url);
  });

  it.each([
    ['create https://a.example/h', '--types or --all-types is required.'],
    ['create https://a.example/h --types booking.confirm', 'Did you mean booking.confirmed?'],
    ['create https://a.example/h --types hotel.*', '--types does not take "hotel.*".'],
    ['create https://a.example/h --types booking.* --all-types', 'cannot be combined'],
    ['create', 'address'],
  ])('serai webhooks rejects "%s" and explains what to type', async (typed, words) => {
    const { code, err } = await webhooks(typed);
    expect([code, err]).toEqual([2, expect.stringContaining(words)]);
    expect(sent()).toEqual([]);
  });

  it('serai webhooks create shows why the service rejected a URL', async () => {
    const message =
      'The address is not public. The operator can allow private addresses with SERAI_WEBHOOK_ALLOWED_TARGETS.';
    const details = [{ path: '/url', code: 'TARGET_NOT_ALLOWED', message }];
    service.answerNext(400, { error: { code: 'VALIDATION_ERROR', message, details } });
    const { code, err } = await webhooks('create https://10.0.0.1/ --all-types');
    expect([code, err]).toEqual([1, expect.stringContaining('SERAI_WEBHOOK_ALLOWED_TARGETS')]);
  });
});

it('serai webhooks list shows the partner, environment, status and URL of each endpoint', async () => {
  const { out } = await webhooks('list --environment production --limit 5');
  expect(sent()).toEqual([['webhooks/list', { environment: 'production', page: { limit: 5 } }]]);
  expect(out).toMatch(
    /whk_01J9ZC4T3E\s+prt_01J9ZC4T3E\s+production\s+ENABLED\s+https:\/\/hooks.example.com\/serai/,
  );
  service.answerNext(200, { endpoints: [], page: NO_PAGE });
  expect((await webhooks('list')).out).toContain('serai webhooks create');
  expect((await webhooks('list --json')).out).toContain('"endpoints"');
});

it('serai webhooks update, pause and resume send only the changed fields', async () => {
  await webhooks('update whk_1 --to https://b.example/ --types booking.pending');
  await runSerai(['webhooks', 'update', 'whk_1', '--description', ''], { env: service.env, clock });
  await webhooks('pause whk_1');
  await webhooks('resume whk_1');
  expect(sent().map(([, input]) => input)).toEqual([
    { endpointId: 'whk_1', url: 'https://b.example/', eventTypes: ['booking.pending'] },
    { endpointId: 'whk_1', description: null },
    { endpointId: 'whk_1', status: 'PAUSED' },
    { endpointId: 'whk_1', status: 'ENABLED' },
  ]);
  expect((await webhooks('update whk_1')).code).toBe(2);
});

it('serai webhooks resume shows how to send the deliveries on hold', async () => {
  const endpoint = { ...ENDPOINT_EXAMPLE, health: { ...ENDPOINT_EXAMPLE.health, held: 3 } };
  service.answerNext(200, { endpoint });
  expect((await webhooks('resume whk_01J9ZC4T3E')).out).toContain(
    '3 deliveries are on hold. To send them, run serai webhooks replay whk_01J9ZC4T3E --missed.',
  );
});

it('serai webhooks delete asks for confirmation, or requires --yes if there is no terminal', async () => {
  expect((await webhooks('delete whk_1')).code).toBe(2);
  expect((await webhooks('delete whk_1', { answer: 'n' })).code).toBe(1);
  expect(sent()).toEqual([]);
  expect((await webhooks('delete whk_1', { answer: 'y' })).code).toBe(0);
  expect((await webhooks('delete whk_1 --yes')).code).toBe(0);
  expect(sent()).toHaveLength(2);
});

it('serai webhooks rotate-secret shows the new secret and the end of the overlap', async () => {
  const { out } = await webhooks('rotate-secret whk_1 --overlap 1h');
  expect(sent()).toEqual([['webhooks/rotate-secret', { endpointId: 'whk_1', overlapSeconds: 3600 }]]);
  expect(out).toContain(SIGNING_SECRET_EXAMPLE);
  expect(out).toMatch(/Secret\s+created 2026-07-01.*signs until/);
});

describe('webhooks ping', () => {
  /** A clock that advances as soon as something waits. */
  const time = new ManualClock();
  const hurried: Clock = {
    nowMs: () => time.nowMs(),
    monotonicMs: () => time.monotonicMs(),
    after(delayMs, task) {
      const passed = setImmediate(() => {
        time.advance(delayMs);
        task();
      });
      return { cancel: () => clearImmediate(passed) };
    },
  };
  const found = (members: object) => ({ deliveries: [{ ...DELIVERY_EXAMPLE, ...members }], page: NO_PAGE });
  const ping = async (...looks: object[]) => {
    service.answerNext(200, { delivery: { ...DELIVERY_EXAMPLE, status: 'PENDING', attempts: [] } });
    for (const look of looks) service.answerNext(200, found(look));
    return webhooks('ping whk_1', { clock: hurried });
  };

  it("serai webhooks ping waits for the receiver's response", async () => {
    const { code, out } = await ping({ attempts: [] }, {});
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('The receiver accepted it. Responded 204. (182 ms)'),
    ]);
    expect(sent().map(([name]) => name)).toEqual(['webhooks/ping', 'deliveries/list', 'deliveries/list']);
  });

  it('serai webhooks ping exits with 1 if the receiver rejects the event or no worker sends it', async () => {
    const [attempt] = DELIVERY_EXAMPLE.attempts;
    const attempts = [{ ...attempt, status: 500, error: 'Answered 500.' }];
    const failed = await ping({ status: 'PENDING', attempts });
    expect([failed.code, failed.out]).toEqual([1, expect.stringContaining('Answered 500.')]);
    const unsent = await ping(...Array(41).fill({ attempts: [] }));
    expect([unsent.code, unsent.out]).toEqual([1, expect.stringContaining('role worker')]);
  });
});

describe('webhooks deliveries', () => {
  it('serai webhooks deliveries sends every filter given on the command line', async () => {
    await webhooks(
      'deliveries --endpoint whk_1 --status failed --type webhook.ping --event evt_1 --booking bkg_1 --environment sandbox --since 1h --until 2026-07-02 --payload --limit 5',
    );
    expect(sent()).toEqual([
      [
        'deliveries/list',
        {
          endpointId: 'whk_1',
          status: 'FAILED',
          eventType: 'webhook.ping',
          eventId: 'evt_1',
          bookingId: 'bkg_1',
          environment: 'sandbox',
          from: '2026-07-02T09:18:00.000Z',
          to: '2026-07-02T00:00:00.000Z',
          include: ['payload'],
          page: { limit: 5 },
        },
      ],
    ]);
  });

  it('serai webhooks deliveries shows the last response to each delivery', async () => {
    expect((await webhooks('deliveries')).out).toMatch(
      /dlv_01J9ZD8K5M.*DELIVERED\s+1\s+Responded 204. \(182 ms\)/,
    );
  });
});

describe('webhooks replay', () => {
  it.each([
    ['dlv_1', { deliveryId: 'dlv_1' }],
    ['whk_1 --event evt_1', { endpointId: 'whk_1', eventId: 'evt_1' }],
    ['whk_1 --missed', { endpointId: 'whk_1', from: '2026-06-02T10:18:00.000Z' }],
    [
      'whk_1 --since 6h --until 1h --status failed --status held',
      {
        endpointId: 'whk_1',
        from: '2026-07-02T04:18:00.000Z',
        to: '2026-07-02T09:18:00.000Z',
        statuses: ['FAILED', 'HELD'],
      },
    ],
  ])('serai webhooks replay converts "%s" into the input of the operation', async (typed, input) => {
    const { out } = await webhooks(`replay ${typed}`);
    expect(sent()).toEqual([['deliveries/replay', input]]);
    expect(out).toContain('Deliveries queued: 12.');
  });

  it.each(['whk_1', 'whk_1 --missed --since 6h', 'whk_1 --missed --event evt_1', 'dlv_1 --missed'])(
    'serai webhooks replay rejects "%s" without calling the service',
    async typed => {
      expect((await webhooks(`replay ${typed}`)).code).toBe(2);
      expect(sent()).toEqual([]);
    },
  );

  it('serai webhooks replay shows where to find IDs if the ID is unknown', async () => {
    service.answerNext(404, { error: { code: 'NOT_FOUND', message: 'There is no such delivery.' } });
    const { code, err } = await webhooks('replay dlv_1');
    expect([code, err]).toEqual([1, expect.stringContaining('serai webhooks deliveries')]);
  });
});

describe('webhooks show', () => {
  it('serai webhooks show prints the endpoint and how many attempts failed', async () => {
    const { out } = await webhooks('show whk_01J9ZC4T3E --since 1h');
    expect(sent()).toEqual([
      ['webhooks/show', { endpointId: 'whk_01J9ZC4T3E', from: '2026-07-02T09:18:00.000Z' }],
    ]);
    expect(out).toContain(ENDPOINT_EXAMPLE.url);
    expect(out).toMatch(/1 of 41 attempts since .* failed\./);
  });

  it('serai webhooks show prints when a failing endpoint is disabled and who is emailed', async () => {
    const show = async (failureEmails: object) => {
      const health = { ...ENDPOINT_EXAMPLE.health, disablesAt: '2026-07-04T10:18:00Z' };
      const { activity } = showWebhook.examples.answer;
      service.answerNext(200, { endpoint: { ...ENDPOINT_EXAMPLE, health }, activity, failureEmails });
      return (await webhooks('show whk_01J9ZC4T3E')).out;
    };
    const emails = { isOn: true, sentAt: null, sentTo: [], nextAt: null, nextTo: [] };
    const next = { nextAt: '2026-07-03T10:18:00Z', nextTo: ['dev@a.example', 'operator'] };
    const sent = { sentAt: '2026-07-02T10:15:00Z', sentTo: ['dev@a.example'] };
    const out = await show({ ...emails, ...sent, ...next });
    expect(out).toMatch(/Disabled +2026-07-04 10:18 UTC \(in 2 days\), if no delivery succeeds before\n/);
    expect(out).toMatch(/Emailed +dev@a\.example, 2026-07-02 10:15 UTC \(3 min ago\)\n/);
    expect(out).toMatch(/Next email +dev@a\.example, operator, 2026-07-03 10:18 UTC \(in 1 day\)\n/);
    expect(await show(emails)).toMatch(/Emailed +nobody\n/);
    expect(await show({ ...emails, sentTo: null })).not.toContain('Emailed');
    expect(await show({ ...emails, isOn: false })).toMatch(
      /Next email +none, because no mail server is set up\n/,
    );
  });
});

describe('webhooks replay of an event', () => {
  it('serai webhooks replay sends an event to the named endpoints', async () => {
    await webhooks('replay evt_1 --to whk_1 --to whk_2');
    expect(sent()).toEqual([['deliveries/replay', { eventId: 'evt_1', endpointIds: ['whk_1', 'whk_2'] }]]);
  });

  it.each(['replay evt_1', 'replay evt_1 --to whk_1 --missed', 'replay whk_1 --missed --to whk_2'])(
    'serai webhooks rejects the event replay "%s" without calling the service',
    async typed => {
      expect((await webhooks(typed)).code).toBe(2);
      expect(sent()).toEqual([]);
    },
  );
});
