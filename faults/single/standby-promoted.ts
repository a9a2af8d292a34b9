/** Fault 15: the primary dies while partners book, and its synchronous standby takes over at the same address. */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../e2e/child-process.ts';
import { openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import type { StandbyServer } from '../../server/test/postgres-server.ts';
import type { Fault, Verdict } from '../fault.ts';
import { startBookers, tally } from './stage/bookers.ts';
import { type DatabaseRoute, databaseRoute } from './stage/database-route.ts';
import { type Stage, withStage } from './stage/stage.ts';

const PARTNERS = 6;
const LOAD_MS = 8_000;
const SOON_MS = 60_000;

export const standbyPromoted: Fault = {
  name: 'standby-promoted',
  about: 'the primary PostgreSQL dies while partners book, and its synchronous standby takes over',
  async run(context) {
    let route: DatabaseRoute | undefined;
    const options = {
      prepareNodes: async ({ databaseUrl }: { databaseUrl: string }) => {
        route = await databaseRoute(databaseUrl);
      },
      envOf: () => ({ DATABASE_URL: route?.url }),
    };
    try {
      return await withStage(context, options, async stage => {
        const standby = await stage.cluster.postgres.startStandby();
        try {
          return await failOver(stage, standby, route as DatabaseRoute);
        } finally {
          await standby.stop();
        }
      });
    } finally {
      await route?.proxy.close();
    }
  },
};

async function failOver(stage: Stage, standby: StandbyServer, { proxy }: DatabaseRoute): Promise<Verdict[]> {
  const { cluster, context } = stage;
  const { owner, postgres } = cluster;
  await owner.script("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await owner.script('SELECT pg_reload_conf()');
  await until(
    async () => (await owner`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`).length === 1,
    SOON_MS,
    () => 'the standby does not replicate',
  );
  const bookers = startBookers(Array.from({ length: PARTNERS }, () => stage.newPartner({})));
  await delay(LOAD_MS);
  const diedMs = Date.now();
  await postgres.crash();
  proxy.retarget({ host: '127.0.0.1', port: standby.port });
  await standby.promote();
  const promotedMs = Date.now();
  await until(
    () => bookers.firstGoodMs(promotedMs) !== undefined,
    SOON_MS,
    () => 'no booking succeeds on the new primary',
  );
  const backMs = bookers.firstGoodMs(promotedMs) ?? 0;
  context.say(`promoted after ${promotedMs - diedMs} ms; the first booking ${backMs - promotedMs} ms later`);
  await delay(LOAD_MS);
  await bookers.stop();
  context.say(tally(bookers.answers));
  const promoted = openOwnerDatabase({ address: { url: standby.url }, log: quietLog, max: 3 });
  try {
    return await stage.judge(promoted);
  } finally {
    await promoted.close();
  }
}
