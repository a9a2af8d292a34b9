/** Plays one case of the conformance table with the TypeScript SDK. */
import { expect, vi } from 'vitest';
import { OPERATIONS } from '../../src/generated/types.ts';
import * as sdk from '../../src/serai.ts';
import type { ScriptedSocket } from './scripted-socket.ts';
import type { Case, Expected, TableCall } from './table.ts';
import { type ClockRecord, installClock } from './virtual-clock.ts';

// biome-ignore lint/suspicious/noExplicitAny: the table is data, and the methods have many types
type Any = any;

type Method = (serai: sdk.Serai, request: Any, options: Any, wait: Any) => Any;

const plain =
  (resource: 'hotels' | 'bookings' | 'places', method: string): Method =>
  (serai, request, options) =>
    (serai[resource] as Any)[method](request, options);

/** Calling the list, iterating over its records, and iterating over its pages. */
function listing(path: string): [string, Method][] {
  const [resource = '', name = ''] = path.split('.');
  const listOf = (serai: sdk.Serai) => (serai as Any)[resource][name];
  return [
    [path, (serai, request, options) => listOf(serai)(request, options)],
    [`${path}.each`, (serai, request, options) => listOf(serai).each(request, options)],
    [`${path}.pages`, (serai, request, options) => listOf(serai).each(request, options).pages()],
  ];
}

const LISTS = [
  'hotels.availability',
  'bookings.list',
  'bookings.changes',
  'content.hotels',
  'content.rooms',
  'content.destinations',
  'content.boards',
  'content.categories',
  'content.facilities',
  'content.hotelsByDestination',
];

const METHODS: Readonly<Record<string, Method>> = {
  'hotels.availabilityPages': plain('hotels', 'availabilityPages'),
  'hotels.quote': plain('hotels', 'quote'),
  'hotels.prebooking': plain('hotels', 'prebooking'),
  'bookings.create': plain('bookings', 'create'),
  'bookings.get': plain('bookings', 'get'),
  'bookings.quoteCancellation': plain('bookings', 'quoteCancellation'),
  'bookings.each': (serai, { filters, ...rest }, options) =>
    serai.bookings.each(filters, { ...rest, ...options }),
  'bookings.cancel': (serai, { bookingId, clientReference, mode: _, ...terms }, options) =>
    serai.bookings.cancel(refOf(bookingId, clientReference), terms, options),
  'bookings.voucher': (serai, { bookingId, clientReference, ...choice }, options) =>
    serai.bookings.voucher(refOf(bookingId, clientReference), choice, options),
  'bookings.waitUntilSettled': (serai, request, _, wait) => serai.bookings.waitUntilSettled(request, wait),
  'account.balance': (serai, _, options) => serai.account.balance(options),
  'places.search': plain('places', 'search'),
  'places.searchDestination': plain('places', 'searchDestination'),
  ...Object.fromEntries(LISTS.flatMap(listing)),
};

function refOf(bookingId: string | undefined, clientReference: string | undefined): sdk.BookingRef {
  return bookingId === undefined ? { clientReference: clientReference ?? '' } : { bookingId };
}

/** The table states timeouts in milliseconds and names the unit. */
function optionsOf({ timeoutMs, ...rest }: Record<string, unknown> = {}): Any {
  return { ...rest, ...(timeoutMs !== undefined && { timeout: timeoutMs }) };
}

interface Played {
  data?: unknown;
  response?: Record<string, unknown>;
}

async function run(serai: sdk.Serai, call: TableCall): Promise<Played> {
  const method = METHODS[call.method];
  if (method === undefined) throw new Error(`The TypeScript SDK has no method ${call.method}.`);
  const pending = method(serai, call.request, optionsOf(call.options), optionsOf(call.wait));
  if (Symbol.asyncIterator in pending) {
    const data: unknown[] = [];
    for await (const item of pending) {
      data.push(item);
      if (data.length === call.take) break;
    }
    return { data };
  }
  if (!('withResponse' in pending)) return { data: await pending };
  const { data, response, ...rest } = await pending.withResponse();
  return { data, response: { status: response.status, ...rest } };
}

async function attempt<T>(work: () => Promise<T>): Promise<{ result?: T; error?: Any }> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error };
  }
}

export async function playCase(each: Case, url: string, socket: ScriptedSocket): Promise<void> {
  if (each.unwrap || each.sign) return playWebhook(each);
  vi.spyOn(Math, 'random').mockReturnValue(each.random ?? 0);
  const time = installClock(Date.parse(each.now ?? '2027-01-01T12:00:00Z'));
  socket.script(each.script ?? []);
  if (each.listening === false) await socket.close();
  const warnings: unknown[] = [];
  for (const [name, value] of Object.entries(each.env ?? {})) vi.stubEnv(name, value);
  let serai: sdk.Serai | undefined;
  const { result, error } = await attempt(async () => {
    const { apiKey = '$default', baseUrl = url, ...rest } = each.client ?? {};
    serai = new sdk.Serai({
      apiKey: apiKey === '$default' ? KEY : (apiKey as string),
      baseUrl: baseUrl as string,
      ...optionsOf(rest),
      logger: { warn: (_: string, fields: object) => warnings.push(fields) },
    });
    for (const call of each.before ?? []) await run(serai, call);
    if (!each.call) throw new Error('The case has no call.');
    return run(serai, each.call);
  });
  time.restore();
  vi.unstubAllEnvs();
  checkResult(each.expect, result, error);
  checkSent(each, socket);
  checkTimes(each.expect, time);
  if (each.expect.warnings) expect(warnings).toMatchObject(each.expect.warnings);
  if ('rateLimit' in each.expect) checkRateLimit(each.expect, serai);
}

const KEY = 'serai_sandbox_7Q2M_c4naryc4naryc4naryc4nary';

function checkResult(expected: Expected, result: Played | undefined, error: Any): void {
  if (expected.raises) {
    if (error === undefined) throw new Error('The call succeeded, but the table expects an error.');
    checkError(error, expected.raises);
    return;
  }
  if (error !== undefined) throw error;
  if ('returns' in expected) expect(result?.data).toMatchObject(expected.returns as object);
  if ('exactly' in expected) expect(result?.data).toEqual(expected.exactly);
  if (expected.response) expect(result?.response).toMatchObject(expected.response);
}

function checkError(error: Any, raises: Record<string, unknown>): void {
  const { class: name, message, cause, timeoutMs, ...fields } = raises;
  if (!(error instanceof sdk.SeraiError)) throw error;
  if (name !== undefined) expect(error.name, error.message).toBe(name);
  if (message !== undefined) expect(error.message).toContain(message);
  if (timeoutMs !== undefined) expect((error as Any).timeout).toBe(timeoutMs);
  if (cause !== undefined) checkError(error.cause, cause as Record<string, unknown>);
  expect(error).toMatchObject(fields);
  expect(JSON.stringify(error) + String(error.stack)).not.toContain(KEY);
}

function checkSent({ call, client, expect: expected }: Case, { sent, received }: ScriptedSocket): void {
  if (expected.sent !== undefined) expect(sent).toBe(expected.sent);
  const path = Object.entries(OPERATIONS).find(([name]) => name === call?.operation)?.[1].path;
  if (path === undefined) throw new Error(`There is no operation ${call?.operation}.`);
  if (!client?.baseUrl) expect(received.filter(request => request.path !== path)).toEqual([]);
  const distinct = (values: unknown[]) => new Set(values).size === 1;
  if (expected.sameBody !== undefined) {
    expect(distinct(received.map(({ text }) => text))).toBe(expected.sameBody);
  }
  if (expected.sameIdempotencyKey !== undefined) {
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect([distinct(keys), keys.every(key => key !== undefined)]).toEqual([
      expected.sameIdempotencyKey,
      true,
    ]);
  }
  for (const [i, request] of (expected.requests ?? []).entries()) {
    const { path: sentPath, headers = {}, text = '' } = received[i] ?? {};
    if (request.path !== undefined) expect(sentPath).toBe(request.path);
    if ('body' in request) expect(JSON.parse(text)).toEqual(request.body);
    for (const [name, pattern] of Object.entries(request.headers ?? {})) {
      if (pattern === null) expect(headers[name]).toBeUndefined();
      else expect(headers[name]).toMatch(new RegExp(pattern));
    }
  }
}

function checkTimes(expected: Expected, time: ClockRecord): void {
  if (expected.pausesMs) expect(time.pausesMs.map(Math.round)).toEqual(expected.pausesMs);
  if (expected.timeoutsMs) expect(time.timeoutsMs).toEqual(expected.timeoutsMs);
}

function checkRateLimit({ rateLimit }: Expected, serai: sdk.Serai | undefined): void {
  if (rateLimit === null) expect(serai?.rateLimit).toBeUndefined();
  else expect(serai?.rateLimit).toMatchObject(rateLimit as object);
}

async function playWebhook({ unwrap, sign, expect: expected }: Case): Promise<void> {
  const { result, error } = await attempt(async () => {
    if (sign) {
      const at = new Date(sign.timestamp);
      const signed = await sdk.webhooks.sign(sign.event as sdk.SeraiEvent, sign.secrets, { timestamp: at });
      if (expected.headers) expect(signed.headers).toMatchObject(expected.headers);
      return sdk.webhooks.unwrap(signed.body, signed.headers, sign.secrets, { now: at });
    }
    const { body, headers, secrets, now } = unwrap as Exclude<typeof unwrap, undefined>;
    return sdk.webhooks.unwrap(body as string, headers, secrets, { now: new Date(now) });
  });
  if (!expected.raises) {
    if (error !== undefined) throw error;
    expect(result).toEqual(expected.event);
    return;
  }
  checkError(error, expected.raises);
}
