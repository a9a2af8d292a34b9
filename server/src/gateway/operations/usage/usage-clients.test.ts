import type { listClients } from '@serai/contract/account/usage.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { callOperator } from '../../../../test/call-operator.ts';
import { testDatabase } from '../../../../test/database.ts';
import { finishedExchange } from '../../../../test/finished-exchange.ts';
import { keyRecord } from '../../../../test/key-record.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { recordsOn, SUCCESS } from '../../../../test/records-under-test.ts';
import { usageClients } from './usage-clients.ts';

type Clients = z.output<typeof listClients.output>;

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 2, 10, 12);
const clock = new ManualClock(NOW_MS);
const record = keyRecord({ id: 'seen', environment: 'production' });

function use(daysAgo: number, address: string, version: string | undefined, status = 200): void {
  const rawHeaders = version === undefined ? [] : ['X-Client-Version', version];
  const time = { nowMs: () => NOW_MS - daysAgo * DAY_MS, monotonicMs: () => 0 };
  records.record(finishedExchange(time, { record, address, rawHeaders }), { ...SUCCESS, status });
}

const database = await testDatabase();
await database.ownerDb.script(`
  INSERT INTO organisation (id, name) VALUES ('org_test', 'Test'), ('org_other', 'Other');
  INSERT INTO api_key (id, organisation_id, environment, name, scopes, limit_minute, limit_hour, limit_day, created_by)
    VALUES ('seen', 'org_test', 'production', 'Seen', '{hotels:search}', 1, 1, 1, 'ana'),
      ('idle', 'org_test', 'sandbox', 'Idle', '{hotels:search}', 1, 1, 1, 'ana')`);
const records = recordsOn(database.db, clock);
use(8, '198.51.100.9', '1.0.0');
use(6, '203.0.113.7', '4.1.0');
use(2, '203.0.113.7', '4.2.0');
use(1, '203.0.113.8', undefined, 403);
await records.stop();
afterAll(() => database.drop());

const clients = (keyId: string, organisation = 'org_test') =>
  callOperator<Clients>(database, usageClients({ clock }), organisation, { keyId });

const ago = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString();

describe('usage/clients', () => {
  test('usage/clients lists the addresses and client versions of the last week, most recently used first', async () => {
    expect(await clients('seen')).toEqual({
      since: ago(7),
      complete: true,
      addresses: [
        { address: '203.0.113.8', requests: 1, lastAt: ago(1), forbidden: 1 },
        { address: '203.0.113.7', requests: 2, lastAt: ago(2), forbidden: 0 },
      ],
      versions: [
        { version: null, requests: 1, lastAt: ago(1) },
        { version: '4.2.0', requests: 1, lastAt: ago(2) },
        { version: '4.1.0', requests: 1, lastAt: ago(6) },
      ],
    });
  });

  test('usage/clients lists nothing for an unused key and returns 404 for a key of another partner', async () => {
    expect(await clients('idle')).toMatchObject({ complete: true, addresses: [], versions: [] });
    await expect(clients('seen', 'org_other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
