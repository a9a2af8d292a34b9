import { afterAll, afterEach, expect, test } from 'vitest';
import { openWebhookWorld } from '../../../test/webhooks/webhook-world.ts';
import type { Database } from '../../platform/database/connect.ts';
import { eraseEvents } from '../../platform/events/outbox-store.ts';
import type { PostResult } from '../sending/sender.ts';

const world = await openWebhookWorld();
afterAll(() => world.drop());
afterEach(() => world.clean());

/** Wraps the database so that `recorded` is called after each statement that records results. */
function afterRecords(db: Database, recorded: () => void): Database {
  const run = async (...args: Parameters<Database>) => {
    const rows = await db(...args);
    if (args[0].some(text => text.includes('INSERT INTO webhook_attempt')) && rows.length === 0) recorded();
    return rows;
  };
  return Object.assign(run as unknown as Database, { transaction: db.transaction.bind(db) });
}

test.each(Array.from({ length: 12 }, (_, steps) => steps))(
  'a delivery result that arrives %i microtasks after the last batch is also recorded',
  async steps => {
    await world.endpoint('http://127.0.0.1/');
    await Promise.all([world.event(), world.event()]);
    const second = Promise.withResolvers<PostResult>();
    const answers = [Promise.resolve<PostResult>({ status: 200, durationMs: 1 }), second.promise];
    const answerLater = async () => {
      for (let step = 0; step < steps; step++) await undefined;
      second.resolve({ status: 200, durationMs: 1 });
    };
    const worker = world.worker({
      db: afterRecords(world.db, () => void answerLater()),
      sender: { postOnce: () => answers.shift() ?? Promise.reject(new Error('sent twice')) },
    });
    worker.start();
    await worker.idle();
    const rows = await world.db`SELECT status FROM webhook_delivery`;
    expect(rows).toEqual([{ status: 'DELIVERED' }, { status: 'DELIVERED' }]);
  },
);

test('a response that arrives after guest data was erased is not stored, and the event is not sent again', async () => {
  await world.endpoint('http://127.0.0.1/');
  await world.event({ bookingId: 'bkg_1', version: 1 });
  let sent = 0;
  const worker = world.worker({
    sender: {
      async postOnce() {
        sent += 1;
        await eraseEvents(world.db, ['bkg_1']);
        return { status: 500, answer: 'Ada Moreno?', durationMs: 1 };
      },
    },
  });
  worker.start();
  await worker.idle();
  expect(sent).toBe(1);
  expect(await world.db`SELECT status FROM webhook_delivery`).toEqual([{ status: 'FAILED' }]);
  expect(await world.db`SELECT FROM webhook_attempt WHERE answer IS NOT NULL`).toEqual([]);
});
