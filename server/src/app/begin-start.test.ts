import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import type { StartedDatabase } from '../start-database.ts';
import { type BegunStart, beginStart } from './begin-start.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'serai-begin-start-'));
});
afterAll(() => rm(root, { recursive: true }));

interface Given {
  settings?: Record<string, string>;
  openDatabase?: () => Promise<StartedDatabase>;
}

const neverOpens = () => new Promise<never>(() => {});

async function begin({ settings, openDatabase = neverOpens }: Given): Promise<BegunStart> {
  const ports = { SERAI_PORT: '0', SERAI_DASHBOARD_PORT: '0' };
  const { settings: all } = readConfig({ ...ports, SERAI_DATA_DIR: join(root, 'data'), ...settings });
  const parts = { settings: all, role: 'all', clock: systemClock, log: createLog('silent') } as const;
  const begun = await beginStart({ ...parts, openDatabase });
  onTestFinished(() => begun.addresses.drain({ delayMs: 0, maxMs: 0 }));
  return begun;
}

/** Returns a port that is free, or in use until the test ends. */
async function findPort({ inUse }: { inUse: boolean }): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  if (inUse) onTestFinished(close);
  else await close();
  return port;
}

describe('a start that begins', () => {
  it('serves health checks and rejects requests while the database is being started', async () => {
    const { addresses, readiness, end } = await begin({});
    const url = addresses.interface?.url ?? '';
    const status = async (path: string) => (await fetch(`${url}${path}`)).status;
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
    expect(await status('/shopping/hotels/v1/availability')).toBe(503);
    expect(readiness.isReady()).toBe(false);
    end();
    expect(await status('/readyz')).toBe(200);
  });

  it('keeps the error of a database that cannot be started for the rest of the start', async () => {
    const { database } = await begin({ openDatabase: () => Promise.reject(new Error('no database')) });
    await new Promise(resolve => setImmediate(resolve));
    await expect(database).rejects.toThrow('no database');
  });
});

describe('a start that fails', () => {
  const never = { openDatabase: () => Promise.reject(new Error('The database was opened.')) };

  test.each([
    ['that can be guessed', { SERAI_OPERATOR_TOKEN: 'changeme' }, 'can be guessed'],
    ['that do not fit the role', { DATABASE_READ_URLS: 'postgres://localhost/serai' }, 'has no replicas'],
    ['that need others', { SERAI_UCP: 'draft' }, 'are not set'],
  ])('because of settings %s creates nothing', async (_, settings, message) => {
    const dataDir = join(root, 'settings');
    await expect(begin({ settings: { ...settings, SERAI_DATA_DIR: dataDir }, ...never })).rejects.toThrow(
      message,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it('because of a port creates nothing, and closes the ports that it has opened', async () => {
    const [free, taken] = [await findPort({ inUse: false }), await findPort({ inUse: true })];
    const dataDir = join(root, 'port');
    const settings = { SERAI_PORT: `${free}`, SERAI_DASHBOARD_PORT: `${taken}`, SERAI_DATA_DIR: dataDir };
    await expect(begin({ settings, ...never })).rejects.toThrow(
      `Port ${taken} on 127.0.0.1 is already in use`,
    );
    expect(existsSync(dataDir)).toBe(false);
    await expect(fetch(`http://127.0.0.1:${free}/healthz`)).rejects.toThrow();
  });

  it('because of its data folder closes its ports', async () => {
    const port = await findPort({ inUse: false });
    await writeFile(join(root, 'file'), '');
    const settings = { SERAI_PORT: `${port}`, SERAI_DATA_DIR: join(root, 'file', 'data') };
    await expect(begin({ settings, ...never })).rejects.toThrow('could not be created');
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });
});
