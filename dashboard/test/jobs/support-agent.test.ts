/**
 * The job of a support agent: work through the bookings that need a decision, then help a caller who wants to cancel.
 */

import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { book } from '../../../server/test/booking-steps.ts';
import { type DashboardUnderTest, dashboardUnderTest } from '../browser/dashboard-under-test.ts';
import { openSettled } from '../browser/pages.ts';
import { DESK, type Device, hasFocus, Walk } from './walk.ts';

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
});
afterAll(() => dashboard?.close());
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

const holder = (firstName: string, lastName: string) => ({
  members: { holder: { firstName, lastName, email: `${firstName.toLowerCase()}@example.com` } },
});

/** Two bookings that need a decision, one that waits for its outcome, and one of a guest who will call. */
async function prepare(caller: string): Promise<string> {
  const { db } = dashboard.app.database;
  const bookingOf = async (scenario: ScenarioName, wish: Parameters<typeof book>[2]) => {
    const { json, text } = await book(dashboard, scenario, wish);
    if (!json.booking) throw new Error(text);
    return json.booking.bookingId as string;
  };
  const first = await bookingOf('book.timeout_forever', holder('Ada', 'Moreno'));
  const second = await bookingOf('book.timeout_forever', holder('Grace', 'Okafor'));
  await db`
    UPDATE booking SET needs_attention = true, free_cancellation_until = serai_now() + interval '1 hour'
    WHERE booking_id = ${first}`;
  await db`
    UPDATE booking SET needs_attention = true, free_cancellation_until = serai_now() + interval '2 hours'
    WHERE booking_id = ${second}`;
  return await bookingOf('cancel.penalty', holder('Mary', caller));
}

const EVIDENCE = 'Ana at the provider, by phone at 10:15';

/** Records a decision in the dialog. `choice` is the label of the decision. */
async function decide(walk: Walk, choice: RegExp, reference?: string): Promise<void> {
  const { page } = walk;
  await walk.choose(page.getByRole('button', { name: 'Resolve booking' }));
  const dialog = page.getByRole('dialog', { name: 'Resolve booking' });
  await walk.choose(dialog.getByLabel(choice));
  if (reference !== undefined) await walk.fill(dialog.getByLabel('Provider reference'), reference);
  await walk.fill(dialog.getByLabel('Evidence'), EVIDENCE);
  await walk.look('decision');
  await walk.choose(dialog.getByRole('button', { name: 'Record decision' }));
  await dialog.waitFor({ state: 'hidden' });
}

const queue = (page: Page) => page.getByRole('navigation', { name: 'Queue' });

async function workThroughTheQueue(walk: Walk): Promise<void> {
  const { page } = walk;
  const badge = page.getByRole('link', { name: 'Needs attention (2 waiting)' });
  await badge.waitFor();
  if (walk.device === 'mouse') await walk.choose(badge);
  else await walk.find('needs att', /Needs attention/);
  const rows = page.getByRole('table', { name: 'Bookings that need attention' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  // The earliest deadline is first, and the row says what to do.
  expect(await rows.first().innerText()).toMatch(
    /Ada Moreno[\s\S]*Ask the provider whether the booking exists/,
  );
  await walk.look('queue');
  await walk.choose(page.getByRole('link', { name: 'Start with the first' }));
  await page.getByRole('heading', { level: 1, name: /^Ada Moreno/ }).waitFor();
  await queue(page).getByText('Booking 1 of 2 that need attention').waitFor();
  await walk.look('booking');
  await decide(walk, /^Booked/, 'S-9');

  await queue(page).getByText('Done. 1 booking still needs attention.').waitFor();
  const next = queue(page).getByRole('link', { name: /^Next Grace Okafor/ });
  await expect.poll(() => hasFocus(next)).toBe(true);
  await walk.choose(next);
  await page.getByRole('heading', { level: 1, name: /^Grace Okafor/ }).waitFor();
  await decide(walk, /^Not booked/);
  await queue(page).getByText('The queue is empty. No other booking needs attention.').waitFor();
  await walk.look('queue-done');
  await walk.choose(queue(page).getByRole('link', { name: 'Back to the queue' }));
  await page.getByRole('heading', { name: 'The queue is empty' }).waitFor();
  expect(await page.getByRole('link', { name: 'Needs attention', exact: true }).count()).toBe(1);
}

async function helpTheCaller(walk: Walk, name: string): Promise<void> {
  const { page } = walk;
  await walk.find(name.slice(0, 4), new RegExp(name));
  await page.getByRole('heading', { level: 1, name: new RegExp(`^Mary ${name}`) }).waitFor();
  await page.getByText('Where it came from').waitFor();
  await walk.choose(page.getByRole('button', { name: 'Add a note' }));
  const note = page.getByRole('dialog', { name: 'Add a note' });
  await walk.fill(note.getByLabel('Note'), 'The guest is ill.');
  await walk.choose(note.getByRole('button', { name: 'Add note' }));
  await note.waitFor({ state: 'hidden' });
  await walk.choose(page.getByRole('button', { name: 'Cancel booking' }));
  const dialog = page.getByRole('dialog', { name: 'Cancel at the provider?' });
  await dialog.getByText('Penalty now:').waitFor();
  await walk.look('cancel');
  await walk.choose(dialog.getByRole('button', { name: 'Cancel the booking' }));
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(/^The booking was cancelled on/).waitFor();
  await page.locator('.timeline').getByText('The guest is ill.').waitFor();
  await walk.look('cancelled');
}

test.each([
  ['mouse', 'Delacroix'],
  ['keyboard', 'Lindqvist'],
] as const)(
  'a support agent settles the queue and helps a caller with the %s',
  async (device: Device, caller) => {
    await prepare(caller);
    const page = await dashboard.visit('support', { viewport: DESK });
    const walk = new Walk('support', page, device);
    await openSettled(page, '/sandbox');
    await workThroughTheQueue(walk);
    await helpTheCaller(walk, caller);
    walk.report();
  },
);
