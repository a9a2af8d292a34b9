import type { DatabaseAddress } from '../src/platform/database/database-address.ts';
import type { TestDatabase } from './database.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

export async function databaseProxy(
  database: TestDatabase,
): Promise<{ proxy: FaultProxy; address: DatabaseAddress }> {
  const { address } = database;
  if ('url' in address) {
    const url = new URL(address.url);
    const target = { host: url.hostname, port: Number(url.port || 5432) };
    const proxy = await startFaultProxy({ target });
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    return { proxy, address: { url: url.href } };
  }
  const proxy = await startFaultProxy({ target: { path: address.socketPath } });
  return {
    proxy,
    address: { url: `postgres://${address.user}@127.0.0.1:${proxy.port}/${address.database}` },
  };
}
