/** A webhook receiver: a real server on loopback that stores what it receives and responds as the test specifies. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { receiver as listen, readWhole } from '../webhook-receiver.ts';

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** The header `webhook-id`. */
  id: string;
}

export type Answer = (received: Received, response: ServerResponse, request: IncomingMessage) => unknown;

export interface Receiver {
  url: string;
  received: Received[];
  /** Returns the IDs in order of arrival, for one path or for all paths. */
  ids(path?: string): string[];
  answer: Answer;
  close(): Promise<void>;
}

/** For `expect.poll`, with enough time for a busy machine. */
export const PATIENT = { timeout: 15_000 };

export const ok: Answer = (_, response) => response.writeHead(204).end();
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end('no');

export async function openReceiver(answer: Answer = ok): Promise<Receiver> {
  const server = await listen(async (request, response) => {
    const body = (await readWhole(request)).toString('utf8');
    const id = String(request.headers['webhook-id']);
    const received = { path: request.url ?? '', headers: request.headers, body, id };
    receiver.received.push(received);
    receiver.answer(received, response, request);
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.port}`,
    received: [],
    ids: path =>
      receiver.received.filter(each => path === undefined || each.path === path).map(each => each.id),
    answer,
    close: async () => server[Symbol.asyncDispose](),
  };
  return receiver;
}
