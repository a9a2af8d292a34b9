import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scriptedSupplier } from '../../../../test/scripted-supplier.ts';
import { type TimedBookingApp, timedBookingApp } from '../../../../test/timed-booking-app.ts';
import type { Read } from '../../port/outcomes.ts';
import type { AccountSetup } from '../../providers/accounts/live-providers.ts';

let booking: TimedBookingApp;
let probe: Read<null> = { kind: 'OK', value: null };
let hotels: Read<readonly string[]> = { kind: 'OK', value: ['h1'] };
let body: string | null = null;
let clockDifferenceMs = 0;
const created: AccountSetup[] = [];

beforeAll(async () => {
  const factory = (account: AccountSetup) => {
    created.push(account);
    return scriptedSupplier({
      kind: account.kind,
      probe: async call => {
        const date = new Date(booking.time.clock.nowMs() + clockDifferenceMs).toUTCString();
        const request = { method: 'GET', target: '/probe', headers: {}, body: null, truncated: false };
        call.record({ request, response: { status: 200, headers: { date }, body, truncated: false } });
        return probe;
      },
      sampleHotels: async () => hotels,
      search: async () => ({ kind: 'NONE' }),
    });
  };
  booking = await timedBookingApp({ suppliers: { liteapi: factory, hotelbeds: factory } });
});
afterAll(() => booking?.close());
afterEach(async () => {
  probe = { kind: 'OK', value: null };
  hotels = { kind: 'OK', value: ['h1'] };
  body = null;
  clockDifferenceMs = 0;
  created.length = 0;
  await booking.app.database.ownerDb`DELETE FROM provider_connection`;
  await booking.app.database.ownerDb`DELETE FROM provider_account`;
  await followed(['own']);
});

const SECRET = 'live_canary_4711_abcd';
const LITEAPI = {
  adapter: 'liteapi',
  name: 'LiteAPI',
  environment: 'production',
  credentials: { apiKey: SECRET },
};

const operate = (name: string, input: object) => booking.app.operate(`providers/${name}`, input);
const connect = (changes: object = {}) => operate('connect', { ...LITEAPI, ...changes });
const update = (changes: object) => operate('update', { providerId: 'prv_production_liteapi', ...changes });
const listed = async () =>
  (await operate('list', { environment: 'production' })).json.providers as { code: string }[];

/** Lets time pass until the service has read the accounts. */
async function followed(codes: string[]): Promise<void> {
  const current = async () => {
    await booking.time.leap(1_000);
    return (await listed()).map(({ code }) => code);
  };
  await expect.poll(current).toEqual(codes);
}

describe('providers/connect', () => {
  test('an account is tested, stored encrypted and passed to its adapter, and its secret is never returned', async () => {
    const { status, json } = await connect({ settings: { perMinute: 60, timeoutMs: 900 } });
    expect(status).toBe(200);
    expect(json.provider).toMatchObject({
      providerId: 'prv_production_liteapi',
      code: 'liteapi',
      adapter: 'liteapi',
      enabled: true,
      settings: { perMinute: 60, timeoutMs: 900 },
      credentialNames: ['apiKey'],
      credentials: [{ name: 'apiKey', lastCharacters: 'abcd' }],
    });
    expect(created[0]).toEqual({
      code: 'liteapi',
      kind: 'LIVE',
      settings: { perMinute: 60 },
      credentials: { apiKey: SECRET },
    });
    expect((await listed()).map(({ code }) => code)).toEqual(['own', 'liteapi']);
    const rows = await booking.app.database.ownerDb`SELECT * FROM provider_account`;
    const audit = await booking.app.operate('audit/list', { page: { limit: 5 } });
    for (const shown of [json, rows, audit.json, await listed()])
      expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(audit.json.entries[0]).toMatchObject({
      action: 'providers/connect',
      after: { code: 'liteapi', credentials: ['apiKey'] },
    });
  });

  test('an account whose supplier does not respond is stored, and its health reports the problem', async () => {
    probe = { kind: 'FAILED', cause: 'CONNECTION' };
    const { json } = await connect();
    expect(json.provider.health).toMatchObject({
      state: 'DOWN',
      message: 'The provider could not be reached.',
    });
    expect((await listed()).map(({ code }) => code)).toContain('liteapi');
  });

  test('credentials of the other environment are rejected, and nothing is stored', async () => {
    probe = { kind: 'FAILED', cause: 'ENVIRONMENT' };
    const { status, json } = await connect();
    expect([status, json.error.details]).toEqual([
      400,
      [expect.objectContaining({ path: '/credentials', code: 'WRONG_ENVIRONMENT' })],
    ]);
    expect(JSON.stringify(json)).not.toContain(SECRET);
    expect((await listed()).map(({ code }) => code)).toEqual(['own']);
  });

  test('a second account in the same environment needs another code', async () => {
    await connect();
    const again = await connect();
    expect([again.status, again.json.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await connect({ code: 'liteapi-us' })).status).toBe(200);
    expect((await connect({ environment: 'sandbox' })).status).toBe(200);
    expect((await listed()).map(({ code }) => code)).toEqual(['own', 'liteapi', 'liteapi-us']);
  });

  test('concurrent requests connect an account only once', async () => {
    const statuses = (await Promise.all([connect(), connect(), connect()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  test('providers/connect reports all invalid fields together', async () => {
    const { status, json } = await operate('connect', {
      adapter: 'hotelbeds',
      code: 'liteapi-x',
      name: 'Hotelbeds',
      environment: 'production',
      credentials: { apiKey: 'with space', colour: 'red' },
      settings: { perMinute: -1, apiKey: 'x', baseUrl: 'http://127.0.0.1:1' },
    });
    expect(status).toBe(400);
    const problems = json.error.details.map(
      ({ path, code }: { path: string; code: string }) => `${path} ${code}`,
    );
    expect(problems.toSorted()).toEqual([
      '/code INVALID_VALUE',
      '/credentials/apiKey INVALID_VALUE',
      '/credentials/colour UNKNOWN_FIELD',
      '/credentials/secret REQUIRED',
      '/settings/apiKey UNKNOWN_FIELD',
      '/settings/baseUrl NOT_ALLOWED',
      '/settings/perMinute INVALID_VALUE',
    ]);
    expect(created).toEqual([]);
  });
});

describe('providers/update', () => {
  test('providers/update tests new credentials before they replace the old ones', async () => {
    await connect();
    probe = { kind: 'FAILED', cause: 'CREDENTIALS' };
    const refused = await update({ credentials: { apiKey: 'live_wrong_key_0000' } });
    expect([refused.status, refused.json.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(refused.json.error.message).toContain('The old credentials are still in use.');
    probe = { kind: 'OK', value: null };
    created.length = 0;
    const { json } = await update({ credentials: { apiKey: 'live_new_key_000_wxyz' } });
    expect(json.provider.credentials).toMatchObject([{ name: 'apiKey', lastCharacters: 'wxyz' }]);
    expect(created.at(-1)?.credentials).toEqual({ apiKey: 'live_new_key_000_wxyz' });
  });

  test('providers/update changes only the given settings of an account, and 0 removes a limit', async () => {
    await connect({ settings: { perMinute: 60, perDay: 1000 } });
    const { json } = await update({ settings: { perMinute: 0 } });
    expect(json.provider.settings).toEqual({ perDay: 1000 });
    expect(created.at(-1)).toMatchObject({ settings: { perDay: 1000 }, credentials: { apiKey: SECRET } });
  });

  test('pausing an account does not call the supplier and keeps the credentials', async () => {
    await connect();
    created.length = 0;
    const { json } = await update({ enabled: false });
    expect(json.provider).toMatchObject({ enabled: false, credentialNames: ['apiKey'] });
    expect(created).toEqual([]);
  });
});

describe('providers/probe', () => {
  const tested = async () => (await operate('probe', { providerId: 'prv_production_liteapi' })).json;
  const results = async () =>
    Object.fromEntries((await tested()).steps.map(({ step, result }: Step) => [step, result]));
  interface Step {
    step: string;
    result: string;
    message: string;
    supplierSays: string | null;
    nextStep: string | null;
  }

  test('providers/probe passes every step of a working connection and reads content and rooms', async () => {
    await connect();
    expect(await tested()).toMatchObject({
      works: true,
      message: 'The credentials work and belong to production. Content and searches work.',
    });
    expect(await results()).toEqual({
      REACHABLE: 'PASSED',
      CREDENTIALS: 'PASSED',
      ENVIRONMENT: 'PASSED',
      CLOCK: 'PASSED',
      CONTENT: 'PASSED',
      SEARCH: 'PASSED',
    });
  });

  test('providers/probe reports rejected credentials with the supplier’s message and the next step', async () => {
    await connect();
    probe = { kind: 'FAILED', cause: 'CREDENTIALS' };
    body = '{"error":{"code":401,"message":"Unauthorized"}}';
    const { works, message, steps } = await tested();
    expect([works, message]).toEqual([false, 'The provider rejected the credentials.']);
    expect(steps[1]).toMatchObject({ step: 'CREDENTIALS', result: 'FAILED', supplierSays: 'Unauthorized' });
    expect(steps[1].nextStep).toContain('serai providers update');
    expect(await results()).toMatchObject({ REACHABLE: 'PASSED', CONTENT: 'SKIPPED', SEARCH: 'SKIPPED' });
  });

  test.each([
    ['CONNECTION', 'REACHABLE'],
    ['ENVIRONMENT', 'ENVIRONMENT'],
    ['SERVER', 'CREDENTIALS'],
  ] as const)('providers/probe reports the cause %s as a failure of the step %s', async (cause, step) => {
    await connect();
    probe = { kind: 'FAILED', cause };
    expect(await results()).toMatchObject({ [step]: 'FAILED', CONTENT: 'SKIPPED', SEARCH: 'SKIPPED' });
  });

  test('providers/probe fails if the clock is too far from that of the supplier', async () => {
    await connect();
    clockDifferenceMs = -90_000;
    const { works, steps } = await tested();
    expect(works).toBe(false);
    expect(steps[3]).toMatchObject({
      step: 'CLOCK',
      result: 'FAILED',
      message: expect.stringMatching(
        /^The clock of this host is \d+ seconds ahead of that of the supplier\.$/,
      ),
    });
  });

  test('providers/probe fails only the content step, and skips the search, if the account may not read content', async () => {
    await connect();
    hotels = { kind: 'FAILED', cause: 'CREDENTIALS' };
    expect(await results()).toMatchObject({ CREDENTIALS: 'PASSED', CONTENT: 'FAILED', SEARCH: 'SKIPPED' });
  });

  test('providers/probe returns 404 for an unknown provider', async () => {
    expect((await operate('probe', { providerId: 'prv_production_other' })).status).toBe(404);
  });

  test('providers/probe tests a built-in provider in one step', async () => {
    const { json } = await operate('probe', { providerId: 'prv_production_own' });
    expect(json).toMatchObject({ works: true, steps: [{ step: 'REACHABLE', result: 'PASSED' }] });
  });
});

test('credentials that were moved to another account cannot be used', async () => {
  await connect();
  await connect({ code: 'liteapi-us', credentials: { apiKey: 'live_other_key_0000' } });
  const { ownerDb } = booking.app.database;
  await ownerDb`UPDATE provider_account SET version = nextval('provider_account_version'),
    credentials = (SELECT credentials FROM provider_account WHERE code = 'liteapi') WHERE code = 'liteapi-us'`;
  await followed(['own', 'liteapi']);
});
