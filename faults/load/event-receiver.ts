import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Cluster } from '../cluster/start-cluster.ts';

export interface EventReceiver {
  /** Event ids by endpoint. */
  received: ReadonlyMap<string, ReadonlySet<string>>;
  repeated(): number;
  addEndpoint(cluster: Cluster, environment: Environment, eventTypes: readonly string[]): Promise<void>;
  close(): void;
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const byPath = new Map<string, Set<string>>();
  const received = new Map<string, Set<string>>();
  let repeated = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const taken = byPath.get(request.url ?? '');
      const id = String(request.headers['webhook-id']);
      if (taken?.has(id)) repeated += 1;
      taken?.add(id);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    repeated: () => repeated,
    async addEndpoint(cluster, environment, eventTypes) {
      const path = `/${environment}-${received.size}`;
      const taken = new Set<string>();
      byPath.set(path, taken);
      const url = `http://127.0.0.1:${port}${path}`;
      const { endpoint } = await cluster.operate('webhooks/create', { url, environment, eventTypes });
      received.set(endpoint.endpointId, taken);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
