import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai } from '../../../test/cli.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { databaseProxy } from '../../../test/database-proxy.ts';
import type { FaultProxy } from '../../../test/fault-proxy.ts';
import type { CheckResult } from './check-result.ts';

let dataDir: string;
let ports: { SERAI_PORT: string; SERAI_DASHBOARD_PORT: string };
const servers: Server[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'serai-doctor-'));
  const free = await Promise.all([listen(() => {}), listen(() => {})]);
  await closeAll();
  ports = { SERAI_PORT: String(free[0]), SERAI_DASHBOARD_PORT: String(free[1]) };
});
afterEach(closeAll);

async function listen(onRequest: RequestListener, port = 0): Promise<number> {
  const server = createServer(onRequest);
  servers.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function closeAll(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

async function doctor(more: NodeJS.ProcessEnv = {}) {
  const env = { SERAI_DATA_DIR: dataDir, ...ports, ...more };
  const { code, out } = await runSerai(['doctor', '--json'], { env });
  const { checks } = JSON.parse(out) as { checks: CheckResult[] };
  const of = (name: string) => checks.find(check => check.name === name);
  return { code, checks, of };
}

/** Responds to health checks in the same way as the service. */
const serai =
  (readyStatus: number): RequestListener =>
  (request, response) => {
    const checks = [{ name: 'places', ready: readyStatus === 200, message: 'loading' }];
    response.writeHead(request.url === '/readyz' ? readyStatus : 200, { 'x-request-id': 'req_1' });
    response.end(JSON.stringify({ checks }));
  };

describe('doctor', () => {
  it('serai doctor finds no problem before the first start', async () => {
    const { code, checks, of } = await doctor();
    expect(code).toBe(0);
    expect(checks.filter(({ state }) => state === 'problem')).toEqual([]);
    expect(of('Operator token')?.state).toBe('warning');
    expect(of('Database')?.message).toContain('starts with the service');
    expect(of('Service')).toMatchObject({ state: 'warning', mend: 'Start it with npm start.' });
  });

  it('serai doctor explains how to fix every warning and problem', async () => {
    const { checks } = await doctor({
      DATABASE_URL: 'postgres://u@127.0.0.1:1/d',
      REDIS_URL: 'redis://127.0.0.1:1',
    });
    for (const { state, mend } of checks) expect(mend === null).toBe(state === 'ok');
  });

  it('serai doctor stops and names the settings that are invalid', async () => {
    const { code, of, checks } = await doctor({ SERAI_PORT: 'x' });
    expect(code).toBe(1);
    expect(of('Settings')).toMatchObject({ state: 'problem' });
    expect(of('Settings')?.message).toContain('SERAI_PORT');
    expect(checks).toHaveLength(3);
  });

  it('serai doctor reports whether the service is ready', async () => {
    await listen(serai(200), Number(ports.SERAI_DASHBOARD_PORT));
    const up = await doctor();
    expect(up.of('Dashboard')).toMatchObject({ state: 'ok' });
    expect(up.of('Service')).toMatchObject({ state: 'ok' });
    await closeAll();
    await listen(serai(503), Number(ports.SERAI_DASHBOARD_PORT));
    expect((await doctor()).of('Service')).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('places (loading)'),
    });
  });

  it('serai doctor reports a port that another program uses', async () => {
    await listen((_, response) => response.end('hello'), Number(ports.SERAI_PORT));
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of('Interface')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('in use by another program'),
      mend: expect.stringContaining('SERAI_PORT'),
    });
  });

  it('serai doctor reports an operator token that other users can read', async () => {
    const path = join(dataDir, 'operator-token');
    writeFileSync(path, 'x');
    chmodSync(path, 0o640);
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of('Operator token')).toMatchObject({ state: 'problem', mend: `Run: chmod 600 ${path}` });
    chmodSync(path, 0o600);
    expect((await doctor()).of('Operator token')?.state).toBe('ok');
  });

  it('serai doctor reports a data folder that is a file', async () => {
    const path = join(dataDir, 'file');
    writeFileSync(path, '');
    expect((await doctor({ SERAI_DATA_DIR: path })).of('Data folder')?.state).toBe('problem');
  });

  it('serai doctor reports that Redis is not reachable', async () => {
    const { code, of } = await doctor({ REDIS_URL: 'redis://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(of('Redis')).toMatchObject({ state: 'problem', message: expect.stringContaining('ECONNREFUSED') });
  });
});

describe('doctor with a database server', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let url: string;
  beforeAll(async () => {
    database = await testDatabase();
    const proxied = await databaseProxy(database);
    proxy = proxied.proxy;
    url = (proxied.address as { url: string }).url;
  });
  afterAll(async () => {
    await proxy.close();
    await database.drop();
  });

  it('serai doctor checks the version, durability, row security, clock and migrations of a database server', async () => {
    const { of } = await doctor({ DATABASE_URL: url });
    const [{ fsync } = { fsync: '' }] = await database.ownerDb<{ fsync: string }[]>`SHOW fsync`;
    expect(of('Database')).toMatchObject({ state: 'ok', message: expect.stringMatching(/PostgreSQL \d+/) });
    expect(of('Durability')?.state).toBe(fsync === 'on' ? 'ok' : 'problem');
    expect(of('Row security')?.state).toBe('ok');
    expect(of('Database connection')?.state).toBe('ok');
    expect(of('Nodes')?.message).toBe('no node is running');
    expect(of('Clock')?.state).toBe('ok');
    expect(of('Migrations')?.state).toBe('ok');
    expect(of('Jobs')?.state).toBe('ok');
  });

  it('serai doctor warns about permanently failed jobs and tolerates a missing job table', async () => {
    await database.ownerDb`
      INSERT INTO job (id, kind, key, run_at, dead_at) VALUES ('job_1', 'booking.tidy', 'all', now(), now())`;
    const { code, of } = await doctor({ DATABASE_URL: url });
    expect(of('Jobs')).toMatchObject({ state: 'warning', message: expect.stringContaining('booking.tidy') });
    expect(of('Database')?.state).toBe('ok');
    await database.ownerDb`ALTER TABLE job RENAME TO job_gone`;
    expect((await doctor({ DATABASE_URL: url })).of('Jobs')?.state).toBe('ok');
    await database.ownerDb`ALTER TABLE job_gone RENAME TO job`;
    expect(code).toBe(of('Durability')?.state === 'ok' ? 0 : 1);
  });

  it('serai doctor reports pending migrations and an incompatible schema', async () => {
    await database.ownerDb`DELETE FROM serai_migration WHERE number = (SELECT max(number) FROM serai_migration)`;
    expect((await doctor({ DATABASE_URL: url })).of('Migrations')).toMatchObject({
      state: 'warning',
      message: '1 migration is pending.',
    });
    await database.ownerDb`INSERT INTO serai_migration (number, name, checksum, needs) VALUES (9999, 'future', '', 9999)`;
    expect((await doctor({ DATABASE_URL: url })).of('Migrations')?.state).toBe('problem');
  });

  it('serai doctor reports that the database is not reachable', async () => {
    await proxy.set({ kind: 'down' });
    const { code, of } = await doctor({ DATABASE_URL: url });
    await proxy.clear();
    expect(code).toBe(1);
    expect(of('Database')).toMatchObject({ state: 'problem', mend: expect.stringContaining('DATABASE_URL') });
  });
});
