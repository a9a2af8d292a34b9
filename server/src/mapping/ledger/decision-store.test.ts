import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { suppliedHotel } from '../../../test/mapping/hotel-evidence.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { storeSuppliedHotels } from '../content/store-supplied-hotels.ts';
import {
  findCurrent,
  listDecisions,
  lockMappings,
  type NewDecision,
  restorePrevious,
  writeDecisions,
} from './decision-store.ts';

const SCOPE = { provider: 'liteapi', environment: 'sandbox' } as const;
const IDS = ['a', 'b', 'c'];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.ownerDb`TRUNCATE supplier_hotel, mapping_decision, provider_hotel`;
  const hotels = IDS.map(supplierId => suppliedHotel({ supplierId }));
  await storeSuppliedHotels(database.db, SCOPE, { hotels, removed: [] });
});

const decisionOf = (
  supplierId: string,
  outcome: NewDecision['outcome'],
  hotelId: string | null,
): NewDecision => ({
  supplierId,
  outcome,
  hotelId,
  score: outcome === 'SAME' ? 12.5 : null,
  doubt: outcome === 'REVIEW' ? 'SCORE' : null,
  alarm: null,
  evidence: [],
  vetoes: outcome === 'REVIEW' ? ['NUMBERS'] : [],
});

function decide(decision: NewDecision, isManual: boolean): Promise<void> {
  const by = { decidedBy: isManual ? 'ana' : 'model', isManual, modelVersion: isManual ? null : '1' };
  return inTransaction(database.db, async tx => {
    await lockMappings(tx, SCOPE);
    await writeDecisions(tx, SCOPE, [decision], by);
  });
}

async function undo(supplierId: string): Promise<void> {
  const current = await findCurrent(database.db, SCOPE, supplierId);
  if (current === undefined) throw new Error('nothing to undo');
  await inTransaction(database.db, tx => restorePrevious(tx, SCOPE, current, 'ana'));
}

const view = () => database.db`SELECT * FROM provider_hotel ORDER BY supplier_id`;

const step = fc.record({
  supplierId: fc.constantFrom(...IDS),
  outcome: fc.constantFrom('SAME' as const, 'REVIEW' as const, 'DIFFERENT' as const, 'LATER' as const),
  hotelId: fc.constantFrom('htl_1', 'htl_2'),
  isManual: fc.boolean(),
});

test('undoing decisions from the newest to the oldest restores every earlier state of the mappings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async steps => {
      const views = [await view()];
      for (const { supplierId, outcome, hotelId, isManual } of steps) {
        await decide(decisionOf(supplierId, outcome, outcome === 'DIFFERENT' ? null : hotelId), isManual);
        views.push(await view());
      }
      for (const { supplierId } of steps.toReversed()) {
        expect(await view()).toEqual(views.pop());
        await undo(supplierId);
      }
      expect(await view()).toEqual(views.pop());
    }),
    { numRuns: 15 },
  );
});

test('the list of mapping decisions contains both an undone decision and the undo', async () => {
  await decide(decisionOf('a', 'SAME', 'htl_1'), false);
  await decide(decisionOf('a', 'DIFFERENT', null), true);
  await undo('a');
  const decisions = await listDecisions(database.db, SCOPE, 'a', 10);
  expect(decisions.map(({ outcome }) => outcome)).toEqual(['UNDONE', 'DIFFERENT', 'SAME']);
  expect(decisions[0]?.undoes).toBe(decisions[1]?.decisionId);
  expect(await findCurrent(database.db, SCOPE, 'a')).toMatchObject({ outcome: 'SAME', hotelId: 'htl_1' });
});

test('the service cannot change or delete a mapping decision', async () => {
  await decide(decisionOf('a', 'SAME', 'htl_1'), false);
  await expect(database.db`UPDATE mapping_decision SET hotel_id = 'htl_2'`).rejects.toThrow(
    /permission denied/,
  );
  await expect(database.db`DELETE FROM mapping_decision`).rejects.toThrow(/permission denied/);
});
