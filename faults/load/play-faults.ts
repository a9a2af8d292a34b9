/** Kills or freezes one process at a time and restores it. The seed decides which one. */
import { SeededRandom } from '../../server/test/simulation/chance/seeded-random.ts';
import type { Cluster } from '../cluster/start-cluster.ts';
import { pause } from './journeys.ts';

export interface PlayedFault {
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

/** Time between the end of one fault and the start of the next. */
const EVERY_MS = 20_000;
const SHORTEST_FREEZE_MS = 5_000;
const LONGEST_FREEZE_MS = 15_000;
const LONGEST_GONE_MS = 5_000;

export async function playFaults({ cluster, seed, seconds, onChange }: PlayOptions): Promise<PlayedFault[]> {
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

function drawFault(cluster: Cluster, random: SeededRandom): { name: string; play(): Promise<void> } {
  const goneMs = random.between(0, LONGEST_GONE_MS);
  const frozenMs = random.between(SHORTEST_FREEZE_MS, LONGEST_FREEZE_MS);
  const isKill = random.chance(0.5);
  const way = isKill ? 'kill' : `freeze ${Math.round(frozenMs / 1000)} s`;
  const target = random.pick([...cluster.nodes(), cluster.redis]);
  if ('name' in target) {
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
  return {
    name: `${way} redis`,
    async play() {
      if (isKill) {
        await target.kill();
        await pause(goneMs);
        await target.restart();
      } else {
        target.pause();
        await pause(frozenMs);
        target.resume();
      }
    },
  };
}
