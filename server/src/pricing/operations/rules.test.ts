import { MAX_RULES } from '@serai/contract/pricing/pricing-rule.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SearchApp, searchApp } from '../../../test/search-app.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Loose = any;

let booking: SearchApp;
beforeAll(async () => {
  booking = await searchApp();
});
afterAll(() => booking?.close());
const operate = (name: string, input: object) => booking.app.operate(`pricing/rules/${name}`, input);
afterEach(async () => {
  for (const { ruleId } of (await operate('list', {})).json.rules) await operate('archive', { ruleId });
});

const MARKUP = { type: 'MARKUP', percent: '8' };
const create = (members: object = {}) => operate('create', { name: 'Rule', action: MARKUP, ...members });
const eur = (amount: string) => ({ amount, currency: 'EUR' });

async function failures(members: object): Promise<[string, string][]> {
  const { status, json } = await create(members);
  expect([status, json.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
  return json.error.details.map(({ path, code }: Loose) => [path, code]);
}

test('pricing/rules/create uses defaults for omitted fields', async () => {
  const { status, json } = await create();
  expect(status).toBe(200);
  expect(json.warnings).toEqual([]);
  expect(json.rule).toMatchObject({
    version: 1,
    status: 'ACTIVE',
    priority: 0,
    validFrom: null,
    validTo: null,
    conditions: {},
  });
  expect(json.rule.ruleId).toMatch(/^prc_/);
  expect(json.rule.updatedBy).toBe('operator-token');
});

test('pricing/rules/create reports all invalid fields together', async () => {
  const found = await failures({
    name: ' ',
    priority: 1.5,
    validFrom: 'tomorrow',
    conditions: {
      boards: [],
      nights: { from: 3, to: 2 },
      stars: {},
      nationalities: ['Spain'],
      colour: 'red',
    },
    action: { type: 'MARKUP', percent: '8 %', minimumPerRoomNight: { amount: '2.005', currency: 'EUR' } },
  });
  expect(found.map(([path]) => path).sort()).toEqual([
    '/action/minimumPerRoomNight/amount',
    '/action/percent',
    '/conditions/boards',
    '/conditions/colour',
    '/conditions/nationalities/0',
    '/conditions/nights/to',
    '/conditions/stars',
    '/name',
    '/priority',
    '/validFrom',
  ]);
});

test.each<[string, object, [string, string]]>([
  ['a negative percentage', { action: { type: 'MARKUP', percent: '-1' } }, ['/action/percent', 'BELOW_COST']],
  [
    'a negative amount',
    { action: { type: 'MARKUP', percent: '5', amountPerRoomNight: eur('-1') } },
    ['/action/amountPerRoomNight', 'BELOW_COST'],
  ],
  [
    'a negative maximum',
    { action: { type: 'MARKUP', percent: '5', maximumPerRoomNight: eur('-1') } },
    ['/action/maximumPerRoomNight', 'BELOW_COST'],
  ],
  [
    'a commission that is higher than the markup',
    { action: { type: 'COMMISSION', percent: '10', sellingPercent: '11' } },
    ['/action/percent', 'BELOW_COST'],
  ],
])('pricing/rules/create rejects %s unless allowLoss is set', async (_, rule: Loose, failure) => {
  expect(await failures(rule)).toEqual([failure]);
  const { status } = await create({ action: { ...rule.action, allowLoss: true } });
  expect(status).toBe(200);
});

test.each<[string, object, string]>([
  ['dates in the wrong order', { validFrom: '2027-02-01', validTo: '2027-01-01' }, '/validTo'],
  [
    'a minimum above the maximum',
    { action: { ...MARKUP, minimumPerRoomNight: eur('5'), maximumPerRoomNight: eur('4') } },
    '/action/maximumPerRoomNight',
  ],
  [
    'weekdays outside the arrival dates',
    { conditions: { checkIn: { from: '2027-03-01', to: '2027-03-03' }, weekdays: ['SAT'] } },
    '/conditions/weekdays',
  ],
  [
    'booking dates outside the validity',
    { validTo: '2027-01-31', conditions: { bookedAt: { from: '2027-02-01' } } },
    '/conditions/bookedAt',
  ],
  [
    'arrivals before the booking dates',
    { conditions: { checkIn: { to: '2027-01-30' }, bookedAt: { from: '2027-02-01' } } },
    '/conditions/checkIn/to',
  ],
  [
    'lead days that are impossible for the given dates',
    {
      conditions: {
        checkIn: { to: '2027-03-01' },
        bookedAt: { from: '2027-02-01' },
        leadDays: { from: 60 },
      },
    },
    '/conditions/leadDays/from',
  ],
])('pricing/rules/create rejects %s with the code NEVER_MATCHES', async (_, rule, path) => {
  expect(await failures(rule)).toEqual([[path, 'NEVER_MATCHES']]);
});

test('pricing/rules/create accepts arrivals on the day before the booking date, because that day has not ended in time zones behind UTC', async () => {
  const conditions = { checkIn: { to: '2027-01-31' }, bookedAt: { from: '2027-02-01' } };
  expect(await create({ conditions })).toMatchObject({ status: 200 });
});

test('pricing/rules/create rejects a markup without a percentage or amount, and percentages that are out of range', async () => {
  expect(await failures({ action: { type: 'MARKUP' } })).toEqual([['/action/percent', 'REQUIRED']]);
  expect(
    await failures({
      action: { type: 'COMMISSION', percent: '101', sellingPercent: '0', allowLoss: true },
    }),
  ).toEqual([['/action/percent', 'TOO_BIG']]);
  expect(await failures({ action: { type: 'MARKUP', percent: '-100.5', allowLoss: true } })).toEqual([
    ['/action/percent', 'TOO_SMALL'],
  ]);
});

test('pricing/rules/create warns about unknown values, past dates and rules that never apply', async () => {
  await create({ name: 'Everything', priority: 9 });
  const { json } = await create({
    validTo: '2020-01-01',
    conditions: {
      hotels: ['htl_B01', 'htl_nowhere'],
      places: ['plc_ES', 'plc_X'],
      partners: ['prt_x'],
      partnerGroups: ['gold'],
      providers: ['own', 'nobody'],
      chains: ['C'],
    },
  });
  expect(json.warnings.map(({ path, code }: Loose) => `${code} ${path}`).sort()).toEqual([
    'NEVER_APPLIES /priority',
    'OVER /validTo',
    'UNKNOWN_VALUE /conditions/chains',
    'UNKNOWN_VALUE /conditions/hotels',
    'UNKNOWN_VALUE /conditions/partnerGroups',
    'UNKNOWN_VALUE /conditions/partners',
    'UNKNOWN_VALUE /conditions/places',
    'UNKNOWN_VALUE /conditions/providers',
  ]);
});

test('changing a pricing rule creates a version with an audit entry and keeps old versions', async () => {
  const { ruleId } = (await create()).json.rule;
  const { json } = await operate('update', {
    ruleId,
    version: 1,
    priority: 5,
    conditions: { nights: { from: 2 } },
  });
  expect(json.rule).toMatchObject({
    ruleId,
    version: 2,
    priority: 5,
    conditions: { nights: { from: 2 } },
    action: MARKUP,
  });
  expect((await operate('update', { ruleId, priority: 5 })).json.rule.version).toBe(2);
  const stale = await operate('update', { ruleId, version: 1, priority: 6 });
  expect([stale.status, stale.json.error.code]).toEqual([409, 'INVALID_STATE']);
  const contradiction = await operate('update', { ruleId, validTo: '2027-01-01', validFrom: '2027-02-01' });
  expect(contradiction.status).toBe(400);
  expect((await operate('archive', { ruleId })).json.rule).toMatchObject({ version: 3, status: 'ARCHIVED' });
  expect((await operate('archive', { ruleId })).json.rule.version).toBe(3);
  expect((await operate('update', { ruleId, priority: 7 })).status).toBe(409);
  expect((await operate('update', { ruleId: 'prc_x', priority: 7 })).status).toBe(404);

  const versions = await booking.app.database.ownerDb<Loose[]>`
    SELECT version, priority, is_current, status FROM pricing_rule WHERE rule_id = ${ruleId} ORDER BY version`;
  expect(versions.map(row => [row.version, row.priority, row.is_current])).toEqual([
    [1, 0, false],
    [2, 5, false],
    [3, 5, true],
  ]);
  const { json: audit } = await booking.app.operate('audit/list', {});
  const entries = audit.entries.filter(({ target }: Loose) => target === ruleId);
  expect(entries.map(({ action }: Loose) => action)).toEqual([
    'pricing/rules/archive',
    'pricing/rules/update',
    'pricing/rules/create',
  ]);
  expect(entries[1].before).toEqual({ version: 1, priority: 0, conditions: {} });
});

test('pricing/rules/reorder sets the order of all active rules and rejects a list with unknown or missing rules', async () => {
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) ids.push((await create({ name })).json.rule.ruleId);
  const wanted = [ids[2], ids[0], ids[1]];
  const { json } = await operate('reorder', { ruleIds: wanted });
  expect(json.changed).toBe(3);
  const listed = (await operate('list', {})).json.rules;
  expect(listed.map(({ ruleId }: Loose) => ruleId)).toEqual(wanted);
  expect((await operate('reorder', { ruleIds: wanted })).json.changed).toBe(0);
  const wrong = await operate('reorder', { ruleIds: [ids[0], ids[0], 'prc_x'] });
  expect(wrong.json.error.details.map(({ code }: Loose) => code)).toContain('DUPLICATE');
  const missing = await operate('reorder', { ruleIds: [ids[0], 'prc_x'] });
  expect(missing.json.error.details.map(({ code }: Loose) => code)).toEqual(['UNKNOWN_RULE', 'MISSING_RULE']);
  const page = (await operate('list', { page: { limit: 2 } })).json;
  const next = (await operate('list', { page: { limit: 2, cursor: page.page.nextCursor } })).json;
  expect([...page.rules, ...next.rules].map(({ ruleId }: Loose) => ruleId)).toEqual(wanted);
});

test('importing exported pricing rules unchanged has no effect', async () => {
  await create({ name: 'Ünïcode', validFrom: '2027-01-01', conditions: { nights: { from: 2 } } });
  await create({ action: { type: 'ROUND', target: 'SELLING', to: '5', mode: 'NEAREST' } });
  const { json: file } = await operate('export', {});
  expect(file.rules).toBe(2);
  const { json } = await operate('import', { text: file.text });
  expect(json).toEqual({ written: true, created: 0, changed: 0, unchanged: 2, archived: 0, warnings: [] });
});

test('an import of pricing rules creates, changes and archives rules, and a dry run writes nothing', async () => {
  const [first, second] = [(await create({ name: 'a' })).json.rule, (await create({ name: 'b' })).json.rule];
  const lines = [
    { ruleId: first.ruleId, name: 'a', action: { type: 'MARKUP', percent: '9' } },
    { name: 'c', action: MARKUP },
  ];
  const text = lines.map(line => `${JSON.stringify(line)}\r\n`).join('\n');
  const input = { text, archiveOthers: true };
  const dry = await operate('import', { ...input, dryRun: true });
  expect(dry.json).toMatchObject({ written: false, created: 1, changed: 1, archived: 1 });
  expect((await operate('list', {})).json.rules).toHaveLength(2);
  const { json } = await operate('import', input);
  expect(json).toMatchObject({ written: true, created: 1, changed: 1, unchanged: 0, archived: 1 });
  const names = (await operate('list', {})).json.rules.map(({ name }: Loose) => name);
  expect(names).toEqual(['a', 'c']);
  expect(second.name).toBe('b');
});

test('an import of pricing rules cannot exceed the maximum number of rules, even if it archives the others', async () => {
  await create();
  const line = JSON.stringify({ name: 'a', action: { type: 'HIDE' } });
  const input = {
    text: Array(MAX_RULES + 1)
      .fill(line)
      .join('\n'),
    archiveOthers: true,
  };
  const { status, json } = await operate('import', input);
  expect([status, json.error.message]).toEqual([409, expect.stringContaining(`${MAX_RULES} active rules`)]);
  expect((await operate('list', {})).json.rules).toHaveLength(1);
});

test('an import of pricing rules with invalid lines writes nothing and reports each of these lines', async () => {
  const good = JSON.stringify({ name: 'c', action: MARKUP });
  const text = [good, '{', '{"name":"d"}', '{"name":"e","action":{"type":"MARKUP","percent":"-1"}}'].join(
    '\n',
  );
  const { status, json } = await operate('import', { text });
  expect(status).toBe(400);
  expect(json.error.details.map(({ line }: Loose) => line)).toEqual([2, 3, 4]);
  const unknown = await operate('import', { text: `{"ruleId":"prc_x",${good.slice(1)}` });
  expect(unknown.json.error.details[0].message).toContain('no active rule');
  expect((await operate('list', {})).json.rules).toEqual([]);
});

test('statements that are bound to a partner cannot read pricing rules', async () => {
  const partner = booking.app.database.pool.forPartner({ organisationId: 'org_x', environment: 'sandbox' });
  for (const read of [partner`SELECT * FROM pricing_rule`, partner`SELECT * FROM pricing_epoch`]) {
    await expect(read).rejects.toThrow('permission denied');
  }
});
