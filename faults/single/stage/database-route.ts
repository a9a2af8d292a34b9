import { type FaultProxy, startFaultProxy } from '../../../server/test/fault-proxy.ts';

export interface DatabaseRoute {
  proxy: FaultProxy;
  url: string;
}

export async function databaseRoute(databaseUrl: string): Promise<DatabaseRoute> {
  const url = new URL(databaseUrl);
  const proxy = await startFaultProxy({ target: { host: url.hostname, port: Number(url.port) } });
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}
