/** COPY … FROM STDIN over the driver, which forgets a failure that comes after the last byte. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';

export type CopyChunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** What the driver's query has beside its types: it is rejected once the server has said no. */
interface CopyQuery {
  writable(): Promise<Writable>;
  reject(error: Error): void;
}

export async function copyIn(sql: postgres.Sql, command: string, chunks: CopyChunks): Promise<void> {
  const query = sql.unsafe(command) as unknown as CopyQuery;
  const refusal = Promise.withResolvers<never>();
  // Awaited only beside the bytes; without them it would count as unhandled.
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
    // The server's own words say more than the broken pipe behind them.
    throw await Promise.race([refusal.promise.catch((said: Error) => said), settled(sql, error as Error)]);
  }
}

/** The failure at hand, once the server has had its chance to explain it. */
async function settled(sql: postgres.Sql, error: Error): Promise<Error> {
  await sql.unsafe('SELECT 1').catch(() => {});
  return error;
}
