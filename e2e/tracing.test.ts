import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOwnerDatabase } from '../server/src/platform/database/connect.ts';
import { quietLog } from '../server/src/platform/database/database-log.ts';
import { addDays } from '../server/src/platform/time/civil-date.ts';
import { migrateDatabase } from '../server/src/start-database.ts';
import { startPostgresServer } from '../server/test/postgres-server.ts';
import { loadScenarioHotels } from '../server/test/scenario-hotels.ts';
import { type ReceivedSpan, startTraceReceiver, treeOf } from '../server/test/trace-receiver.ts';
import { clearAway, newFolder, type Serai, startSerai } from './serai-process.ts';

const GUEST = { firstName: 'Ada', lastName: 'Moreno-Quispe', email: 'ada.moreno@example.com' };
const checkIn = addDays(new Date().toISOString().slice(0, 10), 60);
const [postgres, receiver] = await Promise.all([startPostgresServer(), startTraceReceiver()]);

const processes: Serai[] = [];
let gateway: Serai;
let requestIds: string[] = [];

afterAll(async () => {
  await Promise.all(processes.map(each => each.kill()));
  await clearAway();
  await receiver.close();
  await postgres?.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function call(operation: string, body: object): Promise<any> {
  const answer = await fetch(`${gateway.interfaceUrl}/connect/hotels/v1/${operation}`, {
    method: 'POST',
    headers: {
      authorization: `ApiKey ${gateway.key}`,
      'content-type': 'application/json',
      // The server must ignore this header, because it does not trust the client.
      traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${text}`);
  requestIds = [...requestIds, answer.headers.get('x-request-id') ?? ''];
  return JSON.parse(text);
}

async function book(): Promise<void> {
  const stay = { checkIn, checkOut: addDays(checkIn, 2), occupancies: [{ adults: 1 }] };
  const { hotels } = await call('availability', {
    ...stay,
    hotelIds: [scenarioHotelId('avail.timezone_plus14')],
  });
  const quote = await call('prebooking', { offerId: hotels[0].offers[0].offerId });
  const { firstName, lastName } = GUEST;
  await call('booking', {
    quoteId: quote.quoteId,
    clientReference: 'TRACE-1',
    holder: { ...GUEST, phone: '+34 600 000 000' },
    rooms: [{ roomRef: 1, guests: [{ type: 'ADULT', firstName, lastName }] }],
    expectedPrice: quote.offer.price.net,
  });
}

function requestOf(operation: string): ReceivedSpan {
  const found = receiver.spans.find(({ name }) => name === `request ${operation}`);
  if (found === undefined) throw new Error(`no trace of ${operation}: ${receiver.spans.map(s => s.name)}`);
  return found;
}

const isStatement = ({ attributes }: ReceivedSpan) => attributes['db.system.name'] !== undefined;

describe.skipIf(postgres === undefined)('tracing (needs a PostgreSQL server)', () => {
  beforeAll(async () => {
    const address = { url: postgres?.url ?? '' };
    await migrateDatabase(address, true, quietLog);
    const owner = openOwnerDatabase({ address, log: quietLog, max: 1 });
    await loadScenarioHotels(owner);
    await owner.close();
    const folder = await newFolder('tracing');
    const env = {
      DATABASE_URL: postgres?.url,
      SERAI_MASTER_KEY: randomBytes(32).toString('base64'),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      SERAI_TRACE_SAMPLE: '1',
    };
    const backend = await startSerai({ role: 'backend', dataDir: join(folder, 'backend'), env });
    processes.push(backend);
    const SERAI_BACKEND_URLS = backend.backendUrl;
    gateway = await startSerai({
      role: 'gateway',
      dataDir: join(folder, 'gateway'),
      env: { ...env, SERAI_BACKEND_URLS },
    });
    processes.push(gateway);
    await book();
    // A graceful shutdown exports the remaining spans.
    expect(await gateway.stop()).toBe(0);
    expect(await backend.stop()).toBe(0);
  });

  test('a search and a booking each produce one trace, from the gateway through the backend to the provider', () => {
    const steps = receiver.spans.filter(span => !isStatement(span));
    expect(treeOf(steps, requestOf('availability'))).toBe(
      'request availability [forward [operation availability [provider search]]]',
    );
    expect(treeOf(steps, requestOf('booking'))).toBe(
      'request booking [forward [operation booking [provider book]]]',
    );
    const operation = receiver.spans.find(({ name }) => name === 'operation booking');
    const statements = receiver.spans.filter(
      span => isStatement(span) && span.traceId === operation?.traceId,
    );
    expect(statements.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^[a-z-]+-store \w+$/));
  });

  test('the spans of gateway and backend name their role and contain the request id that the client received', () => {
    for (const [i, name] of ['availability', 'prebooking', 'booking'].entries()) {
      const request = requestOf(name);
      const operation = receiver.spans.find(
        span => span.name === `operation ${name}` && span.traceId === request.traceId,
      );
      expect([request.resource['serai.role'], operation?.resource['serai.role']]).toEqual([
        'gateway',
        'backend',
      ]);
      expect(request.attributes['serai.request_id']).toBe(requestIds[i]);
      expect(operation?.attributes['serai.request_id']).toBe(requestIds[i]);
      expect(request.attributes).toMatchObject({ 'serai.operation': name, 'serai.environment': 'sandbox' });
    }
  });

  test('spans contain no guest data, key or SQL text, and clients cannot choose the trace', () => {
    const sent = receiver.text();
    for (const word of [...Object.values(GUEST), gateway.key ?? 'no key', 'SELECT', 'abababab', 'TRACE-1']) {
      expect(sent).not.toContain(word);
    }
  });
});
