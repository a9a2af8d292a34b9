import { showBooking } from '@serai/contract/account/bookings.ts';
import { LOGGED_REQUEST_EXAMPLE } from '@serai/contract/account/requests.ts';
import { CHARGE_EXAMPLE } from '@serai/contract/billing/ledger-entry.ts';
import { expect, test } from 'vitest';
import { kindsIn, timelineOf, toggleKind } from './timeline-of.ts';

const shown = showBooking.output.parse(showBooking.examples.answer);

test('the timeline merges changes, requests, ledger entries, deliveries and notes, oldest first', () => {
  const at = shown.history[0]?.at as string;
  const moments = timelineOf({
    history: shown.history.slice(0, 1),
    requests: [{ ...LOGGED_REQUEST_EXAMPLE, at } as never],
    exchanges: [],
    ledger: [{ ...CHARGE_EXAMPLE, at } as never],
    deliveries: shown.deliveries.map(delivery => ({
      ...delivery,
      createdAt: '2020-01-01T00:00:00Z',
    })) as never,
    notes: (shown.notes ?? []).map(note => ({ ...note, at: '2030-01-01T00:00:00Z' })),
  });
  // If their times are equal, a request precedes the change that it caused, and the change its ledger entry.
  expect(moments.map(({ kind }) => kind)).toEqual(['delivery', 'request', 'change', 'ledger', 'note']);
});

test('several kinds can be chosen, and without any of them all kinds are shown', () => {
  expect(kindsIn(undefined)).toBeUndefined();
  expect(kindsIn('invented')).toBeUndefined();
  expect(kindsIn('note,change')).toEqual(['change', 'note']);
  expect(toggleKind(undefined, 'note')).toBe('note');
  expect(toggleKind(['note'], 'change')).toBe('change,note');
  expect(toggleKind(['note'], 'note')).toBeUndefined();
});
