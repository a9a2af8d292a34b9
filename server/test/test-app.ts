/** Starts the whole service in this process, with a separate database and free ports, to test operations. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { SCOPE_NAMES, type Scope } from '@serai/contract/scopes.ts';
import { type App, startApp } from '../src/app.ts';
import type { SupplierFactories } from '../src/booking/providers/accounts/live-providers.ts';
import type { ContentFactories } from '../src/booking/providers/content/content-factories.ts';
import { readConfig } from '../src/config.ts';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { type Database, type DatabasePool, openDatabase } from '../src/platform/database/connect.ts';
import type { DatabaseAddress } from '../src/platform/database/database-address.ts';
import { createLog, type Log } from '../src/platform/log.ts';
import type { ProcessRole } from '../src/process-role.ts';
import { type TestDatabase, testDatabase } from './database.ts';

interface TestAppOptions {
  settings?: NodeJS.ProcessEnv;
  role?: ProcessRole;
  clock?: Clock;
  /** Default: none. */
  suppliers?: SupplierFactories;
  /** Default: those of the adapters. */
  contentSources?: ContentFactories;
  /** Replaces the log that the settings describe. */
  log?: Log;
  /** Allows several instances of the service on one database. */
  database?: TestDatabase;
  /** The gateway abandons every request after half a second. */
  shortDeadlines?: boolean;
  /** Like `shortDeadlines`, but with the given time. */
  deadlineMs?: number;
  /** The simulated delay of the event loop. Default: none. */
  loopDelayMs?: () => number;
  /** How long a response may stay unread. Default: 30 s. */
  writeStallMs?: number;
  /** Another URL of the database, for example behind a fault proxy. */
  address?: DatabaseAddress;
  through?: (pool: DatabasePool) => DatabasePool;
  onStarted?: () => void;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  json: any;
}

export interface NewKey {
  keyId: string;
  secret: string;
}

export interface TestApp extends App {
  database: TestDatabase;
  /** The service's shared connections, except those that read keys. */
  mainDb: Database;
  /** Sends a POST request to the API, with valid headers by default. A header set to undefined is omitted. */
  post(path: string, body: unknown, options?: PostOptions): Promise<HttpAnswer>;
  /** Sends a POST request to the operator API with the operator token. */
  operate(name: string, input: unknown, headers?: Record<string, string | undefined>): Promise<HttpAnswer>;
  createKey(members?: object): Promise<NewKey>;
  operatorToken(): Promise<string>;
  close(): Promise<void>;
}

interface PostOptions {
  key?: string | undefined;
  headers?: Record<string, string | undefined>;
}

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await testDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'serai-test-'));
  const { settings } = readConfig({
    SERAI_DATA_DIR: dataDir,
    SERAI_PORT: '0',
    SERAI_DASHBOARD_PORT: '0',
    SERAI_BACKEND_PORT: '0',
    SERAI_PROCESSES: '1',
    SERAI_CHECK_ANSWERS: 'on',
    SERAI_LOG_LEVEL: 'silent',
    SERAI_SEED: 'none',
    SERAI_SHUTDOWN_SECONDS: '5',
    // Host names that tests use in their own requests.
    SERAI_ALLOWED_HOSTS: 'serai,x',
    SERAI_SHUTDOWN_DELAY_SECONDS: '0',
    SERAI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: 'postgres://the-test-brings-its-own',
    ...options.settings,
  });
  const deadlineMs = options.shortDeadlines ? 500 : options.deadlineMs;
  let mainDb: Database | undefined;
  const app = await startApp({
    settings,
    role: options.role ?? 'all',
    clock: options.clock ?? systemClock,
    suppliers: options.suppliers,
    contentSources: options.contentSources,
    log: options.log ?? createLog(settings.SERAI_LOG_LEVEL),
    loopDelayMs: options.loopDelayMs ?? (() => 0),
    ...(options.onStarted && { onStarted: options.onStarted }),
    ...(options.writeStallMs !== undefined && { writeStallMs: options.writeStallMs }),
    ...(deadlineMs !== undefined && {
      operations: OPERATIONS.map(operation => ({ ...operation, deadlineMs })),
    }),
    openDatabase: async (_, log) => {
      const address = options.address ?? database.address;
      const { through = (pool: DatabasePool) => pool } = options;
      const pool = through(openDatabase({ address, log }));
      mainDb = pool.asService('a test');
      const keyPool = openDatabase({ address, log, max: 4 });
      const canListen = settings.SERAI_DATABASE_POOLER === 'none';
      const kind = options.role === undefined ? 'embedded' : 'server';
      const stop = async () => {
        await Promise.all([pool.close(), keyPool.close()]);
      };
      return { pool, keyPool, address, kind, canListen, stop };
    },
  });
  const operatorToken = async () =>
    settings.SERAI_OPERATOR_TOKEN ?? (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim();

  async function operate(name: string, input: unknown, headers: Record<string, string | undefined> = {}) {
    return send(`${app.dashboardUrl}/api/v1/${name}`, input, {
      authorization: `Bearer ${await operatorToken()}`,
      'content-type': 'application/json',
      ...headers,
    });
  }
  return {
    ...app,
    database,
    mainDb: mainDb as unknown as Database,
    operate,
    operatorToken,
    post(path, body, { key, headers } = {}) {
      return send(`${app.interfaceUrl}${path}`, body, {
        ...(key !== undefined && { authorization: `ApiKey ${key}` }),
        'content-type': 'application/json',
        ...headers,
      });
    },
    async createKey(members = {}) {
      const scopes: readonly Scope[] = SCOPE_NAMES;
      const { status, json } = await operate('keys/create', {
        name: 'test',
        environment: 'sandbox',
        scopes,
        ...members,
      });
      if (status !== 200) throw new Error(JSON.stringify(json));
      return { keyId: json.key.keyId, secret: json.secret };
    },
    async close() {
      await app.stop();
      if (options.database === undefined) await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function send(
  url: string,
  body: unknown,
  headers: Record<string, string | undefined>,
): Promise<HttpAnswer> {
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(url, {
    method: 'POST',
    headers: sent,
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
