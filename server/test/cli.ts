import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorPath } from '@serai/contract/operator-operation.ts';
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { type CliDeps, runCli } from '../src/cli/cli.ts';

export interface CliRun {
  code: number;
  out: string;
  err: string;
}

interface RunOptions extends Partial<CliDeps> {
  isTty?: boolean;
  /** The user's answer to every question. If omitted, no question can be asked. */
  answer?: string;
  /** The user's answers to questions about secrets, in order. If omitted, no secret can be asked for. */
  secrets?: readonly string[];
  onQuestion?: (question: string) => void;
}

export async function runSerai(argv: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  const { isTty = false, answer, secrets, onQuestion, ...deps } = options;
  const typed = [...(secrets ?? [])];
  const run = { out: '', err: '' };
  const ask = async (question: string) => {
    onQuestion?.(question);
    return answer ?? '';
  };
  const terminal = {
    out: (text: string) => {
      run.out += text;
    },
    err: (text: string) => {
      run.err += text;
    },
    isTty,
    ask: answer === undefined ? undefined : ask,
    askSecret:
      secrets === undefined
        ? undefined
        : async (question: string) => {
            onQuestion?.(question);
            return typed.shift() ?? '';
          },
  };
  const code = await runCli(argv, { serve: async () => 0, env: {}, terminal, ...deps });
  return { code, ...run };
}

export interface Received {
  path: string;
  authorization: string | undefined;
  input: Record<string, unknown>;
}

export interface StandIn {
  url: string;
  env: NodeJS.ProcessEnv;
  received: Received[];
  /** Sends this response to the next request instead of the operation's example. */
  answerNext(status: number, body: unknown): void;
  stop(): Promise<void>;
}

const TOKEN = 'serai_operator_of_the_stand_in';

/** A fake operator API that responds with the examples in the contract. It accepts one token. */
export async function standIn(): Promise<StandIn> {
  const received: Received[] = [];
  const next: { status: number; body: unknown }[] = [];
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { authorization } = request.headers;
    const path = request.url ?? '';
    received.push({ path, authorization, input: JSON.parse(body) });
    const operation = OPERATOR_OPERATIONS.find(({ name }) => operatorPath(name) === path);
    const allowed = authorization === `Bearer ${TOKEN}`;
    const unauthorized = { error: { code: 'UNAUTHORIZED', message: 'Sign in.' } };
    const usual = { status: allowed ? 200 : 401, body: allowed ? operation?.examples.answer : unauthorized };
    const { status, body: given } = next.shift() ?? usual;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof given === 'string' ? given : JSON.stringify(given));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dataDir = mkdtempSync(join(tmpdir(), 'serai-cli-'));
  writeFileSync(join(dataDir, 'operator-token'), `${TOKEN}\n`, { mode: 0o600 });
  return {
    url: `http://127.0.0.1:${port}`,
    env: { SERAI_DASHBOARD_PORT: String(port), SERAI_DATA_DIR: dataDir },
    received,
    answerNext: (status, body) => void next.push({ status, body }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
