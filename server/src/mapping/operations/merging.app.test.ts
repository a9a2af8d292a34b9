import { beforeEach, describe, expect, test } from 'vitest';
import {
  app,
  type Loose,
  OTHER,
  operate,
  run,
  SCOPE,
  sold,
  store,
  theirs,
  useMappingApp,
} from '../../../test/mapping/mapping-app.ts';
import { NoChange, writeCatalogue } from '../../content/catalogue-change-store.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { insertRule, lockRules } from '../../pricing/rule-store.ts';
import { findCurrent, lockMappings, restorePrevious, type StoredDecision } from '../ledger/decision-store.ts';

useMappingApp();

const PAIR = { hotelId: 'htl_nightjar', into: 'htl_larkspur' };
const ENVIRONMENT = { environment: 'sandbox' };

/** The rows that an undo must restore, without the change ids. */
async function tables(): Promise<Loose> {
  const { ownerDb } = app.database;
  return {
    hotels: await ownerDb`
      SELECT hotel_id, status, merged_into, stated_target, content FROM hotel
      WHERE environment = 'sandbox' ORDER BY hotel_id`,
    mappings: await ownerDb`SELECT * FROM provider_hotel ORDER BY provider, supplier_id`,
  };
}

const merge = (fields: object = {}) => app.operate('mapping/merge', { ...ENVIRONMENT, ...PAIR, ...fields });
const unmerge = (mergeId: string) => app.operate('mapping/unmerge', { ...ENVIRONMENT, mergeId });
const content = async (hotelId: string) => {
  const { json } = await app.operate('hotels/show', { ...ENVIRONMENT, hotelId });
  return json.hotel;
};

beforeEach(async () => {
  await app.database.ownerDb`TRUNCATE hotel_merge`;
  await app.database.ownerDb`
    UPDATE hotel SET status = 'ACTIVE', merged_into = NULL, stated_target = NULL WHERE environment = 'sandbox'`;
  await store([theirs(1)]);
  await run();
});

describe('a merge', () => {
  test('a merge leaves a tombstone and moves the mappings, and an undo restores everything', async () => {
    await store([theirs(2, { name: 'Hotel Nightjar II', supplierId: 'lp9', location: theirs(1).location })]);
    await run();
    const before = await tables();
    expect(await sold()).toEqual({ htl_nightjar: ['lp1'] });
    const { status, json } = await merge();
    expect([status, json.merge.moved]).toEqual([
      200,
      expect.arrayContaining([{ provider: 'liteapi', supplierId: 'lp1' }]),
    ]);
    expect(await sold()).toEqual({ htl_larkspur: ['lp1'] });
    expect(await content('htl_nightjar')).toMatchObject({ status: 'MERGED', mergedInto: 'htl_larkspur' });
    const undone = await unmerge(json.merge.mergeId);
    expect(undone.json.merge).toMatchObject({ mergeId: json.merge.mergeId, undoneBy: expect.any(String) });
    expect(await tables()).toEqual(before);
    expect(await sold()).toEqual({ htl_nightjar: ['lp1'] });
    const listed = (await app.operate('mapping/merges', ENVIRONMENT)).json.merges;
    expect(listed).toEqual([undone.json.merge]);
    expect(listed).toMatchObject([{ hotelName: 'Hotel Nightjar', intoName: 'Hotel Larkspur' }]);
    expect(json.merge).toMatchObject({ hotelName: 'Hotel Nightjar', intoName: 'Hotel Larkspur' });
    expect((await unmerge(json.merge.mergeId)).json.error.code).toBe('INVALID_STATE');
  });

  test('a merge and its undo each mark the merged hotel as changed', async () => {
    const changed = async (sinceId: number) => {
      const rows = await app.database.ownerDb<{ hotel_id: string }[]>`
        SELECT hotel_id FROM hotel WHERE environment = 'sandbox' AND change_id > ${sinceId} ORDER BY hotel_id`;
      return rows.map(row => row.hotel_id);
    };
    const newest = async () =>
      (await app.database.ownerDb<{ id: number }[]>`SELECT max(id) AS id FROM catalogue_change`)[0]?.id ?? 0;
    const before = await newest();
    const { json } = await merge();
    expect(await changed(before)).toEqual(['htl_nightjar']);
    const merged = await newest();
    await unmerge(json.merge.mergeId);
    expect(await changed(merged)).toEqual(['htl_nightjar']);
  });

  test('hotels that were merged earlier follow a merge, and return after its undo', async () => {
    await merge({ hotelId: 'htl_wren', into: 'htl_nightjar' });
    const { json } = await merge();
    expect(await content('htl_wren')).toMatchObject({ mergedInto: 'htl_larkspur' });
    await unmerge(json.merge.mergeId);
    expect(await content('htl_wren')).toMatchObject({ status: 'MERGED', mergedInto: 'htl_nightjar' });
  });

  test('a hotel that an alarm took off sale stays off sale after a merge', async () => {
    await store([theirs(1, { name: 'Hotel Starling' })]);
    expect(await sold()).toEqual({});
    await merge();
    expect(await sold()).toEqual({});
    expect((await operate('mapping/show', { supplierId: 'lp1' })).current).toMatchObject({
      outcome: 'REVIEW',
      hotelId: 'htl_larkspur',
      alarm: 'RENAMED',
    });
  });

  test('a merge that would map two hotels of one provider to the same hotel requires allowSeveral', async () => {
    await store([theirs(0)]);
    await store([theirs(0), theirs(1)], [], OTHER);
    await run();
    await run(OTHER);
    const before = await tables();
    const refused = await merge();
    expect(refused.json.error).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('lp1 and lp0 of hotelbeds, lp1 and lp0 of liteapi'),
    });
    expect(await tables()).toEqual(before);
    expect((await merge({ allowSeveral: true })).status).toBe(200);
    expect(await sold()).toEqual({ htl_larkspur: ['lp0', 'lp1'] });
  });

  test.each([
    ['of an unknown hotel', { hotelId: 'htl_none' }, 'HOTEL_NOT_FOUND'],
    ['into an unknown hotel', { into: 'htl_none' }, 'HOTEL_NOT_FOUND'],
    ['of a hotel into itself', { into: PAIR.hotelId }, 'INVALID_STATE'],
  ])('a merge %s is refused', async (_, fields, code) => {
    expect((await merge(fields)).json.error.code).toBe(code);
  });

  test('a hotel with own inventory cannot be merged, but another hotel can be merged into it', async () => {
    const { ownerDb } = app.database;
    await ownerDb`INSERT INTO inventory_property (environment, hotel_id, document) VALUES ('sandbox', 'htl_nightjar', '{}')`;
    const refused = await merge();
    expect(refused.json.error).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringMatching(/own inventory/),
    });
    expect((await merge({ hotelId: 'htl_wren', into: 'htl_nightjar' })).status).toBe(200);
    await ownerDb`DELETE FROM inventory_property`;
  });

  test('a merge is refused while a pricing rule names the merged hotel but not the other one', async () => {
    const rule = { name: 'Nightjar markup', action: { type: 'MARKUP', percent: '8' } };
    const { ruleId } = (
      await app.operate('pricing/rules/create', { ...rule, conditions: { hotels: [PAIR.hotelId] } })
    ).json.rule;
    const before = await tables();
    expect((await merge()).json.error).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining(`${ruleId} (Nightjar markup)`),
    });
    expect(await tables()).toEqual(before);
    const hotels = [PAIR.hotelId, PAIR.into];
    await app.operate('pricing/rules/update', { ruleId, conditions: { hotels } });
    expect((await merge()).status).toBe(200);
    await app.operate('pricing/rules/archive', { ruleId });
  });

  test('a merge waits for a pricing rule that is being created, and is refused if the rule names the merged hotel', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
    const content = {
      ...{ name: 'Nightjar markup', priority: 0, validFrom: null, validTo: null },
      ...{ conditions: { hotels: [PAIR.hotelId] }, action: { type: 'MARKUP' as const, percent: '8' } },
    };
    const creating = inTransaction(app.mainDb, async tx => {
      await lockRules(tx);
      await insertRule(tx, 'prc_nightjar', content, 'test');
      written();
      await mayEnd;
    });
    await isWritten;
    const merging = merge();
    const isWaiting = async () =>
      (await app.mainDb`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`).length > 0;
    await expect.poll(isWaiting).toBe(true);
    end();
    await creating;
    expect((await merging).json.error).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('prc_nightjar (Nightjar markup)'),
    });
    await app.operate('pricing/rules/archive', { ruleId: 'prc_nightjar' });
  });

  test('a merge is refused while an import is running', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: isRunning, resolve: running } = Promise.withResolvers<void>();
    const importing = writeCatalogue(app.mainDb, 'import', async () => {
      running();
      await mayEnd;
      throw new NoChange(undefined);
    });
    await isRunning;
    expect((await merge()).json.error).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringMatching(/import/),
    });
    end();
    await importing;
    expect((await merge()).status).toBe(200);
  });

  test('a hotel that is already merged cannot be merged again', async () => {
    await merge();
    expect((await merge({ into: 'htl_wren' })).json.error.code).toBe('HOTEL_NOT_FOUND');
  });
});

test('a merge cannot be undone while a later decision about one of its mappings is in force', async () => {
  const { json } = await merge();
  const { decision } = await operate('mapping/decide', { supplierId: 'lp1', decision: 'LATER' });
  const refused = await unmerge(json.merge.mergeId);
  expect(refused.json.error).toMatchObject({
    code: 'INVALID_STATE',
    message: expect.stringContaining('mapping/undo'),
  });
  expect(await content('htl_nightjar')).toMatchObject({ status: 'MERGED' });
  await operate('mapping/undo', { supplierId: 'lp1', decisionId: decision.decisionId });
  expect((await unmerge(json.merge.mergeId)).status).toBe(200);
  expect(await sold()).toEqual({ htl_nightjar: ['lp1'] });
});

test('a mapping that a merge moved is restored with mapping/unmerge, not with mapping/undo', async () => {
  const { json } = await merge();
  const { decisionId } = (await operate('mapping/show', { supplierId: 'lp1' })).current;
  const refused = await app.operate('mapping/undo', { ...SCOPE, supplierId: 'lp1', decisionId });
  expect(refused.json.error).toMatchObject({
    code: 'INVALID_STATE',
    message: expect.stringContaining('mapping/unmerge'),
  });
  expect((await unmerge(json.merge.mergeId)).status).toBe(200);
  expect(await sold()).toEqual({ htl_nightjar: ['lp1'] });
});

test('a merge can be undone even if the move of one of its mappings has already been undone', async () => {
  const { json } = await merge();
  await inTransaction(app.mainDb, async tx => {
    await lockMappings(tx, SCOPE);
    const moved = (await findCurrent(tx, SCOPE, 'lp1')) as StoredDecision;
    await restorePrevious(tx, SCOPE, moved, 'olga@example.com');
  });
  expect((await unmerge(json.merge.mergeId)).status).toBe(200);
  expect(await sold()).toEqual({ htl_nightjar: ['lp1'] });
});

test('a mapping run maps nothing to a hotel that was merged after the run read it', async () => {
  await store([theirs(0)]);
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const holding = inTransaction(app.mainDb, async tx => {
    await lockMappings(tx, SCOPE);
    await mayEnd;
  });
  const running = run();
  const waiting = async () =>
    (await app.database.ownerDb`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`).length;
  await expect.poll(waiting).toBe(1);
  expect((await merge({ hotelId: 'htl_larkspur', into: 'htl_wren' })).status).toBe(200);
  end();
  await Promise.all([holding, running]);
  expect((await operate('mapping/show', { supplierId: 'lp0' })).current).toBeNull();
});

test('an unknown merge cannot be undone', async () => {
  for (const mergeId of ['mrg_999', 'nonsense', `mrg_${SCOPE.provider}`])
    expect((await unmerge(mergeId)).json.error.code).toBe('NOT_FOUND');
});
