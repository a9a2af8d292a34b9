import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { booking } from '@serai/contract/booking/booking.ts';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { keyRecord } from '../../test/key-record.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { BodyReads } from '../platform/http/body-reads.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { plainPages } from '../platform/http/plain-pages.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { gatewayListener } from './gateway-listener.ts';
import { createRecords } from './records/records.ts';

const database = await testDatabase();
afterAll(() => database.drop());

/** The request log cannot read the schema of this route, so recording a request to it throws. */
const UNREADABLE = {
  ...booking,
  get input(): typeof booking.input {
    throw new Error('the schema is unreadable');
  },
};

test('a confirmed booking is returned if its request cannot be recorded, and the failures are counted and logged once a minute', async () => {
  const clock = new ManualClock();
  const metrics = createMetrics();
  const lines: string[] = [];
  const log = createLog('error', { writeJson: line => lines.push(line) });
  const records = createRecords({ db: database.db, clock, log, metrics, operations: [UNREADABLE] });
  const listener = gatewayListener({
    async pipeline(_, exchange) {
      exchange.record = keyRecord();
      exchange.operation = UNREADABLE;
      return { status: 200, headers: {}, body: '{"status":"CONFIRMED"}' };
    },
    pages: plainPages({}),
    records,
    bodies: new BodyReads({ clock, metrics, deadlineMs: 1_000 }),
    clock,
    log,
    hasUcp: false,
  });
  const server = createHttpServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${booking.path}`;
  const book = async () => (await fetch(url, { method: 'POST', body: '{}' })).json();
  try {
    expect([await book(), await book()]).toEqual([{ status: 'CONFIRMED' }, { status: 'CONFIRMED' }]);
    clock.advance(60_000);
    expect(await book()).toEqual({ status: 'CONFIRMED' });
  } finally {
    server.close();
    server.closeAllConnections();
  }
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { msg: 'a request could not be recorded', failures: 1, err: { message: 'the schema is unreadable' } },
    { msg: 'a request could not be recorded', failures: 2 },
  ]);
  expect(records.state().droppedRows).toBe(3);
  expect(metrics.render()).toContain('serai_log_rows_dropped_total 3\n');
});
