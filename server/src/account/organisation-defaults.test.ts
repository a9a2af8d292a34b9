import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../test/operator-server.ts';
import { acrossOrganisations } from '../platform/operations/operator/operator-handler.ts';
import { partnersUpdate } from './operations/partners.ts';
import { OrganisationDefaults } from './organisation-defaults.ts';

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;
let defaults: OrganisationDefaults;

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  defaults = new OrganisationDefaults({ pool, clock });
  server = await startOperatorServer({
    pool,
    clock,
    handlers: own => [
      ...own.filter(({ operation }) => operation.name !== 'partners/update'),
      ...acrossOrganisations('a test', [
        partnersUpdate({ onPartnerChanged: id => defaults.drop(id), ledgerCurrency: async () => undefined }),
      ]),
    ],
  });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const update = (input: object) =>
  server.call('partners/update', server.bearer, { partnerId: server.partnerId, ...input });

describe('the defaults of a partner', () => {
  it("a change to a partner's defaults applies on this node immediately and on other nodes within seconds", async () => {
    const id = server.partnerId;
    expect(await defaults.find(id)).toEqual({ nationality: 'ES', currency: 'EUR', language: 'en' });
    await update({ language: 'es' });
    expect((await defaults.find(id)).language).toBe('es');
    await database.ownerDb`UPDATE organisation SET default_language = 'fr' WHERE id = ${id}`;
    expect((await defaults.find(id)).language).toBe('es');
    clock.advance(5_000);
    expect((await defaults.find(id)).language).toBe('fr');
  });

  it("a partner's defaults are read again after a failure", async () => {
    await expect(defaults.find('org_late')).rejects.toThrow('org_late');
    await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_late', 'Late')`;
    expect(await defaults.find('org_late')).toEqual({ nationality: 'ES', currency: 'EUR', language: 'en' });
  });
});
