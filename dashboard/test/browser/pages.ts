import type { Page } from 'playwright-core';

/** All pages that need no parameter except the environment. */
export const PAGES: readonly { path: string; title: string }[] = [
  { path: '/sandbox', title: 'Overview' },
  { path: '/sandbox/requests', title: 'Request log' },
  { path: '/sandbox/usage', title: 'Usage and limits' },
  { path: '/sandbox/attention', title: 'Needs attention' },
  { path: '/sandbox/bookings', title: 'Bookings' },
  { path: '/sandbox/partners', title: 'Partners' },
  { path: '/sandbox/pricing', title: 'Pricing' },
  { path: '/sandbox/pricing?tab=explain', title: 'Pricing' },
  { path: '/sandbox/billing', title: 'Billing' },
  { path: '/sandbox/billing?tab=entries', title: 'Billing' },
  { path: '/sandbox/billing?tab=statements', title: 'Billing' },
  { path: '/sandbox/billing?tab=reports', title: 'Reports' },
  { path: '/sandbox/hotels', title: 'Hotels and inventory' },
  { path: '/sandbox/places', title: 'Places' },
  { path: '/sandbox/providers', title: 'Providers' },
  { path: '/sandbox/mapping', title: 'Hotel mapping' },
  { path: '/sandbox/mapping?tab=providers', title: 'Hotel mapping' },
  { path: '/sandbox/mapping?tab=merges', title: 'Hotel mapping' },
  { path: '/sandbox/webhooks', title: 'Webhooks' },
  { path: '/sandbox/events', title: 'Events' },
  { path: '/sandbox/sandbox', title: 'Sandbox' },
  { path: '/sandbox/reference', title: 'API reference' },
  { path: '/sandbox/settings/api-keys', title: 'API keys' },
  { path: '/sandbox/settings/api-keys/new', title: 'Create API key' },
  { path: '/sandbox/settings/team', title: 'Team' },
  { path: '/sandbox/settings/account', title: 'My account' },
  { path: '/sandbox/settings/audit', title: 'Audit log' },
  { path: '/sandbox/settings/security', title: 'Security' },
  { path: '/sandbox/settings/company', title: 'Company' },
  { path: '/sandbox/settings/system', title: 'System' },
  { path: '/production', title: 'Overview' },
  { path: '/production/settings/api-keys', title: 'API keys' },
];

/** Opens a page and waits until its title is shown and everything is loaded. */
export async function openSettled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilLoaded(page);
}

/**
 * Goes from an open page of the dashboard to a page with another title, as a link does. This takes a fifth of the CPU
 * time of loading the page.
 */
export async function goSettled(page: Page, path: string, title: string): Promise<void> {
  const to = JSON.stringify(path);
  await page.evaluate(`history.pushState({}, '', ${to}); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await untilLoaded(page);
}

export function untilLoaded(page: Page): Promise<void> {
  return page.locator('.skeleton, .skeleton-text').first().waitFor({ state: 'detached' });
}
