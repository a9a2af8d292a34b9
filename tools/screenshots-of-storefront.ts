/** Captures the example shop for `npm run screenshots`, and the pictures of it in the READMEs. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { scenarioHotelId } from '../contract/src/booking/sandbox/scenario-hotels.ts';
import { startProgram, until } from '../e2e/child-process.ts';
import { repositoryRoot } from './install.mjs';

interface Service {
  interfaceUrl: string;
  key: string | undefined;
  browser: Browser;
}

const LOOKS = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const;
const PICTURES = join(repositoryRoot, 'docs/images');
const SEARCH = '/search?where=Barcelona';

export async function captureStorefront(
  { interfaceUrl, key, browser }: Service,
  folder: string,
): Promise<void> {
  const hook = pathToFileURL(join(repositoryRoot, 'tools/sdk-from-source.mjs')).href;
  const program = join(repositoryRoot, 'examples/storefront/storefront.ts');
  const shop = startProgram(process.execPath, ['--import', hook, program], {
    env: { PATH: process.env.PATH, PORT: '0', SERAI_URL: interfaceUrl, SERAI_API_KEY: key },
  });
  try {
    await until(
      () => shop.out().includes('The shop is open'),
      30_000,
      () => shop.err(),
    );
    const baseURL = /http:\S+/.exec(shop.out())?.[0] as string;
    for (const { name, viewport } of LOOKS) {
      const context = await browser.newContext({ baseURL, viewport });
      await capturePages(await context.newPage(), name, folder);
      await context.close();
    }
  } finally {
    shop.child.kill('SIGTERM');
    await shop.ended;
  }
}

async function capturePages(page: Page, look: string, folder: string): Promise<void> {
  const capture = async (name: string) => {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `storefront-${name}.${look}.png`), fullPage: true });
  };
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Where' }).pressSequentially('barc');
  await page.getByRole('option').first().waitFor();
  await capture('home');
  await page.goto(SEARCH);
  await capture('results');
  if (look === 'wide') await page.screenshot({ path: join(PICTURES, 'storefront.png') });
  await page.locator('.card h2 a').first().click();
  await page.locator('.room').first().waitFor();
  await capture('hotel');
  if (look === 'phone') await page.screenshot({ path: join(PICTURES, 'storefront-on-a-phone.png') });
  const free = page.locator('.offer', { hasText: 'Free cancellation until' }).first();
  await book(page, free, () => capture('checkout'));
  await capture('booking');
  await page.getByRole('link', { name: 'Voucher' }).click();
  await capture('voucher');
  await page.goto(`/hotel/${scenarioHotelId('cancel.penalty')}`);
  await book(page, page.locator('.offer').first());
  await page.getByRole('link', { name: 'Cancel this booking' }).click();
  await page.getByRole('button', { name: /^Cancel/ }).waitFor();
  await capture('cancel');
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('heading', { name: 'Your booking is cancelled' }).waitFor();
  await capture('cancelled');
}

async function book(page: Page, offer: Locator, onForm = async () => {}): Promise<void> {
  await offer.getByRole('button').click();
  await page.getByLabel('First name', { exact: true }).fill('Ada');
  await page.getByLabel('Last name', { exact: true }).fill('Moreno');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Phone').fill('+34 600 000 000');
  for (const each of await page.getByLabel(/Guest 2/).all()) await each.fill('Moreno');
  await onForm();
  await page.getByRole('button', { name: /^Book for/ }).click();
  await page.getByRole('heading', { name: 'Your stay is booked' }).waitFor();
}
