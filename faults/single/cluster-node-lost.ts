/** Fault 48: a node of the Redis Cluster dies and comes back while partners book. */
import { setTimeout as delay } from 'node:timers/promises';
import { stateKey } from '../../server/src/gateway/limits/redis-counters.ts';
import { CannotRun, type Fault, type Verdict } from '../fault.ts';
import { startBookers, tally } from './stage/bookers.ts';
import { type Stage, withStage } from './stage/stage.ts';

const PARTNERS = 4;
const BOARDS = '/content/hotels/v1/boards';
const LIMIT = 60;
const NOTICED_MS = 6_000;
const RESTORED_MS = 10_000;

export const clusterNodeLost: Fault = {
  name: 'cluster-node-lost',
  about:
    'a node of the Redis Cluster dies and comes back: limits hold, and stay exact for keys on the other nodes',
  run: context =>
    withStage(context, { gateways: 2, redisCluster: true }, async stage => {
      const { redisCluster } = stage.cluster;
      if (redisCluster === undefined) throw new CannotRun('Redis is not available here');
      const partners = Array.from({ length: PARTNERS }, (_, i) => stage.newPartner({ gateway: i % 2 }));
      const bookers = startBookers(partners);
      const verdicts: Verdict[] = [];
      for (const node of [0, 1, 2]) verdicts.push(await limitHolds(stage, node, 'with all nodes', 'exactly'));
      await redisCluster.nodes[1]?.kill();
      const noticed = await keyOn(stage, 1);
      const endMs = performance.now() + NOTICED_MS;
      for (let i = 0; performance.now() < endMs; i++) {
        await call(stage.cluster.gateways[i % 2]?.url, noticed);
        await delay(20);
      }
      verdicts.push(await limitHolds(stage, 1, 'on the lost node', 'at most'));
      for (const node of [0, 2])
        verdicts.push(await limitHolds(stage, node, 'while another node is lost', 'exactly'));
      await redisCluster.nodes[1]?.restart();
      await delay(RESTORED_MS);
      for (const node of [0, 1, 2])
        verdicts.push(await limitHolds(stage, node, 'after the node is back', 'exactly'));
      await bookers.stop();
      context.say(tally(bookers.answers));
      const bad = bookers.answers.filter(({ status }) => status !== 200 && status !== 202);
      return [
        ...verdicts,
        {
          guarantee: 'bookings are unaffected',
          compared: `${bookers.answers.length} responses`,
          broken: bad.map(({ operation, status, code }) => `${operation} returned ${status} ${code}`),
        },
        ...(await stage.judge()),
      ];
    }),
};

/** Creates keys until one has its counters on the node. */
async function keyOn({ cluster }: Stage, node: number): Promise<string> {
  const limits = { perMinute: LIMIT, perHour: 10_000, perDay: 100_000 };
  for (;;) {
    const { keyId, secret } = await cluster.createKey({ limits });
    if (cluster.redisCluster?.nodes[node]?.has(stateKey(keyId))) return secret;
  }
}

async function call(url: string | undefined, key: string): Promise<'passed' | 'shed' | 'limited'> {
  const response = await fetch(`${url}${BOARDS}`, {
    method: 'POST',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  await response.arrayBuffer();
  return response.status === 200 ? 'passed' : response.status === 503 ? 'shed' : 'limited';
}

async function limitHolds(
  stage: Stage,
  node: number,
  when: string,
  how: 'exactly' | 'at most',
): Promise<Verdict> {
  const { cluster, context } = stage;
  const secret = await keyOn(stage, node);
  const calls = Array.from({ length: 4 * LIMIT }, (_, i) => call(cluster.gateways[i % 2]?.url, secret));
  const results = await Promise.all(calls);
  const count = (result: string) => results.filter(each => each === result).length;
  const [passed, shed] = [count('passed'), count('shed')];
  context.say(`node ${node + 1} ${when}: ${passed} of ${calls.length} calls passed, ${shed} shed`);
  // A call that is shed has been counted before.
  const isRight = passed <= LIMIT && passed > 0 && (how === 'at most' || passed + shed >= LIMIT);
  return {
    guarantee: `${how} ${LIMIT} calls pass on node ${node + 1} ${when}`,
    compared: `${calls.length} calls at two gateways`,
    broken: isRight ? [] : [`${passed} calls passed`],
  };
}
