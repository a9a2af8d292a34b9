/** COPY … TO STDOUT over the driver, as fast as the bytes are taken. */
import type { Readable } from 'node:stream';
import type postgres from 'postgres';

export type TakeBytes = (bytes: Buffer) => Promise<void> | void;

/** What the driver's query has beside its types. */
interface CopyQuery {
  readable(): Promise<Readable>;
}

/** A failure of `take` ends the connection with it: the server would send on. */
export async function copyOut(sql: postgres.Sql, command: string, take: TakeBytes): Promise<void> {
  const query = sql.unsafe(command) as unknown as CopyQuery;
  const source = await query.readable();
  for await (const bytes of source) await take(bytes as Buffer);
  // The driver pauses its socket for a slow reader and wakes it only for more bytes; the end of the statement is still to come.
  source._read(0);
}
