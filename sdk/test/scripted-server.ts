/** A server that answers as a test says, and keeps what it was asked. */
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
  /** An object is sent as JSON. */
  body?: unknown;
}

/** What to answer, or a function that does something else to the connection. */
type Step = Scripted | ((response: ServerResponse) => void);

export interface ScriptedServer {
  url: string;
  received: Received[];
  /** The next answers in turn; the last one stays. */
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
    else answer(response, step);
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

function answer(response: ServerResponse, { status = 200, headers = {}, body = {} }: Scripted): void {
  response.writeHead(status, { 'x-request-id': 'req_test', 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** As the service responds: a 5xx always has a request id and says whether it is retryable. */
export function failure(status: number, code: string, more: object = {}): Scripted {
  const always = status < 500 ? {} : { requestId: 'req_scripted', retryable: status !== 500 };
  return { status, body: { error: { code, message: `${code} it is.`, ...always, ...more } } };
}

/** What a promise is rejected with. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into errors freely
export async function thrown(call: PromiseLike<unknown>): Promise<any> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

/** Ends the connection without an answer. */
export const hangUp = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy();
};

/** A booking request that the types accept; what it says does not matter to a scripted server. */
export const BOOK = {
  quoteId: 'quo_1',
  clientReference: 'REF-1',
  holder: { firstName: 'Ada', lastName: 'Moreno' },
  rooms: [{ roomRef: 1, guests: [{ type: 'ADULT' as const }] }],
  expectedPrice: { amount: '10.00', currency: 'EUR' },
};
