import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOwnerDatabase } from '../server/src/platform/database/connect.ts';
import { quietLog } from '../server/src/platform/database/database-log.ts';
import { DATABASE, SUPERUSER } from '../server/src/platform/database/embedded/create-cluster.ts';
import { socketFolderFor } from '../server/src/platform/database/embedded/socket-folder.ts';
import { operate } from './call.ts';
import { until } from './child-process.ts';
import { clearAway, newFolder, type Serai, startSerai } from './serai-process.ts';

const EVENTS_EACH = 20;
/**
 * Number of deliveries that the receiver accepts before it stops responding. At most ten are in progress per
 * endpoint.
 */
const TAKEN = 13;
const UNDER_WAY = 10;
const SOON_MS = 20_000;

let dataDir: string;
let service: Serai;
let receiver: Server;
/** Event ids that the receiver accepted. */
const taken = new Set<string>();
let mute = false;
const unanswered = new Set<ServerResponse>();

const start = () => startSerai({ dataDir, env: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      if (mute && taken.size >= TAKEN) return void unanswered.add(response);
      taken.add(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
    response.on('close', () => unanswered.delete(response));
  });
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  dataDir = join(await newFolder('hooks'), 'data');
  service = await start();
});
afterAll(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  await clearAway();
});

async function createEndpoint(): Promise<string> {
  const { port } = receiver.address() as AddressInfo;
  const made = {
    url: `http://127.0.0.1:${port}/`,
    environment: 'sandbox',
    eventTypes: ['booking.confirmed'],
  };
  return (await operate(service, 'webhooks/create', made)).endpoint.endpointId;
}

/** The killed process's leases expire after a minute. */
async function letAMinutePass(): Promise<void> {
  const { socketPath } = socketFolderFor(dataDir);
  const address = { socketPath, user: SUPERUSER, database: DATABASE };
  const owner = openOwnerDatabase({ address, log: quietLog, max: 1 });
  await owner.script(
    `CREATE OR REPLACE FUNCTION serai_now() RETURNS timestamptz LANGUAGE sql VOLATILE
     AS 'SELECT clock_timestamp() + interval ''61 seconds'''`,
  );
  await owner.close();
}

test('every event arrives even if the service is killed while it delivers events', async () => {
  const endpoints = [await createEndpoint(), await createEndpoint()];
  mute = true;
  const pings = endpoints.flatMap(endpointId =>
    Array.from({ length: EVENTS_EACH }, () => operate(service, 'webhooks/ping', { endpointId })),
  );
  const events = (await Promise.all(pings)).map(({ delivery }) => delivery.eventId);
  await until(
    () => unanswered.size >= UNDER_WAY,
    SOON_MS,
    () => `${unanswered.size} deliveries are under way`,
  );
  await service.kill();
  mute = false;
  expect(taken.size).toBeLessThan(events.length);

  service = await start();
  await letAMinutePass();
  await until(
    () => taken.size === events.length,
    SOON_MS,
    () => `${taken.size} of ${events.length} events arrived`,
  );
  expect([...taken].sort()).toEqual(events.toSorted());
  await until(
    async () => (await operate(service, 'deliveries/list', { status: 'PENDING' })).deliveries.length === 0,
    SOON_MS,
    () => 'some deliveries are not told of',
  );
  const { deliveries } = await operate(service, 'deliveries/list', {
    status: 'DELIVERED',
    page: { limit: 100 },
  });
  expect(deliveries).toHaveLength(events.length);
  expect(await service.stop()).toBe(0);
});
