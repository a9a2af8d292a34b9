/** A receiver of webhooks that takes everything and counts it by the id of the event. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WebhookEar {
  url: string;
  /** How often each event arrived. */
  heard: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function webhookEar(): Promise<WebhookEar> {
  const heard = new Map<string, number>();
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    request.resume().on('end', () => {
      heard.set(id, (heard.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heard,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
