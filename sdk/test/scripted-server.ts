import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientOptions, Serai } from '../src/serai.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into requests freely
  json: any;
}

export interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body?: unknown;
}

/** A response, or a function that controls the connection. */
type Step = Scripted | ((response: ServerResponse) => void);

export interface ScriptedServer {
  url: string;
  received: Received[];
  /** The next responses in order. The last one is repeated. */
  script(...steps: Step[]): void;
  client(options?: ClientOptions): Serai;
  close(): Promise<void>;
}

export const KEY = 'serai_sandbox_7Q2M_c4naryc4naryc4naryc4nary';

export async function scriptedServer(): Promise<ScriptedServer> {
  let steps: Step[] = [{}];
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    received.push({ path: request.url ?? '', headers: request.headers, text, json: JSON.parse(text) });
    const step = (steps.length > 1 ? steps.shift() : steps[0]) ?? {};
    if (typeof step === 'function') step(response);
    else respond(response, step);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    script(...next) {
      steps = next;
      received.length = 0;
    },
    client: options => new Serai({ apiKey: KEY, baseUrl: url, ...options }),
    close() {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

function respond(response: ServerResponse, { status = 200, headers = {}, body = {} }: Scripted): void {
  response.writeHead(status, { 'x-request-id': 'req_test', 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** An error response as Serai sends it. A 5xx always has a request id and the retryable flag. */
export function failure(status: number, code: string, more: object = {}): Scripted {
  const always = status < 500 ? {} : { requestId: 'req_scripted', retryable: status !== 500 };
  return { status, body: { error: { code, message: `${code} occurred.`, ...always, ...more } } };
}

/** Returns the error with which a promise is rejected. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into errors freely
export async function thrown(call: PromiseLike<unknown>): Promise<any> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('No error was thrown.');
}

/** Closes the connection without a response. */
export const hangUp = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy();
};

/** A booking request that satisfies the types. Its content is irrelevant to a scripted server. */
export const BOOK = {
  quoteId: 'quo_1',
  clientReference: 'REF-1',
  holder: { firstName: 'Ada', lastName: 'Moreno' },
  rooms: [{ roomRef: 1, guests: [{ type: 'ADULT' as const }] }],
  expectedPrice: { amount: '10.00', currency: 'EUR' },
};
