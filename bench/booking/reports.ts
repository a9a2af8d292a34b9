/**
 * Measures reports over a million bookings: how fast they process changes, how long the first page of each report
 * takes, and how much memory a complete export needs.
 */
import { showOnTheBooks } from '@serai/contract/billing/on-the-books.ts';
import { DATE_BASES, exportReport, type REPORT_GROUPS, showReport } from '@serai/contract/billing/reports.ts';
import { reportsOnTheBooks } from '../../server/src/billing/operations/operator/on-the-books.ts';
import { reportsExport, reportsShow } from '../../server/src/billing/operations/operator/reports.ts';
import { followBookings } from '../../server/src/billing/reports/follow-bookings.ts';
import { changeFeedHorizon } from '../../server/src/booking/bookings/change-feed-store.ts';
import type { OperatorContext } from '../../server/src/platform/operations/operator/operator-handler.ts';
import { goFirst } from '../measure/go-first.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { median } from '../measure/statistics.ts';
import { startInventoryServer } from './inventory-server.ts';
import {
  REPORT_HOTELS,
  REPORT_PARTNERS,
  tidy,
  writeReportPartners,
  writeSoldBookings,
} from './sold-bookings-store.ts';

const BOOKINGS = Number(process.env.SERAI_BENCH_BOOKINGS ?? 1_000_000);
const CHUNK = 20_000;
const ROUNDS = 9;
const TARGET_MS = 500;
const TARGET_MB = 50;
/** Number of export parts whose peak memory is the baseline. Later parts should not need more memory. */
const WARM_UP = 20;
type Group = (typeof REPORT_GROUPS)[number];
const REPORTS: readonly Group[][] = [
  ['PARTNER'],
  ['HOTEL'],
  ['PROVIDER'],
  ['COUNTRY'],
  ['MONTH'],
  ['PARTNER', 'MONTH'],
  ['NATIONALITY'],
  ['LEAD_TIME', 'MONTH'],
  ['STAY_LENGTH', 'PARTNER'],
  ['RATE_PLAN'],
  ['PARTNER', 'HOTEL', 'PROVIDER', 'COUNTRY', 'MONTH'],
];

/** They end within a month, whose bookings are read one by one. */
const RUNNING: readonly Group[][] = [['PARTNER'], ['HOTEL'], ['MONTH']];
const INPUTS = [
  ...REPORTS.map(by => ({ by })),
  // These groups have no sums together, so the bookings of a year are added up.
  { by: ['LEAD_TIME', 'NATIONALITY'] as Group[], from: '2025-12', to: '2026-11' },
  ...RUNNING.map(by => ({ by, from: '2026-01', to: '2026-06-18' })),
  { by: ['MONTH'] as Group[], from: '2025-12', to: '2026-11-18', withTotals: true, withYearAgo: true },
];

goFirst();
const server = await startInventoryServer();
try {
  const { owner, pool } = await server.open('reports', 4);
  await writeReportPartners(owner);
  for (let from = 1; from <= BOOKINGS; from += CHUNK) await writeSoldBookings(owner, from, CHUNK);
  const db = pool.asService('a benchmark');
  const followedMs = await timed(() =>
    followBookings(
      { horizon: changeFeedHorizon, timeZone: async () => 'UTC' },
      { db, signal: new AbortController().signal },
    ),
  );
  await tidy(owner);
  const parts = { cursorKey: Buffer.alloc(32), timeZone: async () => 'UTC' };
  const context = { db, organisationId: 'opr', partnerId: undefined } as unknown as OperatorContext;
  const show = reportsShow(parts);
  const books = reportsOnTheBooks(parts);
  const exported = reportsExport(parts);
  const pages = [];
  for (const dateBasis of DATE_BASES) {
    for (const report of INPUTS) {
      const input = showReport.input.parse({ ...report, dateBasis }) as never;
      const period = 'to' in report ? `, ${report.from} to ${report.to}` : '';
      const more = 'withYearAgo' in report ? ', with totals and cancellations' : '';
      const name = `${report.by.join(', ')} (${dateBasis})${period}${more}`;
      pages.push(await measured(name, async () => show.run(context, input)));
    }
  }
  const wholeYear = showOnTheBooks.input.parse({ months: 13 }) as never;
  pages.push(
    await measured('on the books, 13 months of two years', async () => books.run(context, wholeYear)),
  );
  const whole = await exportAll(
    by => exported.run(context, exportReport.input.parse(by) as never) as Promise<Part>,
  );
  report(followedMs, pages, whole);
} finally {
  await server.stop();
}

interface Part {
  text: string;
  page: { nextCursor: string | null };
}

/** Exports the largest report and discards each part, like a client that writes each part to a file. */
async function exportAll(read: (input: object) => Promise<Part>) {
  const by = REPORTS.at(-1);
  let [lines, parts, warmMb, mostMb, cursor] = [0, 0, 0, 0, undefined as string | undefined];
  const startMs = performance.now();
  do {
    const { text, page } = await read({ by, page: { limit: 5_000, ...(cursor && { cursor }) } });
    lines += text.split('\r\n').length - 1;
    cursor = page.nextCursor ?? undefined;
    parts += 1;
    const usedMb = process.memoryUsage().rss / 1e6;
    if (parts <= WARM_UP) warmMb = Math.max(warmMb, usedMb);
    else mostMb = Math.max(mostMb, usedMb);
  } while (cursor);
  return { lines, growthMb: Math.max(0, mostMb - warmMb), seconds: (performance.now() - startMs) / 1000 };
}

async function measured(name: string, read: () => Promise<unknown>): Promise<Measured> {
  const took = [];
  for (let round = 0; round < ROUNDS; round++) took.push(await timed(read));
  return { name, firstMs: took[0] ?? 0, medianMs: median(took) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

interface Measured {
  name: string;
  firstMs: number;
  medianMs: number;
}

function report(
  followedMs: number,
  pages: readonly Measured[],
  { lines, growthMb, seconds }: Awaited<ReturnType<typeof exportAll>>,
): void {
  printTitle('Reports');
  printText(
    `${BOOKINGS} confirmed bookings of ${REPORT_PARTNERS} partners and ${REPORT_HOTELS} hotels in 24 months. The job that follows bookings read ` +
      `them in ${(followedMs / 1000).toFixed(0)} s (${Math.round((BOOKINGS / followedMs) * 1000)}/s). The first page of 100 rows of each report, ${ROUNDS} times. ` +
      `The export of the largest report has ${lines} lines and took ${seconds.toFixed(0)} s in parts of 5000 lines.`,
  );
  printTable(
    ['report by', 'first ms', 'median ms'],
    pages.map(({ name, firstMs, medianMs }) => [name, firstMs.toFixed(0), medianMs.toFixed(0)]),
  );
  const slowest = Math.max(...pages.map(({ medianMs }) => medianMs));
  printAims([
    {
      what: 'first page of the slowest report',
      target: `≤ ${TARGET_MS} ms`,
      figure: `${slowest.toFixed(0)} ms`,
      reached: slowest <= TARGET_MS,
    },
    {
      what: 'growth of memory during the export, after the first parts',
      target: `≤ ${TARGET_MB} MB`,
      figure: `${growthMb.toFixed(0)} MB`,
      reached: growthMb <= TARGET_MB,
    },
  ]);
}
