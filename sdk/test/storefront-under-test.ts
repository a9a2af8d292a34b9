/** The example shop in front of a running service, with a proxy between them that can change or lose responses. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scenarioHotelId } from '../../contract/src/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '../../contract/src/booking/sandbox/scenarios.ts';
import { type Finished, runProgram, startProgram, until } from '../../e2e/child-process.ts';
import { loadSandboxCatalogue } from '../../server/src/content/sandbox/load-sandbox-catalogue.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { type BookingApp, bookingApp } from '../../server/test/booking-app.ts';
import { testDatabase } from '../../server/test/database.ts';
import { citiesFile, countriesFile, regionsFile, runImport } from '../../server/test/place-import.ts';
import { type PassedAnswer, type SpoilingProxy, spoilingProxy } from '../../server/test/spoiling-proxy.ts';
import { repositoryRoot } from '../../tools/install.mjs';

const HOOK = pathToFileURL(join(repositoryRoot, 'tools/sdk-from-source.mjs')).href;
const PROGRAM = ['--import', HOOK, join(repositoryRoot, 'examples/storefront/storefront.ts')];

export interface StorefrontUnderTest extends BookingApp {
  url: string;
  proxy: SpoilingProxy;
  close(): Promise<void>;
}

export function runStorefront(env: NodeJS.ProcessEnv): Promise<Finished> {
  return runProgram(process.execPath, PROGRAM, { env: { PATH: process.env.PATH, PORT: '0', ...env } });
}

export async function storefrontUnderTest(): Promise<StorefrontUnderTest> {
  const database = await testDatabase();
  await runImport(database, [countriesFile(), regionsFile(), citiesFile()]);
  await loadSandboxCatalogue(database.db, { clock: systemClock, log: quietLog });
  const booking = await bookingApp({ database });
  const proxy = await spoilingProxy(booking.app.interfaceUrl as string);
  const shop = startProgram(process.execPath, PROGRAM, {
    env: { PATH: process.env.PATH, PORT: '0', SERAI_URL: proxy.url, SERAI_API_KEY: booking.key },
  });
  await until(
    () => shop.out().includes('The shop is open'),
    30_000,
    () => shop.err(),
  );
  const url = /http:\S+/.exec(shop.out())?.[0] as string;
  return {
    ...booking,
    url,
    proxy,
    async close() {
      shop.child.kill('SIGTERM');
      await shop.ended;
      await proxy.close();
      await booking.close();
      await database.drop();
    },
  };
}

/** A visitor without a browser: keeps its cookie and sends the forms of a page. */
export class Visitor {
  readonly #url: string;
  #cookie = '';
  /** Everything that the shop has sent, with its headers. */
  readonly received: string[] = [];
  status = 0;
  /** The path of the current page, after redirects. */
  path = '';
  text = '';

  constructor(url: string) {
    this.#url = url;
  }

  async open(path: string, init: RequestInit = {}): Promise<this> {
    const headers = { ...(this.#cookie !== '' && { cookie: this.#cookie }), ...init.headers };
    const response = await fetch(`${this.#url}${path}`, { ...init, headers, redirect: 'manual' });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] as string;
    const text = await response.text();
    this.received.push(JSON.stringify([...response.headers]), text);
    const location = response.headers.get('location');
    if (location !== null) return this.open(location);
    Object.assign(this, { status: response.status, path, text });
    return this;
  }

  /** The address and the fields of the first form whose action starts with `action`. */
  form(action: string): { action: string; fields: Record<string, string> } {
    const form = new RegExp(`<form[^>]* action="(${action}[^"]*)"[\\s\\S]*?</form>`).exec(this.text);
    if (form === null) throw new Error(`There is no form for ${action} in:\n${this.text}`);
    const inputs = [...form[0].matchAll(/<input [^>]*>/g)].map(([tag]) => tag);
    const attribute = (tag: string, name: string) =>
      unescapeHtml(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
    return {
      action: form[1] as string,
      fields: Object.fromEntries(inputs.map(tag => [attribute(tag, 'name'), attribute(tag, 'value')])),
    };
  }

  async send(action: string, fields: Record<string, string> = {}): Promise<this> {
    const form = this.form(action);
    return this.post(form.action, { ...form.fields, ...fields });
  }

  post(action: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<this> {
    return this.open(action, { method: 'POST', body: new URLSearchParams(fields), headers });
  }
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

export const GUEST = { first0: 'Ada', last0: 'Moreno', email: 'ada@example.com', phone: '+34 600 000 000' };
export const OTHER = { first1: 'Luis', last1: 'Moreno' };

/** The steps of a visit, and everyone who made one. */
export function visits(shop: () => StorefrontUnderTest) {
  const visitors: Visitor[] = [];
  function visitor(): Visitor {
    const created = new Visitor(shop().url);
    visitors.push(created);
    return created;
  }

  /** Opens the hotel of a scenario and asks for the price of its first offer. */
  async function checkout(scenario: ScenarioName): Promise<Visitor> {
    const visit = await visitor().open(`/hotel/${scenarioHotelId(scenario)}`);
    return visit.send('/checkout');
  }

  async function book(scenario: ScenarioName): Promise<Visitor> {
    return (await checkout(scenario)).send('/book/', { ...GUEST, ...OTHER });
  }

  async function bookingsOf(reference: string): Promise<{ status: string }[]> {
    const { json } = await shop().call('bookinglist', { filters: { clientReferences: [reference] } });
    return json.bookings;
  }

  return { visitors, visitor, checkout, book, bookingsOf };
}

/** Replaces a response with an error. */
export function fail(answer: PassedAnswer, status: number, code: string): void {
  answer.status = status;
  answer.json = { error: { code, message: 'Failed.', requestId: 'req_1', retryable: false } };
}

export const referenceOf = ({ path }: Visitor) => /SHOP-\w+/.exec(path)?.[0] ?? '';
