/** Runs COPY … TO STDOUT, only as fast as the bytes are consumed. */
import type { Readable } from 'node:stream';
import type postgres from 'postgres';

export type TakeBytes = (bytes: Buffer) => Promise<void> | void;

interface CopyQuery {
  readable(): Promise<Readable>;
}

/** If `take` fails, the connection is closed, because the server would continue to send data. */
export async function copyOut(sql: postgres.Sql, command: string, take: TakeBytes): Promise<void> {
  const query = sql.unsafe(command) as unknown as CopyQuery;
  const source = await query.readable();
  for await (const bytes of source) await take(bytes as Buffer);
  // The driver pauses its socket for a slow reader and only resumes it for more data. The end of the statement must
  // still be read.
  source._read(0);
}
