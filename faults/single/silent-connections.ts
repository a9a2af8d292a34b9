/**
 * Fault 6: connections stay open but stop carrying data, on each route between processes, in the middle of
 * requests.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { until } from '../../e2e/child-process.ts';
import { type FaultProxy, startFaultProxy } from '../../server/test/fault-proxy.ts';
import type { ClusterNode } from '../cluster/cluster-node.ts';
import type { Fault, Verdict } from '../fault.ts';
import { type Bookers, startBookers, tally } from './stage/bookers.ts';
import { type DatabaseRoute, databaseRoute } from './stage/database-route.ts';
import { type Stage, withStage } from './stage/stage.ts';

const PARTNERS = 4;
const SILENT_MS = 15_000;
const REST_MS = 4_000;
/** Maximum time until bookings succeed after the route works again. */
const SOON_MS = 30_000;
/** Additional time for a busy machine. */
const SLACK_MS = 3_000;

interface Ways {
  database: DatabaseRoute;
  redis: FaultProxy;
  backends: FaultProxy[];
}

export const silentConnections: Fault = {
  name: 'silent-connections',
  about:
    'connections to PostgreSQL, to Redis and from gateway to backend stop carrying data, one route at a time',
  async run(context) {
    const ways: Partial<Ways> = {};
    const options = {
      backends: 2,
      prepareNodes: async (made: { databaseUrl: string; redisUrl: string }) => {
        ways.database = await databaseRoute(made.databaseUrl);
        const { hostname: host, port } = new URL(made.redisUrl);
        ways.redis = await startFaultProxy({ target: { host, port: Number(port) } });
      },
      envOf: () => ({
        DATABASE_URL: ways.database?.url,
        REDIS_URL: `redis://127.0.0.1:${ways.redis?.port}`,
      }),
    };
    try {
      return await withStage(context, options, async stage => {
        ways.backends = await betweenNodes(stage);
        return play(stage, ways as Ways);
      });
    } finally {
      const proxies = [ways.database?.proxy, ways.redis, ...(ways.backends ?? [])];
      await Promise.all(proxies.map(proxy => proxy?.close()));
    }
  },
};

/** Restarts the gateway so that it reaches its backends through proxies. */
async function betweenNodes({ cluster }: Stage): Promise<FaultProxy[]> {
  const proxies = await Promise.all(
    cluster.backends.map(({ url }) => {
      const { hostname: host, port } = new URL(url);
      return startFaultProxy({ target: { host, port: Number(port) } });
    }),
  );
  const [gateway] = cluster.gateways as [ClusterNode];
  await gateway.stop();
  await gateway.start({
    SERAI_BACKEND_URLS: proxies.map(({ port }) => `http://127.0.0.1:${port}`).join(','),
  });
  return proxies;
}

async function play(stage: Stage, { database, redis, backends }: Ways): Promise<Verdict[]> {
  const bookers = startBookers(Array.from({ length: PARTNERS }, () => stage.newPartner({})));
  const broken: string[] = [];
  const each: [string, FaultProxy[]][] = [
    ['to Redis', [redis]],
    ['to one backend', backends.slice(0, 1)],
    ['to every backend', backends],
    ['to PostgreSQL', [database.proxy]],
  ];
  for (const [way, proxies] of each) {
    await delay(REST_MS);
    broken.push(...(await silence(stage, bookers, way, proxies)));
  }
  await bookers.stop();
  return [
    { guarantee: 'routes that work again are used again', compared: `${each.length} routes`, broken },
    noRequestOutlivesItsDeadline(bookers),
    ...(await stage.judge()),
  ];
}

async function silence(
  { context }: Stage,
  bookers: Bookers,
  way: string,
  proxies: readonly FaultProxy[],
): Promise<string[]> {
  const fromMs = Date.now();
  await Promise.all(proxies.map(proxy => proxy.set({ kind: 'black-hole' })));
  await delay(SILENT_MS);
  const during = bookers.answers.filter(({ endedMs }) => endedMs > fromMs);
  await Promise.all(proxies.map(proxy => proxy.clear()));
  const openMs = Date.now();
  const isBack = await until(
    () => bookers.firstGoodMs(openMs) !== undefined,
    SOON_MS,
    () => '',
  ).then(
    () => true,
    () => false,
  );
  const backMs = (bookers.firstGoodMs(openMs) ?? 0) - openMs;
  context.say(
    `silent ${way} for ${SILENT_MS} ms: ${tally(during) || 'no response'}; first success ${backMs} ms after that`,
  );
  return isBack ? [] : [`no booking succeeded within ${SOON_MS} ms after the route ${way} worked again`];
}

function noRequestOutlivesItsDeadline({ answers }: Bookers): Verdict {
  const deadlines = new Map(OPERATIONS.map(({ name, deadlineMs }) => [name as string, deadlineMs]));
  const late = answers.filter(({ operation, tookMs }) => tookMs > (deadlines.get(operation) ?? 0) + SLACK_MS);
  const longestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
  return {
    guarantee: 'no request outlives its deadline',
    compared: `${answers.length} responses, the slowest after ${Math.round(longestMs)} ms`,
    broken: late.map(({ operation, tookMs }) => `${operation} took ${Math.round(tookMs)} ms`),
  };
}
