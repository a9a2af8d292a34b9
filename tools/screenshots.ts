/**
 * `npm run screenshots`: captures every dashboard page with sample data, in four variants, and the example shop into
 * `screenshots/`. With `--storefront`, it captures only the shop. The shop's pictures in `docs/images/` are renewed.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { everyPage } from '../bench/dashboard/every-page.ts';
import { fillDashboard } from '../bench/dashboard/fill-dashboard.ts';
import { startDashboard } from '../bench/dashboard/started-dashboard.ts';
import { openSettled } from '../dashboard/test/browser/pages.ts';
import { ensureDashboardBuilt } from './dashboard-build.mjs';
import { repositoryRoot } from './install.mjs';
import { captureStorefront } from './screenshots-of-storefront.ts';

const FOLDER = join(repositoryRoot, 'screenshots');
const LOOKS = [
  { name: 'desk-light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'desk-dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone-light', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;
const AMOUNT = { requests: 20_000, bookings: 64 };

const isShopOnly = process.argv.includes('--storefront');

if (!isShopOnly) await ensureDashboardBuilt(repositoryRoot);
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER);
console.log('Starting Serai with its sandbox …');
const dashboard = await startDashboard();
try {
  await captureStorefront(dashboard, FOLDER);
  console.log('The shop is captured.');
  if (!isShopOnly) console.log('Making calls and bookings …');
  if (!isShopOnly) await fillDashboard(dashboard, AMOUNT);
  const pages = isShopOnly ? [] : await everyPage(dashboard);
  for (const { name: look, ...options } of LOOKS) {
    const page = await dashboard.visit(options);
    for (const { name, path } of pages) {
      await openSettled(page, path);
      await page.screenshot({ path: join(FOLDER, `${name}.${look}.png`), fullPage: true });
    }
    console.log(`${look}: ${pages.length} pages`);
    await page.context().close();
  }
  console.log(`They are in ${FOLDER}.`);
} finally {
  await dashboard.close();
}
