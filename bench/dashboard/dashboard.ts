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
/** How long the dashboard uses a response again. */
const CACHED_MS = 5_100;

interface Loaded {
  gzip: number;
  brotli: number;
  files: number;
}

await ensureDashboardBuilt(repositoryRoot);
/** They take turns, so that a machine that becomes busier affects both. */
const [empty, filled] = [await startDashboard(), await startDashboard()];
try {
  const pages = await commonPages();
  const first = await firstView(empty);
  await fillDashboard(filled, AMOUNT);
  report(await measure(pages), first);
} finally {
  await empty.close();
  await filled.close();
}

/** The paths of a page of both dashboards. Ids differ. */
interface PagePair {
  name: string;
  empty: string;
  filled: string;
}

/** Returns the pages that also exist with an empty database. */
async function commonPages(): Promise<PagePair[]> {
  const [before, after] = [await fixedPages(empty), await fixedPages(filled)];
  return before.map(({ path }, i) => ({ name: path, empty: path, filled: after[i]?.path ?? path }));
}

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

interface Times {
  name: string;
  empty: number;
  filled: number;
}

/** Returns the median times in milliseconds until a page shows its title and has finished loading. */
async function measure(pages: readonly PagePair[]): Promise<Times[]> {
  const visits = { empty: await empty.visit(), filled: await filled.visit() };
  const found: Times[] = [];
  for (const pair of pages) {
    found.push(await takeTurns(pair.name, side => loadPage(visits[side], pair[side])));
  }
  for (const visit of Object.values(visits)) {
    await openSettled(visit, '/sandbox');
    await visit.keyboard.press('Control+k');
    await visit.getByRole('option').first().waitFor();
  }
  for (const query of PALETTE_QUERIES) {
    found.push(await takeTurns(`palette: ${query}`, side => searchPalette(visits[side], query)));
  }
  return found;
}

type Side = 'empty' | 'filled';

async function takeTurns(name: string, time: (side: Side) => Promise<number>): Promise<Times> {
  const times: Record<Side, number[]> = { empty: [], filled: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const sides = ['empty', 'filled'] as const;
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) times[side].push(await time(side));
  }
  return { name, empty: median(times.empty), filled: median(times.filled) };
}

async function loadPage(page: Page, path: string): Promise<number> {
  // Otherwise, a page would also pay for what the pages before it have left.
  const browser = await page.context().newCDPSession(page);
  await browser.send('HeapProfiler.collectGarbage');
  await browser.detach();
  const startedMs = performance.now();
  await openSettled(page, path);
  return performance.now() - startedMs;
}

/** From the last typed letter until the results are shown. Includes the pause that detects the end of typing. */
async function searchPalette(page: Page, query: string): Promise<number> {
  await page.keyboard.type(query.slice(0, -1));
  const answered = page.waitForResponse(response => isAnswerTo(response, query));
  const startedMs = performance.now();
  await page.keyboard.type(query.slice(-1));
  await answered;
  await page.locator('.palette-list:not([aria-busy])').waitFor();
  const ms = performance.now() - startedMs;
  // The next round must ask the server again, also if it types the same text.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.waitForTimeout(CACHED_MS);
  return ms;
}

function isAnswerTo(response: Response, query: string): boolean {
  return response.url().endsWith('/search/find') && response.request().postDataJSON()?.query === query;
}

function report(times: readonly Times[], first: Loaded): void {
  const rows = times.map(each => ({ ...each, ratio: each.filled / each.empty }));
  const worst = rows.reduce((found, row) => (row.ratio > found.ratio ? row : found));
  printTitle('Dashboard');
  printText(
    `The first view loads ${first.files} scripts: ${first.gzip.toFixed(1)} kB with gzip, ${first.brotli.toFixed(1)} kB with brotli.`,
  );
  printText(
    'The table shows the time until a page can be used, loaded in Chromium without a cache. Figures are medians of ' +
      `${ROUNDS} loads, alternating between an empty database and one with ${AMOUNT.requests} requests and ` +
      `${AMOUNT.bookings} bookings.`,
  );
  printTable(
    ['page', 'empty ms', 'filled ms', 'ratio'],
    rows.map(row => [row.name, row.empty.toFixed(0), row.filled.toFixed(0), row.ratio.toFixed(2)]),
  );
  printAims([
    {
      what: 'scripts for the initial page load, gzipped',
      target: `≤ ${FIRST_VIEW_LIMIT_KB} kB`,
      figure: `${first.gzip.toFixed(1)} kB`,
      reached: first.gzip <= FIRST_VIEW_LIMIT_KB,
    },
    {
      what: `time of every page and of the palette, filled relative to empty (largest: ${worst.name})`,
      target: `≤ ${TIMES_LIMIT}`,
      figure: worst.ratio.toFixed(2),
      reached: worst.ratio <= TIMES_LIMIT,
    },
  ]);
}
