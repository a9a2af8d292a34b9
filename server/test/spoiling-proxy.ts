/** A proxy in front of the API, under its own path, that modifies responses on purpose. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PassedAnswer {
  /** The last segment of the request path. */
  operation: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into requests freely
  request: any;
  idempotencyKey: string | undefined;
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests change answers freely
  json: any;
  /** Sent instead of `json`. */
  text?: string;
  /** Closes the connection without a response. */
  isCut?: boolean;
}

export interface SpoilingProxy {
  url: string;
  /** Modifies responses in place. */
  spoil: (answer: PassedAnswer) => void;
  close(): Promise<void>;
}

const PREFIX = '/our/hotels';
const KEPT = ['content-type', 'x-request-id', 'retry-after', 'idempotency-replayed'];

export async function spoilingProxy(target: string): Promise<SpoilingProxy> {
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: SpoilingProxy = {
    url: `http://127.0.0.1:${port}${PREFIX}`,
    spoil: () => {},
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const path = request.url?.slice(PREFIX.length) ?? '';
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const idempotencyKey = typeof key === 'string' ? key : undefined;
    const answered = await fetch(`${target}${path}`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body,
    });
    const answer: PassedAnswer = {
      operation: path.split('/').at(-1) ?? '',
      request: JSON.parse(body),
      idempotencyKey,
      status: answered.status,
      headers: Object.fromEntries([...answered.headers].filter(([name]) => KEPT.includes(name))),
      json: await answered.json(),
    };
    proxy.spoil(answer);
    if (answer.isCut) return void response.destroy();
    response.writeHead(answer.status, answer.headers);
    response.end(answer.text ?? JSON.stringify(answer.json));
  }
  return proxy;
}
