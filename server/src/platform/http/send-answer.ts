import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../operations/answer.ts';

/** How much of an unneeded body is read and discarded, so that the client can read the response. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;

/** The number of body bytes that `sendAnswer` sends. */
export function sentBytes({ method }: IncomingMessage, answer: Answer): number {
  return answer.status === 304 || method === 'HEAD' ? 0 : bytesOf(answer);
}

function bytesOf({ body, bodyBytes }: Answer): number {
  return bodyBytes ?? Buffer.byteLength(body);
}

/**
 * `headers` is a flat list of additional names and values. The body is released as soon as it has been sent, so nothing may
 * read it afterwards.
 */
export function sendAnswer(response: ServerResponse, answer: Answer, headers: string[]): void {
  const { status, body } = answer;
  for (const name in answer.headers) headers.push(name, answer.headers[name] as string);
  const bytes = bytesOf(answer);
  const isHead = response.req.method === 'HEAD';
  // A response to HEAD without a body does not state the length that GET would return, which is not known.
  if (status !== 304 && !(isHead && bytes === 0)) headers.push('content-length', String(bytes));
  response.writeHead(status, headers);
  if (status === 304 || isHead) {
    response.end();
    return;
  }
  // ASCII is the same in both encodings, and Node sends Latin-1 without converting it.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8');
  if (answer.release !== undefined) releaseWhenSent(response, answer.release);
}

/**
 * Node emits `finish` when the system has taken all bytes, but also when the connection is lost. Then the buffer is not used
 * again, so that this does not depend on what Node still does with it.
 */
function releaseWhenSent(response: ServerResponse, release: () => void): void {
  const { socket } = response;
  response.once('finish', () => {
    if (socket?.destroyed === false && socket.errored === null) release();
  });
}

/**
 * For a response that is sent before the body has been read. Node discards the rest and keeps the connection, so that
 * the client can read the response. A body of more than 16 MiB is cut off.
 */
export function drainRequest(request: IncomingMessage): void {
  if (request.complete) return;
  let drained = 0;
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MAX_DRAIN_BYTES) request.destroy();
  });
  request.on('error', () => {});
}
