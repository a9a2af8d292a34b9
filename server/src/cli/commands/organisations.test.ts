import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';

const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const organisations = (typed: string) =>
  runSerai(['organisations', ...typed.split(' ')], { env: service.env });

it("serai organisations list shows each organisation's defaults", async () => {
  const { code, out } = await organisations('list');
  expect(code).toBe(0);
  expect(out).toMatch(/prt_01J9ZC4T3E\s+Northern Travel\s+ES\s+EUR\s+en/);
});

it('serai organisations update sends only the changed fields', async () => {
  const { code, out } = await organisations('update --nationality GB --currency GBP');
  expect(service.received.map(({ path, input }) => [path, input])).toEqual([
    ['/api/v1/organisations/update', { defaultNationality: 'GB', defaultCurrency: 'GBP' }],
  ]);
  expect([code, out]).toEqual([0, expect.stringContaining('GBP')]);
  await organisations('update --id org_1 --name Ours --language es');
  expect(service.received[1]?.input).toEqual({
    organisationId: 'org_1',
    name: 'Ours',
    defaultLanguage: 'es',
  });
});

it('serai organisations update without changes does not call the service', async () => {
  expect((await organisations('update --id org_1')).code).toBe(2);
  expect(service.received).toEqual([]);
});

it('serai organisations update sets the second-factor requirement and the maximum key lifetime', async () => {
  await organisations('update --second-factor on --max-key-days 90');
  await organisations('update --second-factor off --max-key-days none');
  expect(service.received.map(({ input }) => input)).toEqual([
    { requireSecondFactor: true, maxKeyLifetimeDays: 90 },
    { requireSecondFactor: false, maxKeyLifetimeDays: null },
  ]);
  expect((await organisations('update --second-factor maybe')).code).toBe(2);
});

it('serai organisations create and serai organisations select report what they did', async () => {
  expect((await organisations('create Ours')).out).toContain('The partner was created.');
  expect((await organisations('select org_1')).out).toBe(
    'Commands now act for the partner "Northern Travel".\n',
  );
  expect(service.received.map(({ path, input }) => [path, input])).toEqual([
    ['/api/v1/organisations/create', { name: 'Ours' }],
    ['/api/v1/organisations/select', { organisationId: 'org_1' }],
  ]);
});

it('serai organisations update sets only the ceilings given on the command line', async () => {
  const { out } = await organisations('update --id org_1 --max-per-minute 2000 --max-keys 50');
  expect(service.received[0]?.input).toEqual({
    organisationId: 'org_1',
    ceilings: { perMinute: 2000, keys: 50 },
  });
  expect(out).toContain('600 a minute, 15000 an hour, 250000 a day per key; 20 keys');
  expect((await organisations('update --max-keys many')).code).toBe(2);
});
