/** A Redis or Valkey server of one's own, to be frozen, killed and started again. For tests alone. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface RedisServer {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** On the same port, empty. */
  start(): Promise<void>;
}

const PROGRAM = ['redis-server', 'valkey-server'].find(
  name => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

/** Why tests that need it are skipped; undefined when it is there. */
export const REDIS_MISSING =
  PROGRAM === undefined ? 'neither redis-server nor valkey-server is installed' : undefined;

export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess;
  const server: RedisServer = {
    host: '127.0.0.1',
    port,
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    async start() {
      const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      child = spawn(PROGRAM ?? 'redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'] });
      let output = '';
      for await (const chunk of child.stdout ?? []) {
        output += chunk;
        if (/ready to accept connections/i.test(output)) break;
      }
    },
  };
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise(resolve => probe.close(resolve));
  return port;
}
