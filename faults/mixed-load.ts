/** Runs two nodes of each role under mixed load while one process after another is killed or frozen. */
import { SeededRandom } from '../server/test/simulation/chance/seeded-random.ts';
import type { Cluster } from './cluster/start-cluster.ts';
import type { Fault } from './fault.ts';
import { gatewayChoice } from './load/gateway-choice.ts';
import { pause } from './load/journeys.ts';
import { LoadRecord } from './load/load-record.ts';
import { judgeLoad, loadedCluster } from './load/loaded-cluster.ts';
import { runLoad } from './load/run-load.ts';

/**
 * The load is low enough for two busy cores, so that failures are caused by the faults and not by load shedding.
 */
const CLIENTS = 16;
const PAUSE_MS = [200, 1_000] as const;
/** Time between the starts of two faults. */
const EVERY_MS = 20_000;
const SHORTEST_FREEZE_MS = 5_000;
const LONGEST_FREEZE_MS = 15_000;
const LONGEST_GONE_MS = 5_000;

export const fault: Fault = {
  name: 'mixed-load',
  about: '2 gateways, 2 backends, 2 workers under load; every 20 s one of them or Redis is killed or frozen',
  seconds: 600,
  async run(context) {
    const loaded = await loadedCluster(context, { gateways: 2, backends: 2, workers: 2 });
    const { cluster, accounts } = loaded;
    try {
      context.say(`${cluster.nodes().length} processes are ready; ${CLIENTS} clients begin`);
      const record = new LoadRecord();
      const load = runLoad({
        ...{ accounts, record, seed: context.seed, clients: CLIENTS, pauseMs: PAUSE_MS },
        gatewayChoice: gatewayChoice(cluster.gateways.map(({ url }) => url)),
      });
      const played = await playFaults({
        ...{ cluster, seed: context.seed, seconds: context.seconds },
        onChange(name) {
          const since = record.during;
          record.during = name;
          const { requests, failures } = record;
          context.say(
            `${name === 'nothing' ? `${since} is over` : name}; ${requests} responses, ${failures.length} failures`,
          );
        },
      });
      await load.stop();
      const list = played.map(
        ({ name, healedMs }) => `- ${name}: ready again after ${(healedMs / 1000).toFixed(1)} s`,
      );
      context.note('Faults', list.join('\n'));
      return await judgeLoad(loaded, load, record, context);
    } finally {
      await loaded.stop();
    }
  },
};

interface PlayedFault {
  name: string;
  atMs: number;
  /** Time from the start of the fault until the process is ready again. */
  healedMs: number;
}

interface PlayOptions {
  cluster: Cluster;
  seed: number;
  seconds: number;
  /** Called with the name of each fault that begins, and with `nothing` when the process is ready again. */
  onChange(name: string): void;
}

/** Kills or freezes one process at a time and restores it. The seed determines the faults. */
async function playFaults({ cluster, seed, seconds, onChange }: PlayOptions): Promise<PlayedFault[]> {
  const random = new SeededRandom(seed);
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  const played: PlayedFault[] = [];
  for (let turn = 1; startedMs + turn * EVERY_MS < endMs; turn++) {
    await pause(startedMs + turn * EVERY_MS - performance.now());
    const { name, play } = drawFault(cluster, random);
    const atMs = Date.now();
    onChange(name);
    await play();
    onChange('nothing');
    played.push({ name, atMs, healedMs: Date.now() - atMs });
  }
  await pause(endMs - performance.now());
  return played;
}

function drawFault({ nodes, redis }: Cluster, random: SeededRandom): { name: string; play(): Promise<void> } {
  const goneMs = random.between(0, LONGEST_GONE_MS);
  const frozenMs = random.between(SHORTEST_FREEZE_MS, LONGEST_FREEZE_MS);
  const isKill = random.chance(0.5);
  const way = isKill ? 'kill' : `freeze ${Math.round(frozenMs / 1000)} s`;
  const cache = {
    ...{ name: 'redis', kill: redis.kill, start: redis.restart },
    ...{ freeze: redis.pause, thaw: redis.resume },
  };
  const target = random.pick([...nodes(), cache]);
  return {
    name: `${way} ${target.name}`,
    async play() {
      if (isKill) {
        await target.kill();
        await pause(goneMs);
        await target.start();
      } else {
        target.freeze();
        await pause(frozenMs);
        target.thaw();
      }
    },
  };
}
