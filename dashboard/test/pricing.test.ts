import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations, expectNoHorizontalScroll, expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import {
  callAs,
  type DashboardUnderTest,
  dashboardUnderTest,
  PHONE,
} from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest({ places: true });
});
afterAll(() => dashboard?.close());
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Pricing rules' }).locator('tbody tr');
const namesOf = (page: Page) => rowsOf(page).locator('th').allInnerTexts();

test('a revenue manager can create a rule and sees all invalid fields together', async () => {
  const page = await dashboard.visit('revenue');
  // The partner of an explained price stays in the URL, but a new rule is not limited to it.
  await openSettled(page, '/sandbox/pricing?partner=prt_explained');
  await page.getByRole('button', { name: 'Create rule' }).first().click();
  await expect.poll(() => page.url()).toMatch(/\?create=rule$/);
  const drawer = page.getByRole('dialog', { name: 'Create rule' });
  await drawer.getByLabel('Markup', { exact: true }).fill('-5');
  await drawer.getByLabel('Priority').fill('first');
  await drawer.getByText('Dates').click();
  await drawer.getByLabel('Nights from').fill('7');
  await drawer.getByLabel('Nights to').fill('3');
  await drawer.getByRole('button', { name: 'Create rule' }).click();
  await drawer.getByText('4 fields are invalid').waitFor();
  for (const label of ['Name', 'Markup', 'Priority', 'Nights to']) {
    expect(await drawer.getByLabel(label, { exact: true }).getAttribute('aria-invalid')).toBe('true');
  }
  expect(await accessibilityViolations(page)).toEqual([]);

  await drawer.getByLabel('Name').fill('Standard');
  await drawer.getByLabel('Markup', { exact: true }).fill('8');
  await drawer.getByLabel('Minimum', { exact: true }).fill('2.00');
  await drawer.getByLabel('Priority').fill('10');
  await drawer.getByLabel('Nights to').fill('14');
  await drawer.getByLabel('Nights from').fill('1');
  // The calendar opens with the focus on today, and the keyboard is enough to choose a day.
  await drawer.getByRole('button', { name: /^Arrival from/ }).press('Enter');
  await page.getByRole('dialog', { name: 'Arrival from' }).getByRole('gridcell').first().waitFor();
  await page.keyboard.press('Enter');
  await drawer.getByText(/arrivals from \d{4}/).waitFor();
  await drawer.getByRole('button', { name: 'Clear arrival from' }).click();
  await drawer.getByText('8% markup, at least 2.00 EUR per room night').waitFor();
  await drawer.getByRole('button', { name: 'Create rule' }).click();
  await drawer.waitFor({ state: 'hidden' });
  const row = rowsOf(page).first();
  expect(await row.innerText()).toContain('8% markup, at least 2.00 EUR per room night');
  expect(await row.innerText()).toContain('stays of 1 to 14 nights');
  await expectUsable(page);
});

test('the rule form finds partners by name, and the arrow buttons change the order of the rules', async () => {
  const page = await dashboard.visit('revenue');
  await openSettled(page, '/sandbox/pricing');
  await page.getByRole('button', { name: 'Create rule' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Create rule' });
  await drawer.getByLabel('Name').fill('For Direct');
  await choose(drawer, 'What the rule does', 'RETAIL');
  await drawer.getByLabel('Selling price above net').fill('12.5');
  await drawer.getByText('Partners and guests').click();
  await drawer.getByLabel('Partners', { exact: true }).fill('dir');
  await drawer.getByRole('listbox', { name: 'Partners: matches' }).getByRole('option').first().click();
  await drawer.getByRole('button', { name: 'Create rule' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => namesOf(page)).toEqual(['Standard', 'For Direct']);
  expect(await rowsOf(page).nth(1).innerText()).toContain('For Direct');
  await page.getByRole('button', { name: 'Move For Direct up' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['For Direct', 'Standard']);
  await page.reload();
  await expect.poll(() => namesOf(page)).toEqual(['For Direct', 'Standard']);
});

test('the price explanation shows each step of a quote and why other rules did not match', async () => {
  await dashboard.app.operate('pricing/rules/create', {
    name: 'Long stays',
    priority: 500,
    conditions: { nights: { from: 7 } },
    action: { type: 'MARKUP', percent: '3' },
  });
  const quote = await dashboard.quote('ok');
  expect(quote.status).toBe(200);
  const page = await dashboard.visit('revenue');
  await openSettled(page, '/sandbox/pricing?tab=explain');
  await page.getByLabel('Booking, quote or offer ID').fill('hello');
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  await page.getByText('Enter an ID that starts with').waitFor();
  await page.getByLabel('Booking, quote or offer ID').fill(quote.json.quoteId);
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  const steps = page.locator('.price-steps > li');
  await steps.nth(2).waitFor();
  const texts = await steps.allInnerTexts();
  expect(texts[0]).toMatch(/^Cost/);
  expect(texts[1]).toContain('Rule “Standard”: 8% markup');
  expect(texts[2]).toContain('Rule “For Direct”');
  const other = page
    .getByRole('table', { name: 'Rules considered' })
    .locator('tr', { hasText: 'Long stays' });
  expect(await other.innerText()).toContain('Nights: the rule requires 7 or more, but the value is 3.');
  await expectUsable(page);
});

test('the rule preview compares net, selling and margin of a stay before and after, names the deciding rules, and stores nothing', async () => {
  const page = await dashboard.visit('revenue');
  await openSettled(page, '/sandbox/pricing');
  await page.getByRole('button', { name: 'Standard', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit Standard' });
  await drawer.getByLabel('Markup', { exact: true }).fill('20');
  await drawer.getByText(/The rule matches the only recent quote .* and changes its price\./).waitFor();
  const stay = drawer.getByRole('table', { name: 'Price of the stay before and after' });
  const cells = async (name: string) => {
    const row = stay.getByRole('row', { name: new RegExp(`^${name}`) });
    return (await row.locator('td').allInnerTexts()).map(text => text.split('\n'));
  };
  const [[cost], [, netBefore], [netAfter, decider]] = [
    (await cells('Cost'))[0] as string[],
    (await cells('Net'))[0] as string[],
    (await cells('Net'))[1] as string[],
  ];
  expect([netBefore, decider]).toEqual(['Standard', 'This rule']);
  expect(Number(netAfter)).toBeCloseTo(Number(cost) * 1.2, 1);
  expect((await cells('Selling')).map(([, rule]) => rule)).toEqual(['For Direct', 'For Direct']);
  const margins = (await cells('Margin')).map(([amount]) => Number(amount));
  expect(margins[1]).toBeGreaterThan(margins[0] as number);

  await drawer.getByLabel('Nights from').fill('20');
  await drawer.getByLabel('Nights to').fill('30');
  await drawer.getByText('Nights: the rule requires 20 to 30, but the value is 3.').waitFor();
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  expect(await rowsOf(page).filter({ hasText: 'Standard' }).innerText()).toContain('8% markup');
});

test('a rule can be exported, changed in the file, imported again and archived', async () => {
  const page = await dashboard.visit('revenue');
  await openSettled(page, '/sandbox/pricing');
  await rowsOf(page).first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('pricing-rules.jsonl');
  const { text } = await (await callAs(page, 'pricing/rules/export', {})).json();
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import pricing rules' });
  const file = (content: string) => ({
    name: 'rules.jsonl',
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });
  await dialog.getByLabel('File', { exact: true }).setInputFiles(file(`${text}{"name":""}\n`));
  await dialog.getByRole('button', { name: 'Check only' }).click();
  await dialog.getByText('Line 4').first().waitFor();
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles(file(text.replace('Long stays', 'Very long stays')));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('1 changed, 2 unchanged').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Actions for Very long stays' }).click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('button', { name: 'Archive rule' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['For Direct', 'Standard']);
  await choose(page, 'Status', 'ARCHIVED');
  await expect.poll(() => namesOf(page)).toEqual(['Very long stays']);
  // On a phone, the actions are not folded with the filters.
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Create rule' }).waitFor();
  await expectNoHorizontalScroll(page);
});

test('support staff can read but not change the rules, and partner users do not see the page', async () => {
  const page = await dashboard.visit('support', { viewport: PHONE, colorScheme: 'dark' });
  await openSettled(page, '/sandbox/pricing');
  await rowsOf(page).first().waitFor();
  expect(await page.getByRole('button', { name: 'Create rule' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Standard', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Standard' });
  expect(await drawer.getByLabel('Name').isDisabled()).toBe(true);
  expect(await drawer.getByRole('button', { name: 'Save' }).count()).toBe(0);
  await expectNoHorizontalScroll(page);
  expect((await callAs(page, 'pricing/rules/archive', { ruleId: 'prc_x' })).status()).toBe(403);
  const partner = await dashboard.visit('partner-admin');
  await openSettled(partner, '/sandbox');
  expect(await partner.getByRole('link', { name: 'Pricing' }).count()).toBe(0);
  expect((await callAs(partner, 'pricing/rules/list', {})).status()).toBe(403);
});
