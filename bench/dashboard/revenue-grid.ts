/**
 * Compares the script time of editing one cell of the revenue grid with that of editing a month of ten rate plans. Both
 * edits are made by a user: select, type a price, press Enter.
 */
import type { CDPSession, Page } from 'playwright-core';
import { ensureDashboardBuilt } from '../../tools/dashboard-build.mjs';
import { repositoryRoot } from '../../tools/install.mjs';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { median } from '../measure/statistics.ts';
import { type StartedDashboard, startDashboard } from './started-dashboard.ts';

const PLANS = 10;
const ROUNDS = 15;
const LIMIT = 3;
const MONTH = '2027-07';
const LAST_COLUMN = 30;

await ensureDashboardBuilt(repositoryRoot);
const dashboard = await startDashboard();
try {
  const hotelId = await importPlans(dashboard);
  const page = await dashboard.visit({ viewport: { width: 1440, height: 900 } });
  await page.goto(`/sandbox/hotels/${hotelId}/calendar?month=${MONTH}`);
  await page.locator(`[data-cell="${PLANS}-${LAST_COLUMN}"]`).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const one: number[] = [];
  const many: number[] = [];
  // Alternating rounds, so that a busy machine affects both. The first two warm up.
  for (let round = 0; round < ROUNDS + 2; round++) {
    const single = await editTime(page, session, 1, `${100 + round}`);
    const whole = await editTime(page, session, PLANS, `${200 + round}`);
    if (round < 2) continue;
    one.push(single);
    many.push(whole);
  }
  report(median(one), median(many));
} finally {
  await dashboard.close();
}

/** One room with ten rate plans and a price on every night of the month. */
async function importPlans({ operate }: StartedDashboard): Promise<string> {
  const { hotels } = await operate('hotels/list', { environment: 'sandbox', page: { limit: 1 } });
  const { hotelId } = hotels[0];
  const { rooms } = await operate('hotels/show', { environment: 'sandbox', hotelId });
  const { roomCode } = rooms[0];
  const codes = Array.from({ length: PLANS }, (_, i) => `PLAN${i}`);
  const range = { hotelId, roomCode, from: `${MONTH}-01`, to: `${MONTH}-31` };
  const room = { roomCode, baseOccupancy: 1, maxAdults: 1, maxChildren: 0, maxTotal: 1 };
  const lines = [
    {
      ...{ type: 'property', hotelId, currency: 'EUR', rooms: [room] },
      plans: codes.map(code => ({
        ...{ code, name: { en: code }, board: 'RO', priceModel: 'PER_ROOM', rooms: [roomCode] },
      })),
    },
    { type: 'allotment', ...range, total: 5 },
    ...codes.map(planCode => ({ type: 'rate', ...range, planCode, amount: '90.00' })),
  ];
  const text = lines.map(line => JSON.stringify(line)).join('\n');
  await operate('inventory/import', { environment: 'sandbox', text });
  return hotelId;
}

/** Returns the script time in milliseconds of typing a price into the selected cells. */
async function editTime(page: Page, session: CDPSession, plans: number, price: string): Promise<number> {
  await page.locator('[data-cell="1-0"]').click();
  if (plans > 1) {
    await page.locator(`[data-cell="${plans}-${LAST_COLUMN}"]`).click({ modifiers: ['Shift'] });
  }
  const before = await scriptMs(session);
  await page.keyboard.type(price);
  await page.keyboard.press('Enter');
  await page.locator('.pending-bar').waitFor();
  const after = await scriptMs(session);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.locator('.pending-bar').waitFor({ state: 'detached' });
  return after - before;
}

async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

function report(oneMs: number, manyMs: number): void {
  const cells = PLANS * (LAST_COLUMN + 1);
  printTitle('Revenue grid');
  printText(
    `Script time in Chromium of typing a price and pressing Enter, with one cell or with ${cells} cells selected ` +
      `(a month of ${PLANS} rate plans). Figures are medians of ${ROUNDS} edits.`,
  );
  printTable(
    ['edit', 'script ms'],
    [
      ['one cell', oneMs.toFixed(1)],
      [`${cells} cells`, manyMs.toFixed(1)],
    ],
  );
  const ratio = manyMs / oneMs;
  printAims([
    {
      what: `script time of editing ${cells} cells relative to one cell`,
      target: `≤ ${LIMIT}`,
      figure: ratio.toFixed(2),
      reached: ratio <= LIMIT,
    },
  ]);
}
