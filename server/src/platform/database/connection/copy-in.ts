/** Runs COPY … FROM STDIN. It works around the driver, which ignores a failure that arrives after the last byte. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';

export type CopyChunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** An undocumented part of the driver's query. It is rejected as soon as the server reports an error. */
interface CopyQuery {
  writable(): Promise<Writable>;
  reject(error: Error): void;
}

export async function copyIn(sql: postgres.Sql, command: string, chunks: CopyChunks): Promise<void> {
  const query = sql.unsafe(command) as unknown as CopyQuery;
  const refusal = Promise.withResolvers<never>();
  // The promise is only awaited together with the bytes. Without this handler, an earlier rejection would be unhandled.
  refusal.promise.catch(() => {});
  const reject = query.reject;
  query.reject = error => {
    refusal.reject(error);
    reject.call(query, error);
  };
  const target = await query.writable();
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 2 });
  const sent = pipeline(source, target);
  sent.catch(() => {});
  try {
    await Promise.race([sent, refusal.promise]);
  } catch (error) {
    source.destroy();
    // The server's error is more useful than the broken pipe that it causes.
    throw await Promise.race([refusal.promise.catch((said: Error) => said), settled(sql, error as Error)]);
  }
}

/** Returns this error after the server has had a chance to report its own error. */
async function settled(sql: postgres.Sql, error: Error): Promise<Error> {
  await sql.unsafe('SELECT 1').catch(() => {});
  return error;
}
