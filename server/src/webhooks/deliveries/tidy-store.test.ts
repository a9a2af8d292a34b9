import { afterAll, expect, test } from 'vitest';
import { rowsRead } from '../../../test/rows-read.ts';
import { openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteOldEvents } from './tidy-store.ts';

const world = await openWebhookWorld();
afterAll(() => world.drop());

test('finding expired events reads none of the thousands that have not expired', async () => {
  await world.event();
  await world.database.ownerDb`
    INSERT INTO outbox_event (event_id, organisation_id, environment, type, at, data)
    SELECT 'evt_young' || n, organisation_id, environment, type, at, data
    FROM outbox_event, generate_series(1, 10000) AS n`;
  await world.database.ownerDb`
    INSERT INTO outbox_event (event_id, organisation_id, environment, type, at, data)
    SELECT 'evt_old' || n, organisation_id, environment, type, at - interval '31 days', data
    FROM outbox_event, generate_series(1, 3) AS n WHERE event_id = 'evt_young1'`;
  await world.database.ownerDb.script('ANALYZE');
  await world.db.transaction(async tx => {
    const before = await rowsRead(tx, 'outbox_event');
    const within = { transaction: work => work(tx) } as Pick<Database, 'transaction'> as Database;
    expect(await deleteOldEvents(within)).toBe(3);
    expect((await rowsRead(tx, 'outbox_event')) - before).toBeLessThan(100);
  });
});
