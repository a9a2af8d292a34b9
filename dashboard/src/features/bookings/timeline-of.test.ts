import { showBooking } from '@serai/contract/account/bookings.ts';
import { LOGGED_REQUEST_EXAMPLE } from '@serai/contract/account/requests.ts';
import { expect, test } from 'vitest';
import { timelineOf } from './timeline-of.ts';

const shown = showBooking.output.parse(showBooking.examples.answer);

test('the timeline merges changes, requests, deliveries and notes, newest first', () => {
  const at = shown.history[0]?.at as string;
  const moments = timelineOf({
    history: shown.history.slice(0, 1),
    requests: [{ ...LOGGED_REQUEST_EXAMPLE, at } as never],
    exchanges: [],
    deliveries: shown.deliveries.map(delivery => ({
      ...delivery,
      createdAt: '2020-01-01T00:00:00Z',
    })) as never,
    notes: (shown.notes ?? []).map(note => ({ ...note, at: '2030-01-01T00:00:00Z' })),
  });
  // If their times are equal, a request precedes the change that it caused. The newest entry is first, so the request
  // is below the change.
  expect(moments.map(({ kind }) => kind)).toEqual(['note', 'change', 'request', 'delivery']);
});
