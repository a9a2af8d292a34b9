import type { Database } from './connect.ts';

export async function serverVersion(db: Database): Promise<string> {
  const [row] = await db<{ version: string }[]>`SELECT current_setting('server_version') AS version`;
  return row?.version ?? '';
}
