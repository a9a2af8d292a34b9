/**
 * A minimal receiver: reads the body and returns 200. A GET request returns when each event first arrived, and clears
 * the list.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const arrivals = new Map<string, number>();

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify([...arrivals]));
    arrivals.clear();
    return;
  }
  const id = request.headers['webhook-id'] as string;
  if (!arrivals.has(id)) arrivals.set(id, Date.now());
  request.resume();
  request.on('end', () => response.writeHead(200).end());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}.`));
