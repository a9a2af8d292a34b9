import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { plainPages } from '../platform/http/plain-pages.ts';
import { createMetrics } from '../platform/metrics.ts';
import { metricsPage } from './metrics-page.ts';

async function statusAt(host: string): Promise<number> {
  const settings = { SERAI_HOST: host, SERAI_METRICS_TOKEN: undefined, SERAI_OPERATOR_TOKEN: undefined };
  const pages = plainPages({ '/metrics': metricsPage(createMetrics().render, settings) });
  const server = createServer((request, response) => void pages.answer(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/metrics`)).status;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each(['127.0.0.1', '::1', 'localhost'])(
  'a listener bound to %s shows metrics without a token',
  async host => {
    expect(await statusAt(host)).toBe(200);
  },
);

test.each(['0.0.0.0', '::', '10.0.0.5', 'serai.example.com'])(
  'a listener bound to %s requires a token for metrics, even from a loopback address',
  async host => {
    expect(await statusAt(host)).toBe(401);
  },
);
