/** The whole service with the built dashboard, and a real browser in front of it. */
import type { Role } from '@serai/contract/operator-operation.ts';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type BookingApp, bookingApp } from '../../../server/test/booking-app.ts';
import { testDatabase } from '../../../server/test/database.ts';
import { airportsFile, EL_PRAT, fileOf, GIRONA_AIRPORT } from '../../../server/test/geonames-files.ts';
import { citiesFile, countriesFile, regionsFile, runImport } from '../../../server/test/place-import.ts';
import { findChromium } from './find-chromium.ts';

export interface DashboardUnderTest extends BookingApp {
  /** Of the dashboard, without a slash at the end. */
  url: string;
  /** A browser of its own, signed in with this role; without a role nobody is. */
  visit(role?: Role, options?: BrowserContextOptions): Promise<Page>;
  /** Pages that stay open go on asking and drawing, beside those of the tests after. */
  closePages(): Promise<void>;
  /** What no page may do: errors, refusals of the content policy, requests to other hosts. */
  problems: string[];
}

interface Options {
  settings?: NodeJS.ProcessEnv;
  /** Spain, its cities and two airports. */
  places?: boolean;
}

const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** A busy machine must not look like a broken page. */
const PATIENCE_MS = 15_000;

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
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
  const url = app.app.dashboardUrl as string;
  const problems: string[] = [];

  async function visit(role?: Role, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: DESK, baseURL: url, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    if (role !== undefined) await signIn(context, app, url, role);
    const page = await context.newPage();
    watch(page, url, problems);
    return page;
  }

  return {
    ...app,
    url,
    visit,
    async closePages() {
      await Promise.all(browser.contexts().map(context => context.close()));
    },
    problems,
    async close() {
      await browser.close();
      await app.close();
      await database.drop();
    },
  };
}

/** By a link of that role, as `serai sign-in` makes them. */
async function signIn(context: BrowserContext, { app }: BookingApp, url: string, role: Role): Promise<void> {
  const { json } = await app.operate('session/create-link', { role });
  const token = new URL(json.url).hash.slice(1);
  const answer = await context.request.post('/api/v1/session/sign-in', {
    data: { token },
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}

function watch(page: Page, url: string, problems: string[]): void {
  page.on('pageerror', error => problems.push(`error: ${error.message}`));
  page.on('console', message => {
    // A refused call is an answer that the page shows; the browser reports it as an error all the same.
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
