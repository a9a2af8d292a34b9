import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../test/operator-server.ts';
import { acrossOrganisations } from '../platform/operations/operator/operator-handler.ts';
import { organisationsUpdate } from './operations/organisations.ts';
import { OrganisationDefaults } from './organisation-defaults.ts';
import { createSignInLink, signIn } from './sign-in.ts';

const clock = new ManualClock();
let database: TestDatabase;
let server: OperatorServer;
let defaults: OrganisationDefaults;
let admin: Record<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  const { pool, db } = database;
  defaults = new OrganisationDefaults({ pool, clock });
  server = await startOperatorServer({
    pool,
    clock,
    handlers: own => [
      ...own.filter(({ operation }) => operation.name !== 'organisations/update'),
      ...acrossOrganisations('a test', [
        organisationsUpdate({ onOrganisationChanged: id => defaults.drop(id) }),
      ]),
    ],
  });
  await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_other', 'Other')`;
  const { token } = await createSignInLink(db, server.operatorId, 'admin', clock);
  const session = await signIn(db, clock, { token, address: undefined, requestId: 'req_test' });
  admin = server.browser(`serai_session=${session?.token}`);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const update = (input: object, headers = server.bearer as Record<string, string>) =>
  server.call('organisations/update', headers, input);

describe('organisations/update', () => {
  it('organisations/update changes only the given fields and records them in the audit log', async () => {
    const { json } = await update({ defaultCurrency: 'GBP', defaultNationality: 'ES' });
    expect(json.organisation).toMatchObject({
      organisationId: server.operatorId,
      name: 'My organisation',
      defaultNationality: 'ES',
      defaultCurrency: 'GBP',
      defaultLanguage: 'en',
    });
    const audit = await server.call('audit/list', server.bearer, { action: 'organisations/update' });
    expect(audit.json.entries).toMatchObject([
      {
        target: server.operatorId,
        before: { defaultCurrency: 'EUR' },
        after: { defaultCurrency: 'GBP' },
      },
    ]);
    expect(Object.keys(audit.json.entries[0].after)).toEqual(['defaultCurrency']);
    const { json: listed } = await server.call('organisations/list', server.bearer);
    expect(listed.organisations[0]).toMatchObject({ defaultCurrency: 'GBP', defaultLanguage: 'en' });
  });

  it('organisations/update records nothing if nothing changes', async () => {
    await update({ defaultCurrency: 'GBP' });
    const audit = await server.call('audit/list', server.bearer, { action: 'organisations/update' });
    expect(audit.json.entries).toHaveLength(1);
  });

  it('organisations/update rejects invalid codes and an unknown organisation', async () => {
    expect(
      (await update({ defaultCurrency: 'EURO', defaultNationality: 'UK' })).json.error.details,
    ).toHaveLength(2);
    expect((await update({ organisationId: 'org_none', name: 'X' })).json.error.code).toBe('NOT_FOUND');
  });

  it('organisations/update allows the operator token to change any organisation and a session only its own', async () => {
    expect((await update({ organisationId: 'org_other', name: 'Another' })).status).toBe(200);
    expect((await update({ organisationId: 'org_other', name: 'Mine' }, admin)).json.error.code).toBe(
      'NOT_FOUND',
    );
    expect((await update({ name: 'Ours' }, admin)).json.organisation.name).toBe('Ours');
    const [entry] = await database.db`
      SELECT organisation_id FROM audit_entry WHERE action = 'organisations/update' AND target = 'org_other'`;
    expect(entry?.organisation_id).toBe('org_other');
  });
});

describe('the defaults of an organisation', () => {
  it("a change to an organisation's defaults applies on this node immediately and on other nodes within seconds", async () => {
    const id = server.operatorId;
    expect(await defaults.find(id)).toEqual({ nationality: 'ES', currency: 'GBP', language: 'en' });
    await update({ defaultLanguage: 'es' });
    expect((await defaults.find(id)).language).toBe('es');
    await database.ownerDb`UPDATE organisation SET default_language = 'fr' WHERE id = ${id}`;
    expect((await defaults.find(id)).language).toBe('es');
    clock.advance(5_000);
    expect((await defaults.find(id)).language).toBe('fr');
  });

  it("an organisation's defaults are read again after a failure", async () => {
    await expect(defaults.find('org_late')).rejects.toThrow('org_late');
    await database.ownerDb`INSERT INTO organisation (id, name) VALUES ('org_late', 'Late')`;
    expect(await defaults.find('org_late')).toEqual({ nationality: 'ES', currency: 'EUR', language: 'en' });
  });
});
