/** A Redis server for tests, which can be stopped, killed and paused. It stores nothing on disk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { waitUntil } from '../src/platform/database/embedded/stop-left-over.ts';
import { type DebianProgram, debianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';

export interface RedisForTest {
  url: string;
  port: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Keeps connections open but stops responding. */
  pause(): void;
  resume(): void;
  /** Starts an empty server on the same port, even after a stop or kill. */
  restart(): Promise<void>;
}

const START_TIMEOUT_MS = 10_000;

/** Returns undefined if Redis is not available. The reason has then been printed. */
export async function startRedis(): Promise<RedisForTest | undefined> {
  const program = await debianPackage('redis-server', 'usr/bin/redis-server');
  if (program === undefined) return undefined;
  const port = await freePort();
  let child = await spawnRedis(program, port);

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // A paused process does not handle the signal.
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async restart() {
      await end('SIGTERM');
      child = await spawnRedis(program, port);
    },
  };
}

/** `more` contains further settings for the server. */
export async function spawnRedis(
  { path, env }: DebianProgram,
  port: number,
  more: readonly string[] = [],
): Promise<ChildProcess> {
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(path, [...flags, '--dir', tmpdir(), '--daemonize', 'no', ...more], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.removeListener('exit', endWithUs));
  if (!(await waitUntil(() => answers(port), START_TIMEOUT_MS))) throw new Error('Redis did not start');
  return child;
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('data', chunk => settle(chunk.toString().startsWith('+PONG')));
    socket.once('error', () => settle(false));
  });
}
