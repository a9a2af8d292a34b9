import { afterAll, describe, expect, it } from 'vitest';
import { refusal } from '../../../test/key-operations.ts';
import { webhookOperations } from '../../../test/webhook-operations.ts';
import { disableEndpoint } from '../endpoints/endpoint-status-store.ts';

/** Oldest first. */
const made: string[] = [];

const webhooks = await webhookOperations();
const ours = await webhooks.newOrganisation();
const theirs = await webhooks.newOrganisation();
made.push(
  await webhooks.happen(ours, 'booking.pending'),
  await webhooks.happen(ours, 'booking.confirmed', 'production'),
  await webhooks.happen(ours, 'booking.confirmed'),
  await webhooks.happen(ours, 'booking.cancelled', 'production'),
);
afterAll(() => webhooks.drop());

const list = (input: object = {}, organisation = ours) => webhooks.call('events/list', organisation, input);
const found = async (input: object = {}) =>
  (await list(input)).events.map(({ eventId }: { eventId: string }) => made.indexOf(eventId));

describe('events/list', () => {
  it('events/list returns events as endpoints receive them, newest first, even without any endpoint', async () => {
    const { events } = await list();
    expect(events.map(({ eventId }: { eventId: string }) => made.indexOf(eventId))).toEqual([3, 2, 1, 0]);
    expect(events[3]).toEqual({
      eventId: made[0],
      partnerId: ours,
      type: 'booking.pending',
      at: expect.any(String),
      environment: 'sandbox',
      bookingId: 'bkg_1',
      version: 1,
      actor: null,
      payload: {
        id: made[0],
        type: 'booking.pending',
        timestamp: events[3].at,
        environment: 'sandbox',
        data: { bookingId: 'bkg_1', note: 'booking.pending' },
      },
    });
  });

  it('events/list returns only events that match every filter', async () => {
    const { events } = await list();
    expect(await found({ environment: 'production' })).toEqual([3, 1]);
    expect(await found({ type: 'booking.confirmed' })).toEqual([2, 1]);
    expect(await found({ bookingId: 'bkg_1', environment: 'sandbox' })).toEqual([2, 0]);
    expect(await found({ bookingId: 'bkg_2' })).toEqual([]);
    expect(await found({ from: events[2].at, to: events[0].at })).toEqual([2, 1]);
  });

  it('events/list returns the events that came after a given event, oldest first', async () => {
    expect(await found({ after: made[0] })).toEqual([1, 2, 3]);
    expect(await found({ after: made[0], environment: 'sandbox' })).toEqual([2]);
    expect(await found({ after: made[3] })).toEqual([]);
    expect((await refusal(list({ after: 'evt_0' }))).code).toBe('NOT_FOUND');
    expect((await refusal(list({ after: made[0] }, theirs))).code).toBe('NOT_FOUND');
  });

  it.each([
    [{}, [3, 2, 1, 0]],
    [{ after: 0 }, [1, 2, 3]],
    [{ environment: 'sandbox' }, [2, 0]],
  ])('events/list with the filter %j returns pages without gaps or duplicates', async (filter, all) => {
    const filters = 'after' in filter ? { after: made[filter.after as number] } : filter;
    const seen: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { events, page } = await list({ ...filters, page: { limit: 1, ...(cursor && { cursor }) } });
      seen.push(...events.map(({ eventId }: { eventId: string }) => made.indexOf(eventId)));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });

  it('events/list does not show events of another organisation', async () => {
    expect((await list({}, theirs)).events).toEqual([]);
  });
});

describe('notices/list', () => {
  it('notices/list shows an open notice with the reason why an endpoint was disabled, until the endpoint is enabled again', async () => {
    const { endpoint } = await webhooks.call('webhooks/create', ours, {
      url: 'https://hooks.example.com/',
      eventTypes: ['booking.confirmed'],
      environment: 'production',
    });
    const { endpointId } = endpoint;
    await disableEndpoint(webhooks.db, endpointId, 'It returned 410.');
    const notices = async (input: object = {}, organisation = ours) =>
      (await webhooks.call('notices/list', organisation, input)).notices;
    expect(await notices({ open: true })).toEqual([
      {
        noticeId: expect.stringMatching(/^ntc_/),
        partnerId: ours,
        kind: 'webhook.disabled',
        environment: 'production',
        subjectId: endpointId,
        text: expect.stringContaining('It returned 410.'),
        at: expect.any(String),
        endedAt: null,
      },
    ]);
    expect(await notices({}, theirs)).toEqual([]);
    await webhooks.call('webhooks/update', ours, { endpointId, status: 'ENABLED' });
    expect(await notices({ open: true })).toEqual([]);
    expect(await notices()).toMatchObject([{ endedAt: expect.any(String) }]);
  });
});
