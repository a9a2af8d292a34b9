/** A Redis Cluster of three primaries for tests. Each node can be killed, paused and restarted. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { waitUntil } from '../src/platform/database/embedded/stop-left-over.ts';
import { redisSlot } from '../src/platform/redis-slot.ts';
import { debianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';
import { spawnRedis } from './redis.ts';

export interface ClusterNodeForTest {
  port: number;
  /** Whether the node has the key. */
  has(key: string): boolean;
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Starts the node again without data, as the same member of the cluster. */
  restart(): Promise<void>;
}

export interface RedisClusterForTest {
  url: string;
  nodes: readonly ClusterNodeForTest[];
  stop(): Promise<void>;
}

/** The ranges that `redis-cli --cluster create` assigns to three nodes. */
const RANGES = [
  [0, 5460],
  [5461, 10922],
  [10923, 16383],
] as const;
const NODE_TIMEOUT_MS = 1_000;
const FORMED_WITHIN_MS = 20_000;

/** Returns undefined if Redis is not available. The reason has then been printed. */
export async function startRedisCluster(): Promise<RedisClusterForTest | undefined> {
  const program = await debianPackage('redis-server', 'usr/bin/redis-server');
  if (program === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'serai-redis-cluster-'));
  const nodes = await Promise.all(
    RANGES.map(async ([first, last]) => {
      const [port, busPort] = [await freePort(), await freePort()];
      const flags = [
        ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
        ...['--cluster-config-file', join(folder, `nodes-${port}.conf`)],
        ...['--cluster-node-timeout', String(NODE_TIMEOUT_MS)],
        // Otherwise the whole cluster would stop when one node is lost.
        ...['--cluster-require-full-coverage', 'no'],
      ];
      let child: ChildProcess = await spawnRedis(program, port, flags);
      async function kill(): Promise<void> {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      return {
        port,
        busPort,
        range: [first, last] as const,
        has(key: string) {
          const slot = redisSlot(key);
          return slot >= first && slot <= last;
        },
        kill,
        pause: () => void child.kill('SIGSTOP'),
        resume: () => void child.kill('SIGCONT'),
        async restart() {
          await kill();
          child = await spawnRedis(program, port, flags);
        },
      };
    }),
  );
  const clients = nodes.map(({ port }) => new Redis(port, '127.0.0.1'));
  const [first] = nodes;
  for (const [i, client] of clients.entries()) {
    const node = nodes[i] as (typeof nodes)[number];
    await client.call('CLUSTER', 'ADDSLOTSRANGE', ...node.range);
    if (i > 0) await client.call('CLUSTER', 'MEET', '127.0.0.1', first?.port ?? 0, first?.busPort ?? 0);
  }
  const isFormed = async () => {
    const infos = await Promise.all(clients.map(client => client.cluster('INFO')));
    return infos.every(info => /cluster_state:ok/.test(info) && /cluster_slots_ok:16384/.test(info));
  };
  if (!(await waitUntil(isFormed, FORMED_WITHIN_MS))) throw new Error('The Redis Cluster was not formed');
  for (const client of clients) client.disconnect();
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    nodes,
    async stop() {
      await Promise.all(nodes.map(node => node.kill()));
      await rm(folder, { recursive: true });
    },
  };
}
