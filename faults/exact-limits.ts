/**
 * Sends thousands of concurrent calls with one key to two gateways. In each window, both together must admit
 * exactly as many calls as the limit allows.
 */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { BOARDS } from '../e2e/call.ts';
import { until } from '../e2e/child-process.ts';
import { type Cluster, startCluster } from './cluster/start-cluster.ts';
import type { Fault, Verdict } from './fault.ts';

const CALLS_EACH = 2_000;
const RESTORED_WITHIN_MS = 20_000;
/** A call that load shedding rejected after the limiter had admitted and counted it. */
const SHED = 'shed';
const PASSED = ['200', SHED];
/** A call that was rejected before the limiter counted it, because the key could not be read in time. */
const UNCOUNTED = '503';

interface Burst {
  name: string;
  limits: object;
  limit: number;
  /** Each gateway receives one call beforehand, so that both have cached the key. */
  isKnown: boolean;
}

const BURSTS: readonly Burst[] = [
  { name: '100 per minute, key not cached', limits: { perMinute: 100 }, limit: 100, isKnown: false },
  { name: '1,000 per minute, key cached', limits: { perMinute: 1_000 }, limit: 1_000, isKnown: true },
  { name: '997 per hour, key not cached', limits: { perHour: 997 }, limit: 997, isKnown: false },
  { name: '2,500 per day, key cached', limits: { perDay: 2_500 }, limit: 2_500, isKnown: true },
  { name: '1 per minute, key not cached', limits: { perMinute: 1 }, limit: 1, isKnown: false },
];
const WIDE = { perMinute: 1_000_000, perHour: 1_000_000, perDay: 1_000_000 };

export const fault: Fault = {
  name: 'exact-limits',
  about: '2 gateways receive 2,000 concurrent calls each with one key: exactly the limit is admitted',
  async run(context) {
    const cluster = await startCluster({
      ...{ folder: context.folder, gateways: 2, backends: 1, workers: 0 },
      // All calls come from the same address.
      env: { SERAI_MAX_CONNECTIONS_PER_ADDRESS: String(2 * CALLS_EACH) },
    });
    try {
      const verdicts: Verdict[] = [];
      const timesDegraded = async () => (await countDegradations(cluster, context.folder)).begun;
      for (const burst of BURSTS) {
        await untilRedisIsUsed(cluster, context.folder);
        const before = await timesDegraded();
        const verdict = await playBurst(cluster, burst);
        const degraded = (await timesDegraded()) - before;
        const compared = `${verdict.compared}; gateways stopped using Redis ${degraded} times`;
        context.say(`${burst.name}: ${compared}`);
        verdicts.push({ ...verdict, compared });
      }
      return verdicts;
    } finally {
      await cluster.stop();
    }
  },
};

/** Returns how often the gateways logged that they lost Redis, and that they use it again. */
async function countDegradations(
  { gateways }: Cluster,
  folder: string,
): Promise<{ begun: number; over: number }> {
  const logs = await Promise.all(gateways.map(({ name }) => readFile(join(folder, `${name}.log`), 'utf8')));
  const count = (kind: string) => logs.join('').split(`"kind":"${kind}"`).length - 1;
  return { begun: count('degraded'), over: count('restored') };
}

async function untilRedisIsUsed(cluster: Cluster, folder: string): Promise<void> {
  await until(
    async () => {
      const { begun, over } = await countDegradations(cluster, folder);
      return begun === over;
    },
    RESTORED_WITHIN_MS,
    () => 'the gateways did not return to Redis',
  );
}

async function playBurst(
  { gateways, createKey }: Cluster,
  { name, limits, limit, isKnown }: Burst,
): Promise<Verdict> {
  const { secret } = await createKey({ limits: { ...WIDE, ...limits } });
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS_EACH });
  const startedMs = performance.now();
  const counts = new Map<string, number>();
  async function call(url: string): Promise<void> {
    const outcome = await post(`${url}${BOARDS}`, secret, agent);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  if (isKnown) for (const { url } of gateways) await call(url);
  await Promise.all(gateways.flatMap(({ url }) => Array.from({ length: CALLS_EACH }, () => call(url))));
  agent.destroy();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const count = (outcome: string) => counts.get(outcome) ?? 0;
  const admitted = PASSED.reduce((sum, outcome) => sum + count(outcome), 0);
  const others = [...counts].filter(([outcome]) => ![...PASSED, '429', UNCOUNTED].includes(outcome));
  return {
    guarantee: `exactly ${name}`,
    compared: `${admitted} admitted (${count(SHED)} of them shed later), ${count('429')} rejected, ${count(UNCOUNTED)} uncounted, in ${seconds} s`,
    broken: [
      ...(admitted === limit ? [] : [`${admitted} admitted, not ${limit}`]),
      ...others.map(([outcome, times]) => `${times} responses ${outcome}`),
    ],
  };
}

/**
 * Returns the status of the response, `SHED` if the service was overloaded, or a description if no complete response
 * arrived.
 */
function post(url: string, key: string, agent: Agent): Promise<string> {
  return new Promise(resolve => {
    const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', agent, headers }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('end', () => resolve(text.includes('overloaded') ? SHED : String(response.statusCode)));
      response.on('error', () => resolve('CUT'));
    });
    sent.on('error', () => resolve('no connection'));
    sent.end('{}');
  });
}
