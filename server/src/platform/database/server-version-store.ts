import type { Database } from './connect.ts';

/** The version of the server, such as `18.4`. */
export async function serverVersion(db: Database): Promise<string> {
  const [row] = await db<{ version: string }[]>`SELECT current_setting('server_version') AS version`;
  return row?.version ?? '';
}
