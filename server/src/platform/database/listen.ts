/** Notifications of the database on a connection of their own. An acceleration: whoever relies on it also polls. */
import postgres from 'postgres';
import type { DatabaseAddress } from './database-address.ts';

export interface Listening {
  stop(): Promise<void>;
}

/** Calls back for every notification, and once whenever the connection is made anew. Never rejects. */
export function listen(address: DatabaseAddress, channel: string, onNotify: () => void): Listening {
  const options = {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: 'serai listen' },
  };
  const sql =
    'url' in address
      ? postgres(address.url, options)
      : postgres({ ...options, path: address.socketPath, user: address.user, database: address.database });
  sql.listen(channel, onNotify, onNotify).catch(() => {});
  return { stop: () => sql.end({ timeout: 1 }) };
}
