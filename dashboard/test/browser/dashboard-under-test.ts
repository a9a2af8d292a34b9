/** The whole service with the built dashboard, and a real browser. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isStaffRole, type Role } from '@serai/contract/roles.ts';
import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { type BookingApp, bookingApp } from '../../../server/test/booking-app.ts';
import { testDatabase } from '../../../server/test/database.ts';
import { airportsFile, EL_PRAT, fileOf, GIRONA_AIRPORT } from '../../../server/test/geonames-files.ts';
import { citiesFile, countriesFile, regionsFile, runImport } from '../../../server/test/place-import.ts';
import { findChromium } from './find-chromium.ts';

export interface DashboardUnderTest extends BookingApp {
  /** URL of the dashboard, without a trailing slash. */
  url: string;
  /** Opens a page in a separate browser context, signed in with this role. Without a role, it is signed out. */
  visit(role?: Role, options?: BrowserContextOptions): Promise<Page>;
  /** Open pages would keep polling during later tests. */
  closePages(): Promise<void>;
  /** Errors, content policy violations and requests to other hosts. Tests expect none. */
  problems: string[];
}

interface Options {
  settings?: NodeJS.ProcessEnv;
  /** Loads six cities in Spain and Jordan, and two airports. */
  places?: boolean;
}

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** A long timeout, so that tests do not fail on a busy machine. */
const ACTION_TIMEOUT_MS = 45_000;

export async function dashboardUnderTest({ settings, places }: Options = {}): Promise<DashboardUnderTest> {
  const database = await testDatabase();
  if (places) {
    await runImport(database, [
      countriesFile(),
      regionsFile(),
      citiesFile(),
      fileOf('airports.csv', airportsFile([EL_PRAT, GIRONA_AIRPORT])),
    ]);
  }
  const app = await bookingApp({ database, ...(settings && { settings }) });
  const browser = await sharedBrowser();
  const contexts = new Set<BrowserContext>();
  const url = app.app.dashboardUrl as string;
  const problems: string[] = [];

  async function visit(role?: Role, options: BrowserContextOptions = {}): Promise<Page> {
    // Moving placeholders would take time from the tests.
    const fixed = { viewport: DESK, reducedMotion: 'reduce', baseURL: url } as const;
    const context = await browser.newContext({ ...fixed, ...options });
    contexts.add(context);
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    if (role !== undefined) await signIn(context, app, url, role);
    const page = await context.newPage();
    watch(page, url, problems);
    return page;
  }

  async function closePages(): Promise<void> {
    await Promise.all([...contexts].map(context => context.close()));
    contexts.clear();
  }

  return {
    ...app,
    url,
    visit,
    closePages,
    problems,
    async close() {
      await closePages();
      await app.close();
      await database.drop();
    },
  };
}

let started: Browser | undefined;

/** All files of a worker process use one browser, which ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  if (started?.isConnected()) return started;
  warnIfOutdated();
  const { executablePath, args, env } = await findChromium();
  started = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  return started;
}

/** `npm test` builds the dashboard, but `npx vitest` does not. */
function warnIfOutdated(): void {
  const root = join(import.meta.dirname, '../../..');
  const changedMs = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const builtMs = changedMs('dashboard/dist/index.html');
  const isNewer = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true }).some(
      file => changedMs(`${folder}/${file}`) > builtMs,
    );
  if (isNewer('dashboard/src') || isNewer('contract/src')) {
    process.stderr.write(
      'dashboard/dist is older than its sources. Build it with: cd dashboard && npx vite build\n',
    );
  }
}

/** Signs in with a link for the role, like the one that `serai sign-in` prints. */
async function signIn(context: BrowserContext, { app }: BookingApp, url: string, role: Role): Promise<void> {
  const partner = isStaffRole(role) ? {} : await app.operate('partners/list', {}).then(firstPartner);
  const { json } = await app.operate('session/create-link', { role, ...partner });
  const token = new URL(json.url).hash.slice(1);
  const response = await context.request.post('/api/v1/session/sign-in', {
    data: { token },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(await response.text());
}

function firstPartner({ json }: { json: { partners: { partnerId: string }[] } }) {
  return { partnerId: json.partners[0]?.partnerId };
}

function watch(page: Page, url: string, problems: string[]): void {
  page.on('pageerror', error => problems.push(`error: ${error.message}`));
  page.on('console', message => {
    // The browser also logs rejected calls, although the page handles them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on('request', request => {
    if (!request.url().startsWith(url) && !/^(?:blob|data):/.test(request.url())) {
      problems.push(`foreign: ${request.url()}`);
    }
  });
}

/**
 * Calls the operator API with the page's cookie and origin, to test that the server rejects what the page hides.
 */
export function callAs(page: Page, name: string, input: object): Promise<APIResponse> {
  const { origin } = new URL(page.url());
  return page.request.post(`/api/v1/${name}`, { data: input, headers: { origin } });
}
