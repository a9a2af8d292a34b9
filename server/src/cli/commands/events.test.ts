import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';

const clock = new ManualClock(Date.parse('2026-07-02T10:18:00Z'));
const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const serai = (typed: string) => runSerai(typed.split(' '), { env: service.env, clock });
const sent = () => service.received.map(({ path, input }) => [path.replace('/api/v1/', ''), input]);
const NO_PAGE = { nextCursor: null, hasMore: false };

it('events sends every filter that was typed', async () => {
  await serai(
    'events --environment sandbox --type booking.confirmed --booking bkg_1 --since 1h --until 2026-07-02 --after evt_1 --limit 5 --cursor c',
  );
  expect(sent()).toEqual([
    [
      'events/list',
      {
        environment: 'sandbox',
        type: 'booking.confirmed',
        bookingId: 'bkg_1',
        from: '2026-07-02T09:18:00.000Z',
        to: '2026-07-02T00:00:00.000Z',
        after: 'evt_1',
        page: { limit: 5, cursor: 'c' },
      },
    ],
  ]);
});

it('events shows the type of each event, or the whole event with --json', async () => {
  expect((await serai('events')).out).toMatch(/2026-07-02 10:15:00.120\s+webhook.ping\s+evt_01J9ZD8K5N/);
  expect((await serai('events --json')).out).toContain('"message":"It works."');
  service.answerNext(200, { events: [], page: NO_PAGE });
  expect((await serai('events')).out).toBe('No event matches.\n');
  expect((await serai('events --type booking')).code).toBe(2);
});

it('events show prints the payload and the deliveries of an event', async () => {
  const { out } = await serai('events show evt_01J9ZD8K5N');
  expect(sent()).toEqual([['events/show', { eventId: 'evt_01J9ZD8K5N' }]]);
  expect(out).toContain('"message": "It works."');
  expect(out).toMatch(/dlv_01J9ZD8K5M.*DELIVERED/);
});

it('notices shows open notices by default, or all notices on request', async () => {
  const { out } = await serai('notices');
  expect(out).toMatch(
    /webhook.disabled\s+production\s+whk_01J9ZC4T3E\s+Webhook endpoint disabled because it returned 410./,
  );
  await serai('notices --all --limit 3');
  expect(sent()).toEqual([
    ['notices/list', { open: true, page: {} }],
    ['notices/list', { page: { limit: 3 } }],
  ]);
  service.answerNext(200, { notices: [], page: NO_PAGE });
  expect((await serai('notices')).out).toBe('There are no notices.\n');
});
