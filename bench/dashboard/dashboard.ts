/**
 * Measures the size of the scripts for the initial page load, and how soon each page is usable with a full and with an
 * empty database.
 */
import { brotliCompressSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { FIRST_VIEW_LIMIT_KB, openFirstView, totalKb } from '../../dashboard/test/browser/first-view.ts';
import { openSettled } from '../../dashboard/test/browser/pages.ts';
import { ensureDashboardBuilt } from '../../tools/dashboard-build.mjs';
import { repositoryRoot } from '../../tools/install.mjs';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { median } from '../measure/statistics.ts';
import { everyPage, type NamedPage } from './every-page.ts';
import { fillDashboard } from './fill-dashboard.ts';
import { type StartedDashboard, startDashboard } from './started-dashboard.ts';

const AMOUNT = { requests: 100_000, bookings: 10_000 };
const ROUNDS = 5;
const TIMES_LIMIT = 2;
/** The beginnings of a guest's name, a reference, a hotel, a request id and a page. */
const PALETTE_QUERIES = ['moreno', 'order-1', 'sandbox', 'req_a', 'bookings'];
const paletteRow = (query: string) => `palette: ${query}`;
/** How long the dashboard uses a response again. */
const CACHED_MS = 5_100;

interface Loaded {
  gzip: number;
  brotli: number;
  files: number;
}

await ensureDashboardBuilt(repositoryRoot);
const dashboard = await startDashboard();
try {
  const pages = await fixedPages(dashboard);
  const first = await firstView(dashboard);
  const empty = await measure(dashboard, pages);
  await fillDashboard(dashboard, AMOUNT);
  const filled = await measure(dashboard, pages);
  report(
    [...pages, ...PALETTE_QUERIES.map(query => ({ name: query, path: paletteRow(query) }))],
    first,
    empty,
    filled,
  );
} finally {
  await dashboard.close();
}

/** Returns the pages that also exist with an empty database. */
async function fixedPages(started: StartedDashboard): Promise<NamedPage[]> {
  const pages = await everyPage(started);
  return pages.filter(({ path }) => path.startsWith('/sandbox') && !path.includes('casa_luna'));
}

/** Measures the built scripts that the browser loads before it shows the overview. */
async function firstView(started: StartedDashboard): Promise<Loaded> {
  const page = await started.visit();
  const scripts = await openFirstView(page);
  await page.context().close();
  const brotli = scripts.reduce((sum, { body }) => sum + brotliCompressSync(body).length, 0) / 1000;
  return { gzip: totalKb(scripts), brotli, files: scripts.length };
}

/** Returns, for each page, the median time in milliseconds until it shows its title and has finished loading. */
async function measure(started: StartedDashboard, pages: readonly NamedPage[]): Promise<Map<string, number>> {
  const page = await started.visit();
  const browser = await page.context().newCDPSession(page);
  const found = new Map<string, number>();
  for (const { path } of pages) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Otherwise, a page would also pay for what the pages before it have left.
      await browser.send('HeapProfiler.collectGarbage');
      const startedMs = performance.now();
      await openSettled(page, path);
      times.push(performance.now() - startedMs);
    }
    found.set(path, median(times));
  }
  await measurePalette(page, found);
  await page.context().close();
  return found;
}

/** From the last typed letter until the results are shown. Includes the pause that detects the end of typing. */
async function measurePalette(page: Page, found: Map<string, number>): Promise<void> {
  await openSettled(page, '/sandbox');
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  for (const query of PALETTE_QUERIES) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await page.keyboard.type(query.slice(0, -1));
      const answered = page.waitForResponse(response => isAnswerTo(response, query));
      const startedMs = performance.now();
      await page.keyboard.type(query.slice(-1));
      await answered;
      await page.locator('.palette-list:not([aria-busy])').waitFor();
      times.push(performance.now() - startedMs);
      // The next round must ask the server again, also if it types the same text.
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.waitForTimeout(CACHED_MS);
    }
    found.set(paletteRow(query), median(times));
  }
}

function isAnswerTo(response: Response, query: string): boolean {
  return response.url().endsWith('/search/find') && response.request().postDataJSON()?.query === query;
}

function report(
  pages: readonly NamedPage[],
  first: Loaded,
  empty: ReadonlyMap<string, number>,
  filled: ReadonlyMap<string, number>,
): void {
  const rows = pages.map(({ path }) => {
    const [before = 0, after = 0] = [empty.get(path), filled.get(path)];
    return { path, before, after, times: after / before };
  });
  const worst = rows.reduce((found, row) => (row.times > found.times ? row : found));
  printTitle('Dashboard');
  printText(
    `The first view loads ${first.files} scripts: ${first.gzip.toFixed(1)} kB with gzip, ${first.brotli.toFixed(1)} kB with brotli.`,
  );
  printText(
    'The table shows the time until a page can be used, loaded in Chromium without a cache. Figures are medians of ' +
      `${ROUNDS} loads, with an empty database and with ${AMOUNT.requests} requests and ${AMOUNT.bookings} ` +
      'bookings.',
  );
  printTable(
    ['page', 'empty ms', 'filled ms', 'ratio'],
    rows.map(({ path, before, after, times }) => [
      path,
      before.toFixed(0),
      after.toFixed(0),
      times.toFixed(2),
    ]),
  );
  printAims([
    {
      what: 'scripts for the initial page load, gzipped',
      target: `≤ ${FIRST_VIEW_LIMIT_KB} kB`,
      figure: `${first.gzip.toFixed(1)} kB`,
      reached: first.gzip <= FIRST_VIEW_LIMIT_KB,
    },
    {
      what: `time of every page and of the palette, filled relative to empty (largest: ${worst.path})`,
      target: `≤ ${TIMES_LIMIT}`,
      figure: worst.times.toFixed(2),
      reached: worst.times <= TIMES_LIMIT,
    },
  ]);
}
