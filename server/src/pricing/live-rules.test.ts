import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { LiveRules } from './live-rules.ts';
import { pricingOf } from './open-pricing.ts';
import { insertRule } from './rule-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const RULE = { name: 'r', priority: 0, validFrom: null, validTo: null, conditions: {} };
const SEARCH = {
  ...{ organisationId: 'prt_1', checkIn: '2027-03-12', nights: 1, nationality: 'ES', currency: 'EUR' },
  nowMs: Date.UTC(2027, 0, 1),
  rateFrom: () => undefined,
};

test('changes to rules, groups and the exchange margin take effect on other nodes within a second', async () => {
  const { db } = database;
  let groups: readonly string[] = [];
  let margin = '0';
  const companies = { groupsOf: async () => groups, fxMarginPercent: async () => margin };
  const rules = new LiveRules({ db, companies, clock: systemClock, log: createLog('silent') });
  await rules.start();
  try {
    const pricing = pricingOf(rules);
    expect(await pricing.open(SEARCH)).toBeUndefined();
    const conditions = { partnerGroups: ['gold'] };
    await insertRule(db, 'prc_1', { ...RULE, conditions, action: { type: 'HIDE' } }, 'test');
    await expect.poll(() => rules.active.length, { timeout: 1_000, interval: 20 }).toBe(1);
    expect(await pricing.open(SEARCH)).toBeUndefined();

    groups = ['gold'];
    margin = '2';
    await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('prt_1', 'One')`;
    await database.ownerDb`UPDATE organisation SET groups = '{gold}' WHERE id = 'prt_1'`;
    await expect.poll(() => pricing.open(SEARCH), { timeout: 1_000, interval: 20 }).toBeDefined();
    expect(pricing.exchangeRate('1.5')).toBe('1.53');
  } finally {
    await rules.stop();
  }
});
