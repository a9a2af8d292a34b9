/**
 * The job of a support agent: work through the bookings that need a decision, then help a caller who wants to cancel.
 */

import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../server/src/platform/time/civil-date.ts';
import { CHECK_OUT } from '../../../server/test/booking-app.ts';
import { book } from '../../../server/test/booking-steps.ts';
import { openReceiver, type Receiver } from '../../../server/test/webhooks/receiver.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from '../browser/dashboard-under-test.ts';
import { openSettled } from '../browser/pages.ts';
import { needsDecision } from './backdated-booking.ts';
import { type Device, hasFocus, JOB_VIEWPORT, Walker } from './walker.ts';

let dashboard: DashboardUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  dashboard = await dashboardUnderTest({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
  const input = {
    environment: 'sandbox',
    url: `${receiver.url}/orders`,
    eventTypes: ['booking.confirmed', 'booking.cancelled'],
  };
  expect((await dashboard.app.operate('webhooks/create', input)).status).toBe(200);
  const supportContact = { phone: '+34 910 000 000', email: 'help@provider.example', note: 'Open 24 hours.' };
  const contact = { providerId: 'prv_sandbox_test-3', supportContact };
  expect((await dashboard.app.operate('providers/update', contact)).status).toBe(200);
  const { partners } = (await dashboard.app.operate('partners/list', {})).json;
  const people = [{ name: 'Maria Lund', role: null, email: 'maria@direct.example', phone: '+46 8 000 000' }];
  const company = { partnerId: partners[0].partnerId, company: { contacts: people } };
  expect((await dashboard.app.operate('partners/update', company)).status).toBe(200);
  await joinStaff('Ana Ruiz', 'ana@operator.example');
});
afterAll(async () => {
  await dashboard?.close();
  await receiver?.close();
});
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

/** A colleague who may resolve bookings. */
async function joinStaff(name: string, email: string): Promise<void> {
  const { operate, dashboardUrl } = dashboard.app;
  const { json } = await operate('members/invite', { email, role: 'support' });
  const headers = { origin: dashboardUrl as string, authorization: undefined };
  const person = { token: json.signInLink.split('#')[1], name, email, password: 'plum kettle orbit sandal' };
  const signedUp = await operate('session/sign-up', person, headers);
  expect(signedUp.status, signedUp.text).toBe(200);
}

/** The holder is one of the two guests. */
const holder = (firstName: string, lastName: string, companion: string) => ({
  members: {
    holder: { firstName, lastName, email: `${firstName.toLowerCase()}@example.com` },
    rooms: [
      {
        roomRef: 1,
        guests: [firstName, companion].map(name => ({ type: 'ADULT', firstName: name, lastName })),
      },
    ],
  },
});

/** Two bookings that need a decision, the first of them overdue, and one of a guest who will call. */
async function prepare(caller: string): Promise<string> {
  const { database } = dashboard.app;
  const bookingOf = async (scenario: ScenarioName, wish: Parameters<typeof book>[2]) => {
    const { json, text } = await book(dashboard, scenario, wish);
    if (!json.booking) throw new Error(text);
    return json.booking.bookingId as string;
  };
  const first = await bookingOf('book.timeout_forever', holder('Ada', 'Moreno', 'Luis'));
  // A later stay, so that its free cancellation ends later too.
  const search = { checkIn: CHECK_OUT, checkOut: addDays(CHECK_OUT, 3) };
  const second = await bookingOf('book.timeout_forever', { ...holder('Grace', 'Okafor', 'Daniel'), search });
  await needsDecision(database, first, 3);
  await needsDecision(database, second, 0);
  return await bookingOf('cancel.penalty', holder('Mary', caller, 'Paul'));
}

const EVIDENCE = 'Ana at the provider, by phone at 10:15';

interface Outcome {
  /** The label of the outcome. */
  choice: RegExp;
  /** What it does to the account of the partner. */
  money: RegExp;
  reference?: string;
  /** Set if no endpoint receives the event: whom to contact instead. */
  contact?: string;
}

/** Chooses an outcome and records it with evidence. */
async function decide(walk: Walker, guest: string, outcome: Outcome): Promise<void> {
  const { page } = walk;
  const { choice, money, reference, contact } = outcome;
  await page.getByRole('button', { name: choice }).getByText(money).waitFor();
  await walk.click(page.getByRole('button', { name: choice }));
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Resolve ${guest}’s booking, \\d`) });
  await dialog.getByText(money).waitFor();
  await dialog.getByText('Nothing is sent to the provider.').waitFor();
  if (reference !== undefined) await walk.fill(dialog.getByLabel('Provider reference'), reference);
  await walk.fill(dialog.getByLabel('Evidence'), EVIDENCE);
  if (contact !== undefined) await dialog.getByRole('link', { name: contact }).waitFor();
  await walk.screen('decision');
  await walk.click(dialog.getByRole('button', { name: /^Record as/ }));
  await dialog.waitFor({ state: 'hidden' });
}

/** By email, which names no guest, and with a check that does not wait for the scheduled one. */
async function askTheProvider(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Needs your decision' });
  // Whether the provider works now is beside its name.
  await panel
    .locator('.fact-provider')
    .getByText(
      /^\s*(OK|Few calls|\d+ of \d+ calls? failed in the last hour, too few to rate the provider\.|Degraded|Down)$/,
    )
    .waitFor();
  const email = panel.getByRole('link', { name: 'help@provider.example' });
  const url = decodeURIComponent((await email.getAttribute('href')) ?? '');
  expect(url).toMatch(/^mailto:help@provider\.example\?subject=Reservation \w+, \d{4}-\d\d-\d\d to /);
  expect(url).not.toContain('Moreno');
  // Automatic checks are an hour apart once the booking needs attention, so none is under way now.
  await panel.getByText(/^in (59 minutes|1 hour)$/).waitFor();
  // A cancellation would wait for the outcome, so it does not compete with the decision.
  expect(await page.getByRole('button', { name: 'Cancel booking' }).count()).toBe(0);
  await panel.getByText('Show message').click();
  await panel.getByText(/Please confirm the status of this reservation[\s\S]*Guest: Ada Moreno$/).waitFor();
  await panel.getByText('Show message').click();
  const check = panel.getByRole('button', { name: 'Check again now' });
  const unknown = panel.getByText(/^Checked at \d\d:\d\d: the outcome is still unknown\./);
  // On a busy machine, the provider may not be asked in time. A user then tries again.
  for (let tries = 0; tries < 3 && (await unknown.count()) === 0; tries++) {
    await check.click();
    await unknown.waitFor({ timeout: 15_000 }).catch(() => undefined);
  }
  await unknown.waitFor();
}

const queue = (page: Page) => page.getByRole('navigation', { name: 'Queue' });

/** The dialog names the colleague who works on the booking. */
async function takeOverFromAna(walk: Walker): Promise<void> {
  const { page } = walk;
  const panel = page.getByRole('region', { name: 'Needs your decision' });
  await panel.getByText('Assigned to Ana Ruiz').waitFor();
  await walk.click(panel.getByRole('button', { name: 'Take over' }));
  const dialog = page.getByRole('dialog', { name: 'Take over from Ana Ruiz?' });
  // The test installation sends no email.
  await dialog.getByText(/^This booking was assigned to Ana Ruiz .* Ana Ruiz is not notified\.$/).waitFor();
  await walk.screen('take-over');
  await walk.click(dialog.getByRole('button', { name: 'Take over' }));
  await panel.getByText('Assigned to you').waitFor();
  await expect.poll(() => hasFocus(panel.getByRole('button', { name: 'Release', exact: true }))).toBe(true);
}

/** By name, among the staff who may resolve bookings. */
async function assignToAna(walk: Walker, row: Locator): Promise<void> {
  const { page } = walk;
  await walk.click(row.getByRole('button', { name: 'Assign' }));
  const dialog = page.getByRole('dialog', { name: 'Assign Grace Okafor’s booking' });
  await dialog.getByText('Serai cannot notify your colleague, because email is not set up.').waitFor();
  await walk.fill(dialog.getByRole('combobox', { name: 'Colleague' }), 'rui');
  await dialog.getByRole('option', { name: /^Ana Ruiz/ }).waitFor();
  await walk.screen('assign');
  await walk.press('ArrowDown');
  await walk.press('Enter');
  await walk.click(dialog.getByRole('button', { name: 'Assign' }));
  await page.getByText('Assigned to Ana Ruiz.', { exact: true }).waitFor();
}

/** Ends the banner. The timeline says who contacted the partner and how. */
async function markAsContacted(walk: Walker, banner: Locator): Promise<void> {
  const { page } = walk;
  await walk.click(queue(page).getByRole('button', { name: 'Mark as contacted' }));
  const dialog = page.getByRole('dialog', { name: 'Mark as contacted' });
  await walk.fill(dialog.getByLabel('How did you contact the partner?'), 'Phoned Maria.');
  await walk.screen('contacted');
  await walk.click(dialog.getByRole('button', { name: 'Mark as contacted' }));
  await banner.waitFor({ state: 'detached' });
  const noted = page.locator('.timeline [data-kind="note"]').filter({ hasText: 'Partner contacted by' });
  await noted.getByText('Phoned Maria.').waitFor();
}

/** On a phone, the call to the provider and the outcomes are in view before anybody scrolls. */
async function expectOutcomesInView(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.evaluate('scrollTo(0, 0)');
  const below = { y: PHONE.height, height: 0 };
  const outcome = (await page.getByRole('button', { name: /^Not booked/ }).boundingBox()) ?? below;
  expect(outcome.y + outcome.height).toBeLessThan(PHONE.height);
  const call = (await page.getByRole('link', { name: 'Call +34 910 000 000' }).boundingBox()) ?? below;
  const outcomes = (await page.locator('.outcomes').boundingBox()) ?? { y: 0 };
  expect(call.y + call.height).toBeLessThan(outcomes.y);
  await page.setViewportSize(JOB_VIEWPORT.viewport);
}

async function workThroughTheQueue(walk: Walker): Promise<void> {
  const { page } = walk;
  const badge = page.getByRole('link', { name: 'Needs attention (2 waiting, 1 overdue)' });
  await badge.waitFor();
  if (walk.device === 'mouse') await walk.click(badge);
  else await walk.find('needs att', /Needs attention/);
  const rows = page.getByRole('table', { name: 'Bookings that need attention' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  // The most urgent booking is first, and the row says when it was due, what to do and what it is worth.
  expect(await rows.first().innerText()).toMatch(
    /Ada Moreno[\s\S]*Overdue by 2 h[\s\S]*Ask the provider whether the booking exists[\s\S]*\d ?– ?\d[\s\S]*nights? · [\d.,]+ EUR/,
  );
  await assignToAna(walk, rows.last());
  await rows.last().getByText('Assigned to Ana Ruiz').waitFor();
  await walk.screen('queue');
  await walk.click(rows.first().getByRole('button', { name: 'Take' }));
  await rows.first().getByText('Assigned to you').waitFor();
  await expect.poll(() => hasFocus(rows.first().locator('.row-link'))).toBe(true);
  await walk.click(page.getByRole('button', { name: 'Mine (1)' }));
  await expect.poll(() => rows.count()).toBe(1);
  await walk.click(page.getByRole('link', { name: 'Start with the most urgent' }));
  await page.getByRole('heading', { level: 1, name: /^Ada Moreno/ }).waitFor();
  await queue(page).getByText('1 of 2 bookings that need attention').waitFor();
  if (walk.device === 'mouse') await askTheProvider(page);
  await walk.screen('booking');
  if (walk.device === 'mouse') await expectOutcomesInView(page);
  const charge = /Direct is charged [\d.]+ EUR\.$/;
  await decide(walk, 'Ada Moreno', { choice: /^Booked/, money: charge, reference: 'S-9' });

  await queue(page).getByText('Done. 1 booking still needs attention.').waitFor();
  const next = queue(page).getByRole('link', { name: /^Next Grace Okafor/ });
  await expect.poll(() => hasFocus(next)).toBe(true);
  await walk.click(next);
  await page.getByRole('heading', { level: 1, name: /^Grace Okafor/ }).waitFor();
  await takeOverFromAna(walk);
  const release = /The held [\d.]+ EUR is released\.$/;
  await decide(walk, 'Grace Okafor', {
    choice: /^Not booked/,
    money: release,
    contact: 'maria@direct.example',
  });
  // No endpoint receives rejections.
  const unsent = page.getByRole('status').filter({ hasText: 'Direct was not notified automatically.' });
  await unsent.getByText('Direct’s endpoint does not subscribe to booking.rejected.').waitFor();
  // Support may look at the endpoint, but not edit it.
  await unsent.getByRole('link', { name: 'Open endpoint', exact: true }).waitFor();
  await unsent.getByRole('link', { name: 'maria@direct.example' }).waitFor();
  await unsent.getByRole('button', { name: 'Copy message to partner' }).waitFor();
  await queue(page).getByText('Decision recorded. Contact Direct to finish.').waitFor();
  await page.locator('.amounts').getByText('Nothing owed').waitFor();
  await walk.screen('queue-done');
  await markAsContacted(walk, unsent);
  await queue(page).getByText('Done. No other booking needs attention.').waitFor();
  await walk.click(queue(page).getByRole('link', { name: 'Back to the queue' }));
  await page.getByRole('heading', { name: 'The queue is empty' }).waitFor();
  expect(await page.getByRole('link', { name: 'Needs attention', exact: true }).count()).toBe(1);
}

async function helpTheCaller(walk: Walker, name: string): Promise<void> {
  const { page } = walk;
  await walk.find(name.slice(0, 4), new RegExp(name), 'palette');
  await page.getByRole('heading', { level: 1, name: new RegExp(`^Mary ${name}`) }).waitFor();
  await page.getByRole('heading', { name: 'Origin' }).waitFor();
  await walk.click(page.getByRole('button', { name: 'Add a note' }));
  const note = page.getByRole('dialog', { name: 'Add a note' });
  await walk.fill(note.getByLabel('Note'), 'The guest is ill.');
  await walk.click(note.getByRole('button', { name: 'Add note' }));
  await note.waitFor({ state: 'hidden' });
  await walk.click(page.getByRole('button', { name: 'Cancel booking' }));
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Cancel Mary ${name}’s booking, \\d`) });
  await dialog.getByText('Penalty now').waitFor();
  await walk.screen('cancel');
  await walk.click(dialog.getByRole('button', { name: 'Cancel the booking' }));
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(/^Cancelled by the operator on/).waitFor();
  await page.locator('.timeline').getByText('The guest is ill.').waitFor();
  await page.locator('.amounts').getByText('Refund to the partner').waitFor();
  const delivered = page.locator('.timeline .badge').filter({ hasText: 'Delivered' });
  await expect.poll(() => delivered.count()).toBe(2);
  await walk.screen('cancelled');
}

/** What was opened before comes first, and one word finds records, pages and commands. */
async function searchEverything(walk: Walker, caller: string): Promise<void> {
  const { page } = walk;
  await book(dashboard, 'ok', { members: { clientReference: `SANDBOX-${caller.toUpperCase()}` } });
  await walk.press('ControlOrMeta+k');
  await page.getByRole('group', { name: 'Recent' }).waitFor();
  await walk.screen('palette-recent');
  await walk.type('sand');
  for (const name of ['Bookings', 'Hotels']) await page.getByRole('group', { name, exact: true }).waitFor();
  await walk.screen('palette-found');
  await walk.press('Escape');
}

test.each([
  ['mouse', 'Delacroix'],
  ['keyboard', 'Lindqvist'],
] as const)(
  'a support agent settles the queue and helps a caller with the %s',
  async (device: Device, caller) => {
    await prepare(caller);
    const page = await dashboard.visit('support', JOB_VIEWPORT);
    const walk = new Walker(page, 'support', device);
    await openSettled(page, '/sandbox');
    await workThroughTheQueue(walk);
    await helpTheCaller(walk, caller);
    await searchEverything(walk, caller);
    walk.report();
  },
);
