/** Writes an answer to the client in one go. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../operations/answer.ts';

/** How much of an unwanted body is read and thrown away, so that the client gets to read the answer. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;

/** `headers` come in addition to the answer's own, as a flat list of names and values. Returns the bytes of the body. */
export function sendAnswer(response: ServerResponse, answer: Answer, headers: string[]): number {
  const { status, body } = answer;
  for (const name in answer.headers) headers.push(name, answer.headers[name] as string);
  const bytes = Buffer.byteLength(body);
  if (status !== 304) headers.push('content-length', String(bytes));
  response.writeHead(status, headers);
  if (status === 304 || response.req.method === 'HEAD') {
    response.end();
    return 0;
  }
  response.end(body);
  return bytes;
}

/**
 * An answer given before the body was read: Node throws the rest away and keeps the connection, which lets the client
 * read the answer. A body without an end is cut off.
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
