/** Two gateways, thousands of calls at once on one key: together they admit exactly the limit, whichever window it is. */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { BOARDS } from '../e2e/call.ts';
import { type Cluster, startCluster } from './cluster/start-cluster.ts';
import type { Fault, Verdict } from './fault.ts';

const CALLS_EACH = 2_000;
/** A crowded machine may starve Redis, and gateways do not wait for it: then the same again. */
const ROUNDS = 5;
/** Shed after it was counted: the limit let it pass, as it did with 200. */
const SHED = 'shed';
const PASSED = ['200', SHED];
/** Before it was counted: the key could not be read in time. */
const UNCOUNTED = '503';

interface Burst {
  name: string;
  limits: object;
  limit: number;
  /** Used once at each gateway before, so that both know the key. */
  isKnown: boolean;
}

const BURSTS: readonly Burst[] = [
  { name: '100 a minute, key unknown to both', limits: { perMinute: 100 }, limit: 100, isKnown: false },
  { name: '1,000 a minute, key known', limits: { perMinute: 1_000 }, limit: 1_000, isKnown: true },
  { name: '997 an hour, key unknown', limits: { perHour: 997 }, limit: 997, isKnown: false },
  { name: '2,500 a day, key known', limits: { perDay: 2_500 }, limit: 2_500, isKnown: true },
  { name: '1 a minute, key unknown', limits: { perMinute: 1 }, limit: 1, isKnown: false },
];
const WIDE = { perMinute: 1_000_000, perHour: 1_000_000, perDay: 1_000_000 };

export const fault: Fault = {
  name: 'exact-limits',
  about: '2 gateways, 2,000 calls at once at each on one key: exactly the limit is admitted',
  async run(context) {
    const cluster = await startCluster({ folder: context.folder, gateways: 2, backends: 1, workers: 0 });
    try {
      const verdicts: Verdict[] = [];
      const timesAway = () => countAway(cluster, context.folder);
      for (const burst of BURSTS) {
        for (let round = 1; ; round++) {
          const before = await timesAway();
          const verdict = await playBurst(cluster, burst);
          context.say(`${burst.name}: ${verdict.compared}`);
          const wasAway = (await timesAway()) > before;
          if (wasAway && round < ROUNDS) continue;
          verdicts.push(wasAway ? withinShares(verdict, burst) : verdict);
          break;
        }
      }
      return verdicts;
    } finally {
      await cluster.stop();
    }
  },
};

/** How often a gateway has said that Redis took too long, so that it decided by itself. */
async function countAway({ gateways }: Cluster, folder: string): Promise<number> {
  const logs = await Promise.all(gateways.map(({ name }) => readFile(join(folder, `${name}.log`), 'utf8')));
  return logs.join('').match(/"kind":"degraded"/g)?.length ?? 0;
}

/** Then each node has its share of the limit, on top of what was counted together. */
function withinShares({ promise, compared, admitted }: JudgedBurst, { limit }: Burst): Verdict {
  const most = limit + Math.max(1, Math.floor(limit / 2));
  return {
    promise: `${promise}, or a share more while Redis is slow`,
    compared: `${compared}; Redis took longer than 50 ms in each of ${ROUNDS} rounds, so at most ${most}`,
    broken: admitted <= most ? [] : [`${admitted} admitted, more than ${most}`],
  };
}

type JudgedBurst = Verdict & { admitted: number };

async function playBurst(
  { gateways, createKey }: Cluster,
  { name, limits, limit, isKnown }: Burst,
): Promise<JudgedBurst> {
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
    admitted,
    promise: `exactly ${name}`,
    compared: `${admitted} admitted (${count(SHED)} of them shed later), ${count('429')} refused, ${count(UNCOUNTED)} uncounted, in ${seconds} s`,
    broken: [
      ...(admitted === limit ? [] : [`${admitted} admitted, not ${limit}`]),
      ...others.map(([outcome, times]) => `${times} answers ${outcome}`),
    ],
  };
}

/** The status, or why there is none. */
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
