import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../../test/key-operations.ts';
import { webhookOperations } from '../../../test/webhook-operations.ts';

const NAMES = {
  'public.example.com': ['93.184.216.34'],
  'sneaky.example.com': ['93.184.216.34', '10.0.0.1'],
};
const URL = 'https://public.example.com/hook';

let ours: string;
let theirs: string;
const webhooks = await webhookOperations(NAMES);
afterAll(() => webhooks.drop());
beforeEach(async () => {
  ours = await webhooks.newOrganisation();
  theirs = await webhooks.newOrganisation();
});

const create = (members: object = {}) =>
  webhooks.call('webhooks/create', ours, {
    url: URL,
    eventTypes: ['booking.confirmed', 'booking.cancelled'],
    environment: 'sandbox',
    ...members,
  });

describe('webhooks/create', () => {
  it('webhooks/create returns the endpoint and its secret, which cannot be read again', async () => {
    const { endpoint, secret } = await create({ description: 'Orders' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({
      endpointId: expect.stringMatching(/^whk_/),
      url: URL,
      environment: 'sandbox',
      eventTypes: ['booking.confirmed', 'booking.cancelled'],
      description: 'Orders',
      status: 'ENABLED',
      statusReason: null,
      createdBy: 'ana@example.com',
      secrets: [{ validUntil: null }],
      health: { successRate: null, p95Ms: null, held: 0, failingSince: null },
    });
    const { endpoints } = await webhooks.call('webhooks/list', ours);
    expect(endpoints).toEqual([endpoint]);
    expect(JSON.stringify([endpoints, await webhooks.audit(endpoint.endpointId)])).not.toContain('whsec_');
  });

  it('webhooks/create is recorded in the audit log', async () => {
    const { endpoint } = await create();
    expect(await webhooks.audit(endpoint.endpointId)).toEqual([
      {
        action: 'webhooks/create',
        actor: 'ana@example.com',
        target: endpoint.endpointId,
        before: null,
        after: {
          environment: 'sandbox',
          url: URL,
          eventTypes: ['booking.confirmed', 'booking.cancelled'],
          description: null,
          status: 'ENABLED',
        },
      },
    ]);
  });

  it.each([
    ['https://10.0.0.1/', 'sandbox', 'The address is not public'],
    ['https://[::ffff:169.254.169.254]/', 'production', 'The address is not public'],
    [
      'https://sneaky.example.com/',
      'production',
      'sneaky.example.com resolves to an address that is not public',
    ],
    ['https://localhost/', 'sandbox', 'is an internal name'],
    ['http://public.example.com/', 'production', 'Only https'],
    ['http://127.0.0.1:3000/', 'production', 'Only https'],
    ['https://public.example.com:25/', 'sandbox', 'Port 25 is not allowed'],
    ['https://me:secret@public.example.com/', 'sandbox', 'user name or password'],
  ])('webhooks/create rejects %s in %s and gives the reason', async (url, environment, reason) => {
    const { code, extras } = await refusal(create({ url, environment }));
    expect(code).toBe('VALIDATION_ERROR');
    expect(extras.details).toEqual([
      { path: '/url', code: 'TARGET_NOT_ALLOWED', message: expect.stringContaining(reason) },
    ]);
    expect((await webhooks.call('webhooks/list', ours)).endpoints).toEqual([]);
  });

  it('webhooks/create accepts addresses that the operator allows, and a name that does not resolve yet', async () => {
    await create({ url: 'http://127.0.0.1:3000/hook' });
    await create({ url: 'https://soon.example.com/hook', environment: 'production' });
  });
});

it('webhooks/create allows at most fifty endpoints per organisation and environment, even concurrently', async () => {
  const made = await Promise.allSettled(Array.from({ length: 60 }, () => create()));
  const refused = made.filter(each => each.status === 'rejected');
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(10).fill('INVALID_STATE'));
  await create({ environment: 'production' });
  const { endpoints } = await webhooks.call('webhooks/list', ours, { environment: 'sandbox' });
  expect(endpoints).toHaveLength(50);
  await webhooks.call('webhooks/delete', ours, { endpointId: endpoints[0].endpointId });
  await create();
});

describe('webhooks/list', () => {
  it('webhooks/list returns the newest endpoints first, filters by environment and shows no endpoints of other organisations', async () => {
    const made: string[] = [];
    for (const environment of ['sandbox', 'production', 'sandbox']) {
      await webhooks.time.advance(1_000);
      made.unshift((await create({ environment })).endpoint.endpointId);
    }
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await webhooks.call('webhooks/list', ours, {
        page: { limit: 1, ...(cursor && { cursor }) },
      });
      seen.push(...answer.endpoints.map(({ endpointId }: { endpointId: string }) => endpointId));
      cursor = answer.page.nextCursor;
    }
    expect(seen).toEqual(made);
    const { endpoints } = await webhooks.call('webhooks/list', ours, { environment: 'production' });
    expect(endpoints.map(({ endpointId }: { endpointId: string }) => endpointId)).toEqual([made[1]]);
    expect((await webhooks.call('webhooks/list', theirs)).endpoints).toEqual([]);
  });
});

describe('webhooks/update', () => {
  it('webhooks/update changes only the given fields and audits the difference', async () => {
    const { endpoint } = await create();
    const { endpointId } = endpoint;
    await webhooks.time.advance(1_000);
    const changed = await webhooks.call('webhooks/update', ours, {
      endpointId,
      eventTypes: ['booking.pending'],
    });
    expect(changed.endpoint).toEqual({
      ...endpoint,
      eventTypes: ['booking.pending'],
      updatedAt: changed.endpoint.updatedAt,
    });
    expect((await webhooks.audit(endpointId))[1]).toMatchObject({
      action: 'webhooks/update',
      before: { eventTypes: ['booking.confirmed', 'booking.cancelled'] },
      after: { eventTypes: ['booking.pending'] },
    });
  });

  it('webhooks/update can pause an endpoint, which holds its events, and can enable it without sending them', async () => {
    const { endpointId } = (await create()).endpoint;
    const { endpoint } = await webhooks.call('webhooks/update', ours, { endpointId, status: 'PAUSED' });
    expect(endpoint).toMatchObject({ status: 'PAUSED', statusReason: 'Paused by ana@example.com.' });
    await webhooks.happen(ours);
    await webhooks.call('webhooks/update', ours, { endpointId, status: 'ENABLED' });
    const { endpoints } = await webhooks.call('webhooks/list', ours);
    expect(endpoints[0]).toMatchObject({ status: 'ENABLED', statusReason: null, health: { held: 1 } });
    expect((await webhooks.audit(endpointId)).slice(1)).toMatchObject([
      { before: { status: 'ENABLED' }, after: { status: 'PAUSED' } },
      { before: { status: 'PAUSED' }, after: { status: 'ENABLED' } },
    ]);
  });

  it('webhooks/update writes no audit entry if nothing changes, unless it restarts the failure period', async () => {
    const { endpointId } = (await create()).endpoint;
    await webhooks.call('webhooks/update', ours, { endpointId, url: URL, description: null });
    expect(await webhooks.audit(endpointId)).toHaveLength(1);
    await webhooks.call('webhooks/update', ours, { endpointId, status: 'ENABLED' });
    expect((await webhooks.audit(endpointId))[1]?.after).toEqual({ status: 'ENABLED' });
  });

  it('webhooks/update validates a changed URL by the same rules as webhooks/create', async () => {
    const { endpointId } = (await create({ environment: 'production' })).endpoint;
    const update = (url: string) => webhooks.call('webhooks/update', ours, { endpointId, url });
    expect((await refusal(update('http://127.0.0.1:3000/'))).extras.details?.[0]?.path).toBe('/url');
    expect((await refusal(update('https://sneaky.example.com/'))).code).toBe('VALIDATION_ERROR');
    expect((await update('https://public.example.com:8443/')).endpoint.url).toBe(
      'https://public.example.com:8443/',
    );
  });
});

describe('webhooks/rotate-secret', () => {
  it('webhooks/rotate-secret returns a new secret, and the old secret signs until the overlap ends', async () => {
    const { endpoint, secret } = await create();
    const { endpointId } = endpoint;
    const rotated = await webhooks.call('webhooks/rotate-secret', ours, { endpointId, overlapSeconds: 60 });
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.endpoint.secrets).toMatchObject([
      { validUntil: null },
      { validUntil: new Date(webhooks.time.databaseNowMs() + 60_000).toISOString() },
    ]);
    await webhooks.time.advance(61_000);
    expect((await webhooks.call('webhooks/list', ours)).endpoints[0].secrets).toHaveLength(1);
    const [, entry] = await webhooks.audit(endpointId);
    expect(entry).toMatchObject({ action: 'webhooks/rotate-secret', after: { overlapSeconds: 60 } });
    expect(JSON.stringify(entry)).not.toContain('whsec_');
  });

  it('webhooks/rotate-secret requires a recent step-up in production and changes nothing without it', async () => {
    const rotate = (endpointId: string, confirmed: boolean) =>
      webhooks.call('webhooks/rotate-secret', ours, { endpointId, overlapSeconds: 0 }, confirmed);
    const { endpoint } = await create({ environment: 'production' });
    const refused = await refusal(rotate(endpoint.endpointId, false));
    expect([refused.code, refused.message.includes('session/confirm')]).toEqual(['FORBIDDEN', true]);
    expect((await webhooks.call('webhooks/list', ours)).endpoints[0].secrets).toEqual(endpoint.secrets);
    expect(await webhooks.audit(endpoint.endpointId)).toHaveLength(1);
    await rotate(endpoint.endpointId, true);
    await rotate((await create()).endpoint.endpointId, false);
  });
});

describe('changing a production endpoint', () => {
  const NEW_URL = 'https://attacker.example.com/take';

  it('creating, updating or deleting a production endpoint is rejected without a recent step-up', async () => {
    const attempt = (name: string, input: object) => refusal(webhooks.call(name, ours, input, false));
    const { endpoint } = await create({ environment: 'production' });
    const { endpointId } = endpoint;
    const refusals = [
      await attempt('webhooks/update', { endpointId, url: NEW_URL }),
      await attempt('webhooks/update', { endpointId, status: 'PAUSED' }),
      await attempt('webhooks/delete', { endpointId }),
      await attempt('webhooks/create', {
        environment: 'production',
        url: NEW_URL,
        eventTypes: ['booking.confirmed'],
      }),
    ];
    for (const { code, message } of refusals) {
      expect([code, message.includes('session/confirm')]).toEqual(['FORBIDDEN', true]);
    }
    const { endpoints } = await webhooks.call('webhooks/list', ours, { environment: 'production' });
    expect(endpoints.map(({ url }: { url: string }) => url)).toEqual([endpoint.url]);
    expect(await webhooks.audit(endpointId)).toHaveLength(1);
  });

  it('a production endpoint can be changed after a step-up, and a sandbox endpoint without one', async () => {
    const { endpointId } = (await create({ environment: 'production' })).endpoint;
    await webhooks.call('webhooks/update', ours, { endpointId, status: 'PAUSED' }, true);
    await webhooks.call('webhooks/delete', ours, { endpointId }, true);
    const sandbox = (await create()).endpoint;
    await webhooks.call('webhooks/update', ours, { endpointId: sandbox.endpointId, status: 'PAUSED' }, false);
    await webhooks.call('webhooks/delete', ours, { endpointId: sandbox.endpointId }, false);
  });
});

describe('webhooks/ping', () => {
  it('webhooks/ping queues one test event for the given endpoint only, even if it is paused', async () => {
    const { endpointId } = (await create()).endpoint;
    await create({ eventTypes: ['webhook.ping'] });
    await webhooks.call('webhooks/update', ours, { endpointId, status: 'PAUSED' });
    const { delivery } = await webhooks.call('webhooks/ping', ours, { endpointId });
    expect(delivery).toMatchObject({
      eventType: 'webhook.ping',
      endpointId,
      status: 'PENDING',
      attempts: [],
    });
    expect((await webhooks.call('deliveries/list', ours)).deliveries).toEqual([delivery]);
    expect((await webhooks.audit(endpointId)).at(-1)).toMatchObject({
      action: 'webhooks/ping',
      after: { deliveryId: delivery.deliveryId },
    });
  });
});

describe('webhooks/delete', () => {
  it('webhooks/delete removes the endpoint with its deliveries, and the audit log keeps its fields', async () => {
    const { endpointId } = (await create()).endpoint;
    await webhooks.happen(ours);
    expect(await webhooks.call('webhooks/delete', ours, { endpointId })).toEqual({ endpointId });
    expect((await webhooks.call('webhooks/list', ours)).endpoints).toEqual([]);
    expect((await webhooks.call('deliveries/list', ours)).deliveries).toEqual([]);
    expect((await webhooks.audit(endpointId)).at(-1)).toMatchObject({
      action: 'webhooks/delete',
      before: { url: URL },
      after: null,
    });
    expect((await refusal(webhooks.call('webhooks/delete', ours, { endpointId }))).code).toBe('NOT_FOUND');
  });
});

it.each([
  ['webhooks/update', { description: 'mine now' }],
  ['webhooks/update', { url: URL }],
  ['webhooks/delete', {}],
  ['webhooks/ping', {}],
  ['webhooks/rotate-secret', {}],
  ['deliveries/replay', { from: '2026-01-01T00:00:00Z' }],
  ['deliveries/replay', { eventId: 'evt_1' }],
])('%s with %j does not find an endpoint of another organisation', async (name, members) => {
  const { endpoint } = await create();
  const { endpointId } = endpoint;
  const foreign = await refusal(webhooks.call(name, theirs, { endpointId, ...members }));
  const unknown = await refusal(webhooks.call(name, theirs, { endpointId: 'whk_0', ...members }));
  expect([foreign.code, foreign.message]).toEqual(['NOT_FOUND', unknown.message]);
  expect((await webhooks.call('webhooks/list', ours)).endpoints).toEqual([endpoint]);
  expect(await webhooks.audit(endpointId)).toHaveLength(1);
});
