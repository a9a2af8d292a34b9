import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOARDS, boards } from './call.ts';
import { signalGroup, until, within } from './child-process.ts';
import {
  clearAway,
  newFolder,
  type Serai,
  serai,
  spawnSerai,
  startSerai,
  untilNothingRunsIn,
} from './serai-process.ts';

const CLIENTS = 16;
const STOPPED_WITHIN_MS = 20_000;

let folder: string;
let dataDir: string;
let key: string;
let service: Serai;
beforeAll(async () => {
  folder = await newFolder('stop');
  dataDir = join(folder, 'data');
  service = await startSerai({ dataDir, program: 'start' });
  key = service.key ?? '';
  // Counters survive a restart, so one test's requests would count against the limit in the next.
  const keyId = key.split('_')[2] as string;
  const raised = await serai(
    service.env,
    'keys',
    'update',
    keyId,
    '--per-minute',
    '1000000',
    '--per-hour',
    '1000000',
  );
  expect(raised.code).toBe(0);
});
afterAll(clearAway);

const head = (length: number) =>
  [
    `POST ${BOARDS} HTTP/1.1`,
    'Host: localhost',
    `Authorization: ApiKey ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');

/** Sends a request with an incomplete body. */
async function halfARequest(): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(Number(new URL(service.interfaceUrl).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.write(`${head(2)}{`);
  await once(socket, 'connect');
  // A client cannot know when the service has read the request, so wait a moment.
  await delay(300);
  return { socket, answer: () => text };
}

interface Outcome {
  status?: number;
  connection?: string | undefined;
  code?: string | undefined;
}

/**
 * Starts clients that send one request after another over keep-alive connections until the server closes them or
 * a request fails.
 */
async function askUntilToldToLeave(url: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const outcome = await ask(url, agent);
      outcomes.push(outcome);
      if (outcome.connection !== 'keep-alive') return;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return outcomes;
}

function ask(url: string, agent: Agent): Promise<Outcome> {
  return new Promise(resolve => {
    const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
    const sent = request(`${url}${BOARDS}`, { method: 'POST', agent, headers }, response => {
      const { statusCode: status = 0, headers } = response;
      response.resume().on('end', () => resolve({ status, connection: headers.connection }));
      response.on('error', () => resolve({ code: 'CUT' }));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? 'ERROR' }));
    sent.end('{}');
  });
}

test('Ctrl-C stops the service gracefully and leaves no process running', async () => {
  signalGroup(service.child, 'SIGINT');
  const code = await within(STOPPED_WITHIN_MS, service.ended, () => 'it does not stop');
  expect(code).toBe(0);
  expect(service.out().match(/^Stopping \(SIGINT\)/gm)).toHaveLength(1);
  expect(service.err()).not.toMatch(/"level":50/);
  await untilNothingRunsIn(folder);
});

test('SIGTERM under load completes every accepted request and asks clients to close their connections', async () => {
  service = await startSerai({ dataDir });
  const { socket, answer } = await halfARequest();
  const asking = askUntilToldToLeave(service.interfaceUrl);
  await delay(700);
  const stopping = service.stop();
  await delay(500);
  socket.write('}');
  const outcomes = await within(STOPPED_WITHIN_MS, asking, () => 'the clients are still answered');
  expect(await stopping).toBe(0);

  expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
  expect(outcomes.filter(({ connection }) => connection === 'close')).toHaveLength(CLIENTS);
  expect(answer()).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer()).toMatch(/connection: close/i);
  await untilNothingRunsIn(folder);
});

test('a second SIGTERM stops the service immediately and drops open requests', async () => {
  service = await startSerai({ dataDir });
  const { socket, answer } = await halfARequest();
  const closed = once(socket, 'close');
  service.child.kill('SIGTERM');
  await until(
    () => service.out().includes('Stopping'),
    5_000,
    () => 'it does not stop',
  );
  await delay(300);
  expect(service.child.exitCode).toBe(null);
  expect(await service.stop()).toBe(1);
  await closed;
  expect(answer()).toBe('');
  await untilNothingRunsIn(folder);
});

test('a request that never ends does not prevent a graceful shutdown after the configured time', async () => {
  service = await startSerai({ dataDir, env: { SERAI_SHUTDOWN_SECONDS: '1' } });
  const { socket } = await halfARequest();
  const closed = once(socket, 'close');
  expect(await service.stop()).toBe(0);
  await closed;
  await untilNothingRunsIn(folder);
});

test('Ctrl-C during the first start leaves no process running and does not affect the next start', async () => {
  const fresh = join(folder, 'fresh');
  const starting = spawnSerai({ dataDir: fresh });
  await delay(1_200);
  signalGroup(starting.child, 'SIGINT');
  await within(STOPPED_WITHIN_MS, starting.ended, () => 'it does not stop');
  await untilNothingRunsIn(fresh);
  service = await startSerai({ dataDir: fresh });
  const shown = `${starting.out()}${service.out()}`.match(/Sandbox key +(\S+)/)?.[1] ?? '';
  expect((await boards(service.interfaceUrl, shown)).status).toBe(200);
  expect(await service.stop('SIGHUP')).toBe(0);
  await untilNothingRunsIn(folder);
});
