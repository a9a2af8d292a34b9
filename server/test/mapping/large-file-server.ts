/** Serves a file of many Rapid properties, which is generated while it is downloaded. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { propertyBody } from '../suppliers/rapid/content-bodies.ts';
import { generateProperties } from '../suppliers/rapid/properties.ts';

const TEMPLATES = 500;
const FIRST_ID = 10_000;

export interface LargeFileServer {
  url: string;
  close(): void;
}

export async function startLargeFileServer(hotels: number): Promise<LargeFileServer> {
  const templates = generateProperties('large', TEMPLATES, Date.UTC(2026, 0, 1)).map(property =>
    propertyBody(property, 'en-US'),
  );
  const server = createServer(async (request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url?.startsWith('/v3/')) {
      const href = `http://127.0.0.1:${port}/file.jsonl.gz`;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ method: 'GET', href, expires: '2099-01-01T00:00:00Z' }));
      return;
    }
    response.setHeader('etag', `"${hotels}"`);
    const gzip = createGzip({ level: 1 });
    gzip.pipe(response);
    for (let index = 0; index < hotels && !response.destroyed; index += 1) {
      const template = templates[index % TEMPLATES];
      const body = { ...template, property_id: String(FIRST_ID + index), name: `${template?.name} ${index}` };
      if (!gzip.write(`${JSON.stringify(body)}\n`)) await once(gzip, 'drain');
    }
    gzip.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
