import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../dashboard/test/browser/find-chromium.ts';
import { operate, post } from '../../e2e/call.ts';
import { clearAway, newFolder, type Serai, startSerai } from '../../e2e/serai-process.ts';
import { type OpenDatabase, openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { DATABASE, SUPERUSER } from '../../server/src/platform/database/embedded/create-cluster.ts';

export interface StartedDashboard extends Serai {
  ownerDb: OpenDatabase;
  /** Returns 200 for `/ok` and 500 for any other path. */
  receiverUrl: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  operate(name: string, input: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  call(path: string, body: object, key?: string): Promise<any>;
  visit(options?: BrowserContextOptions): Promise<Page>;
  browser: Browser;
  close(): Promise<void>;
}

let running = 0;

export async function startDashboard(): Promise<StartedDashboard> {
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(request.url === '/ok' ? 200 : 500).end());
  }).listen(0, '127.0.0.1');
  const dataDir = await newFolder('dashboard');
  const started = await startSerai({
    dataDir,
    env: { SERAI_SEED: 'full', SERAI_CHECK_ANSWERS: 'off', SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' },
  });
  const ownerDb = await openOwner(dataDir);
  const { executablePath, args, env } = await findChromium();
  const browser: Browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });

  const address = receiver.address();
  running++;
  return {
    ...started,
    ownerDb,
    browser,
    receiverUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    operate: (name, input) => operate(started, name, input),
    async call(path, body, key = started.key) {
      const { json } = await post(`${started.interfaceUrl}${path}`, body, {
        authorization: `ApiKey ${key}`,
        'x-client-version': '4.2.0',
      });
      return json;
    },
    async visit(options = {}) {
      const baseURL = started.dashboardUrl;
      const context = await browser.newContext({
        baseURL,
        viewport: { width: 1280, height: 800 },
        ...options,
      });
      const { url } = await operate(started, 'session/create-link', {});
      const answer = await context.request.post('/api/v1/session/sign-in', {
        data: { token: new URL(url).hash.slice(1) },
        headers: { origin: baseURL },
      });
      if (!answer.ok()) throw new Error(await answer.text());
      return context.newPage();
    },
    async close() {
      await browser.close();
      await ownerDb.close();
      receiver.close();
      await started.stop();
      // This would stop the other dashboards too.
      if (--running === 0) await clearAway();
    },
  };
}

async function openOwner(dataDir: string): Promise<OpenDatabase> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const socketPath = `${lines[4]}/.s.PGSQL.${lines[3]}`;
  const address = { socketPath, user: SUPERUSER, database: DATABASE };
  return openOwnerDatabase({ address, log: quietLog, max: 2, statementTimeoutMs: 300_000 });
}
