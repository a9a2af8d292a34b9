/** Serves the operator API on a real port with a test database, and sends requests as a browser or a program would. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { showSystemStatus } from '@serai/contract/account/system.ts';
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { hashToken } from '../src/account/access/hash-token.ts';
import { createIdentify } from '../src/account/access/identify.ts';
import { accountHandlers } from '../src/account/account-handlers.ts';
import { type DashboardFiles, dashboardFiles } from '../src/account/dashboard-files.ts';
import { ensureOperator } from '../src/account/ensure-operator.ts';
import { operatorListener } from '../src/account/operator-listener.ts';
import { openPeople } from '../src/account/people/open-people.ts';
import { partnerSummaries } from '../src/app/partner-summaries.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { DatabasePool } from '../src/platform/database/connect.ts';
import { addressList } from '../src/platform/http/address-list.ts';
import { BodyReads } from '../src/platform/http/body-reads.ts';
import { createHttpServer } from '../src/platform/http/http-server.ts';
import { jsonPage, plainPages } from '../src/platform/http/plain-pages.ts';
import { createLog } from '../src/platform/log.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import type { OperatorHandler } from '../src/platform/operations/operator/operator-handler.ts';

const OPERATOR_TOKEN = 'serai_operator_of_this_test';
const STATUS = showSystemStatus.examples.answer;

interface OperatorServerOptions {
  pool: DatabasePool;
  clock: Clock;
  handlers?: (own: OperatorHandler[]) => OperatorHandler[];
  files?: DashboardFiles;
  dashboardOrigins?: string[];
  /** Trusts `X-Forwarded-For`, so that requests can come from many addresses. */
  behindProxy?: boolean;
}

export interface TestRequest {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface TestAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

export interface OperatorServer {
  /** The URL `http://host:port`, which is also the origin of its pages. */
  origin: string;
  operatorId: string;
  /** The partner "Direct". */
  partnerId: string;
  bearer: { authorization: string };
  send(path: string, request?: TestRequest): Promise<TestAnswer>;
  /** Sends a well-formed call. `headers` identify the caller. */
  call(name: string, headers: Record<string, string>, input?: object): Promise<TestAnswer>;
  browser(cookie: string): Record<string, string>;
  close(): Promise<void>;
}

export async function startOperatorServer(options: OperatorServerOptions): Promise<OperatorServer> {
  const { pool, clock } = options;
  const db = pool.asService('a test');
  const { operatorId, partnerId } = await ensureOperator(db);
  let rotated = false;
  const own = accountHandlers({
    clock,
    people: openPeople({ key: randomBytes(32), clock }),
    deviceKey: randomBytes(32),
    operatorTokenHash: hashToken(OPERATOR_TOKEN),
    operatorId,
    ledgerCurrency: async () => undefined,
    summaries: partnerSummaries({ timeZone: async () => 'UTC' }),
    cursorKey: randomBytes(32),
    dashboardUrl: 'http://dashboard.test',
    interfaceUrl: 'http://interface.test',
    status: async () => STATUS,
    settings: () => [],
    rotateSigningKey: async () => {
      const created = !rotated;
      rotated = true;
      const next = { kid: 'sig_next', from: '2026-07-02T10:30:00Z' };
      return { signingKey: { ...STATUS.signingKey, next }, created };
    },
  });
  const server = createHttpServer(
    operatorListener({
      pool,
      operations: OPERATOR_OPERATIONS,
      handlers: options.handlers?.(own) ?? own,
      identify: createIdentify({ db, operatorToken: OPERATOR_TOKEN, operatorId, clock }),
      pages: plainPages({ '/healthz': () => jsonPage(200, { status: 'ok' }) }),
      files: options.files ?? dashboardFiles('/nonexistent'),
      dashboardOrigins: options.dashboardOrigins ?? [],
      trustedProxies: options.behindProxy ? addressList(['127.0.0.0/8']) : undefined,
      bodies: new BodyReads({ clock, metrics: createMetrics(), deadlineMs: 10_000 }),
      clock,
      log: createLog('silent'),
      checkAnswers: true,
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const send = (path: string, request: TestRequest = {}) => sendTo(port, path, request);
  return {
    origin,
    operatorId,
    partnerId,
    bearer: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    send,
    call: (name, headers, input = {}) =>
      send(`/api/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      }),
    browser: cookie => ({ cookie, origin }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends `path` unchanged, which fetch does not allow. */
function sendTo(
  port: number,
  path: string,
  { method = 'GET', headers, body }: TestRequest,
): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, headers: { connection: 'close', ...headers } },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.startsWith('application/json');
          const { statusCode = 0, headers: answerHeaders } = response;
          resolve({
            status: statusCode,
            headers: answerHeaders,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
