/** Resets a forgotten password with the link in an email. A real SMTP server receives the email. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailServer, mailServer } from '../../server/test/mail-server.ts';
import { expectUsable } from './browser/accessibility.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { fillSignIn, heading, newOwner, signOut } from './browser/people-steps.ts';

const EMAIL = 'ana@example.com';
const NEW_PASSWORD = 'velvet harbour nineteen';

let server: MailServer;
let dashboard: DashboardUnderTest;
beforeAll(async () => {
  server = await mailServer();
  dashboard = await dashboardUnderTest({
    settings: {
      SERAI_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      SERAI_MAIL_FROM: 'Serai <no-reply@example.com>',
    },
  });
});
afterAll(async () => {
  await dashboard?.close();
  await server?.close();
});
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

test('a person replaces a forgotten password with the link in the email, which works once', async () => {
  const page = await newOwner(dashboard, 'Ana Ruiz', EMAIL);
  await signOut(page);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await heading(page, 'Forgot password?');
  await expectUsable(page);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('status').getByText('an email with a link is on its way').waitFor();

  const mails = () => server.received.filter(({ to }) => to.includes(EMAIL));
  await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(1);
  const link = /https?:\/\/\S+\/reset-password#\w+/.exec(mails()[0]?.text ?? '')?.[0] as string;
  expect(new URL(link).origin).toBe(dashboard.url);

  const phone = await dashboard.visit(undefined, { viewport: PHONE, colorScheme: 'dark' });
  await phone.goto(link);
  await heading(phone, 'Choose a new password');
  expect(phone.url()).not.toContain('#');
  await expectUsable(phone);
  await phone.getByLabel('New password').fill('passwordpassword');
  await phone.getByRole('button', { name: 'Save password' }).click();
  await phone.locator('.problem').waitFor();
  await phone.getByLabel('New password').fill(NEW_PASSWORD);
  await phone.getByRole('button', { name: 'Save password' }).click();
  await heading(phone, 'Password changed');
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await fillSignIn(phone, EMAIL, NEW_PASSWORD);
  await heading(phone, 'Overview');

  const again = await dashboard.visit();
  await again.goto(link);
  await heading(again, 'Choose a new password');
  await again.getByLabel('New password').fill('another long sentence');
  await again.getByRole('button', { name: 'Save password' }).click();
  await again.getByRole('alert').waitFor();
});

test('an address without an account gets no email, but the page shows the same message', async () => {
  const page = await dashboard.visit();
  await page.goto('/');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('status').getByText('an email with a link is on its way').waitFor();
  expect(server.received.filter(({ to }) => to.includes('nobody@example.com'))).toEqual([]);
});
