import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { ensureOperator } from './ensure-operator.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database?.drop());

describe('the first start', () => {
  it('at the first start, Serai creates the operator and the partner "Direct" once, however many processes start concurrently', async () => {
    const starts = await Promise.all(Array.from({ length: 8 }, () => ensureOperator(database.db)));
    expect(starts.filter(start => start.created)).toHaveLength(1);
    expect(new Set(starts.map(({ operatorId, partnerId }) => `${operatorId} ${partnerId}`)).size).toBe(1);
    const rows = await database.ownerDb`SELECT kind, name FROM organisation ORDER BY kind`;
    expect([...rows]).toEqual([
      { kind: 'OPERATOR', name: 'My company' },
      { kind: 'PARTNER', name: 'Direct' },
    ]);
  });

  it('at a later start, Serai finds the operator and the first partner again, whatever other partners were created', async () => {
    const { operatorId, partnerId } = await ensureOperator(database.db);
    await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('a_later_one', 'A later one')`;
    await database.ownerDb`UPDATE organisation SET name = 'Website' WHERE id = ${partnerId}`;
    expect(await ensureOperator(database.db)).toEqual({ operatorId, partnerId, created: false });
    expect([operatorId, partnerId]).toEqual([expect.stringMatching(/^opr_/), expect.stringMatching(/^prt_/)]);
  });

  it('the first start is recorded in the audit log', async () => {
    const rows = await database.ownerDb`SELECT actor, action FROM audit_entry ORDER BY action`;
    expect([...rows]).toEqual([
      { actor: 'service', action: 'operator/create' },
      { actor: 'service', action: 'partners/create' },
    ]);
  });

  it('a second operator cannot be created', async () => {
    const second = database.ownerDb`INSERT INTO organisation (id, name, kind) VALUES ('opr_2', 'Two', 'OPERATOR')`;
    await expect(second).rejects.toThrow('organisation_operator');
  });
});
