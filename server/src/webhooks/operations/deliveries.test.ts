import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../../test/key-operations.ts';
import { webhookOperations } from '../../../test/webhook-operations.ts';

let ours: string;
let theirs: string;
let endpointId: string;
const webhooks = await webhookOperations();
afterAll(() => webhooks.drop());
beforeEach(async () => {
  ours = await webhooks.newOrganisation();
  theirs = await webhooks.newOrganisation();
  endpointId = await newEndpoint('sandbox');
});

async function newEndpoint(environment: string): Promise<string> {
  const input = { url: 'https://hooks.example.com/', eventTypes: ['booking.confirmed'], environment };
  return (await webhooks.call('webhooks/create', ours, input)).endpoint.endpointId;
}

const list = async (input: object = {}, organisation = ours) =>
  (await webhooks.call('deliveries/list', organisation, input)).deliveries;
const replay = (input: object, organisation = ours) =>
  webhooks.call('deliveries/replay', organisation, input);
const setStatus = (status: string, which = endpointId) =>
  webhooks.call('webhooks/update', ours, { endpointId: which, status });

describe('deliveries/list', () => {
  it('deliveries/list returns the newest deliveries first, supports every filter and includes the payload only if requested', async () => {
    const first = await webhooks.happen(ours);
    const live = await newEndpoint('production');
    const second = await webhooks.happen(ours, 'booking.confirmed', 'production');
    await setStatus('PAUSED');
    const third = await webhooks.happen(ours);
    const ids = async (filter: object) =>
      (await list(filter)).map(({ eventId }: { eventId: string }) => eventId);
    expect(await ids({})).toEqual([third, second, first]);
    expect(await ids({ environment: 'production' })).toEqual([second]);
    expect(await ids({ endpointId: live })).toEqual([second]);
    expect(await ids({ eventId: first })).toEqual([first]);
    expect(await ids({ eventType: 'booking.confirmed' })).toEqual([third, second, first]);
    expect(await ids({ eventType: 'booking.cancelled' })).toEqual([]);
    expect(await ids({ bookingId: 'bkg_1', endpointId })).toEqual([third, first]);
    expect(await ids({ status: 'HELD', endpointId })).toEqual([third, first]);
    expect(await ids({ status: 'PENDING' })).toEqual([second]);
    const [{ createdAt }] = await list({ eventId: second });
    expect(await ids({ from: createdAt })).toEqual([third, second]);
    expect(await ids({ to: createdAt })).toEqual([first]);
    const [plain] = await list({ eventId: first });
    expect(plain).not.toHaveProperty('payload');
    const [full] = await list({ eventId: first, include: ['payload'] });
    expect(full.payload).toMatchObject({ id: first, type: 'booking.confirmed', environment: 'sandbox' });
  });

  it('deliveries/list returns complete pages without duplicates and accepts a cursor only with its own filters', async () => {
    const happened = [];
    for (let i = 0; i < 3; i++) happened.unshift(await webhooks.happen(ours));
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { deliveries, page } = await webhooks.call('deliveries/list', ours, {
        endpointId,
        page: { limit: 2, ...(cursor && { cursor }) },
      });
      seen.push(...deliveries.map(({ eventId }: { eventId: string }) => eventId));
      const next = page.nextCursor;
      if (next !== null) {
        expect((await refusal(list({ page: { cursor: next } }))).code).toBe('INVALID_CURSOR');
        expect((await refusal(list({ endpointId, page: { cursor: next } }, theirs))).code).toBe(
          'INVALID_CURSOR',
        );
      }
      cursor = next;
    } while (cursor !== null);
    expect(seen).toEqual(happened);
  });

  it('deliveries/list does not show deliveries of another partner', async () => {
    await webhooks.happen(ours);
    expect(await list({}, theirs)).toEqual([]);
    expect(await list({ endpointId }, theirs)).toEqual([]);
  });
});

describe('deliveries/replay', () => {
  it('deliveries/replay queues one delivery or all missed deliveries in a period, and is audited', async () => {
    await setStatus('PAUSED');
    await webhooks.happen(ours);
    const [{ deliveryId, createdAt }] = await list();
    await webhooks.happen(ours);
    await setStatus('ENABLED');
    expect(await replay({ deliveryId })).toEqual({ queued: 1 });
    expect((await webhooks.audit(deliveryId))[0]).toMatchObject({ action: 'deliveries/replay' });
    expect(await replay({ endpointId, from: createdAt })).toEqual({ queued: 1 });
    expect(await list({ status: 'HELD' })).toEqual([]);
    expect((await webhooks.audit(endpointId)).at(-1)).toMatchObject({
      action: 'deliveries/replay',
      after: { endpointId, from: createdAt },
    });
  });

  it('deliveries/replay can send an event to an endpoint that had no delivery of that event', async () => {
    const eventId = await webhooks.happen(ours, 'booking.pending');
    expect(await list()).toEqual([]);
    expect(await replay({ endpointId, eventId })).toEqual({ queued: 1 });
    expect(await list()).toMatchObject([{ eventId, eventType: 'booking.pending', status: 'PENDING' }]);
  });

  it('deliveries/replay sends an event to the selected endpoints, or to none if one of them is not enabled', async () => {
    const other = await newEndpoint('sandbox');
    const third = await newEndpoint('sandbox');
    const eventId = await webhooks.happen(ours, 'booking.pending');
    const endpointIds = [endpointId, other, endpointId];
    await setStatus('PAUSED', other);
    expect((await refusal(replay({ endpointIds, eventId }))).code).toBe('INVALID_STATE');
    expect(await list()).toEqual([]);
    await setStatus('ENABLED', other);
    expect(await replay({ endpointIds, eventId })).toEqual({ queued: 2 });
    const received = (await list()).map((each: { endpointId: string }) => each.endpointId);
    expect(received.sort()).toEqual([endpointId, other].sort());
    expect((await webhooks.audit(other)).at(-1)).toMatchObject({
      action: 'deliveries/replay',
      after: { endpointId: other, eventId },
    });
    expect((await webhooks.audit(third)).at(-1)?.action).toBe('webhooks/create');
  });

  it('deliveries/replay requires an enabled endpoint', async () => {
    await webhooks.happen(ours);
    const [{ deliveryId, eventId, createdAt: from }] = await list();
    await setStatus('PAUSED');
    const audited = (await webhooks.audit(endpointId)).length;
    for (const input of [{ deliveryId }, { endpointId, eventId }, { endpointId, from }]) {
      const { code, message } = await refusal(replay(input));
      expect([code, message]).toEqual(['INVALID_STATE', expect.stringContaining('Enable it')]);
    }
    expect(await webhooks.audit(endpointId)).toHaveLength(audited);
  });

  it('deliveries/replay does not find deliveries or events of another partner', async () => {
    const eventId = await webhooks.happen(ours);
    const [{ deliveryId }] = await list();
    expect((await refusal(replay({ deliveryId }, theirs))).code).toBe('NOT_FOUND');
    const own = {
      url: 'https://hooks.example.com/',
      eventTypes: ['booking.confirmed'],
      environment: 'sandbox',
    };
    const { endpoint } = await webhooks.call('webhooks/create', theirs, own);
    const stolen = replay({ endpointId: endpoint.endpointId, eventId }, theirs);
    expect((await refusal(stolen)).code).toBe('NOT_FOUND');
    expect(await list({}, theirs)).toEqual([]);
  });
});
