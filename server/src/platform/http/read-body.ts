/** Reads a request body, counting bytes up to the limit. */
import type { IncomingMessage } from 'node:http';
import { bodyTooLarge, MAX_BODY_BYTES } from './media.ts';

/** The client went away before its request was complete; there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Gone while something else was waited for: no event would come any more.
    if (request.destroyed) return reject(new ClientGone());
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) reject(bodyTooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () =>
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)),
    );
    request.on('error', () => reject(new ClientGone()));
    // Every request closes; only one that closes early is worth an error, which is costly to make.
    request.on('close', () => {
      if (!request.readableEnded) reject(new ClientGone());
    });
  });
}
