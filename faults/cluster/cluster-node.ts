/** One process of a cluster: the real program in one role, on ports that stay the same across restarts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { signalGroup, until, within } from '../../e2e/child-process.ts';
import { isReady } from '../../e2e/serai-process.ts';
import { freePort } from '../../server/test/free-port.ts';
import { repositoryRoot } from '../../tools/install.mjs';

/** Generous, because other programs may be using the machine. */
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 150_000;

export type NodeRole = 'gateway' | 'backend' | 'worker';

export interface ClusterNode {
  readonly name: string;
  readonly role: NodeRole;
  /** The URL for clients or gateways. A worker serves only health checks and metrics there. */
  readonly url: string;
  /** URL of the operator API. Only gateways have one. */
  readonly dashboardUrl: string;
  pid(): number | undefined;
  isRunning(): boolean;
  /**
   * Starts the process and resolves when it is ready. `env` is added to the settings of this and all later
   * starts.
   */
  start(env?: NodeJS.ProcessEnv): Promise<void>;
  /** Starts the process without waiting until it is ready. */
  spawn(): void;
  /** Runs the program from another checkout, starting with the next start. */
  runFrom(checkout: string): void;
  stop(): Promise<number>;
  /** Sends `kill -9` and resolves when the process has ended. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

interface NodeOptions {
  name: string;
  role: NodeRole;
  folder: string;
  env: NodeJS.ProcessEnv;
}

export async function clusterNode({ name, role, folder, env }: NodeOptions): Promise<ClusterNode> {
  const [port, dashboardPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${role === 'worker' ? dashboardPort : port}`;
  let settings: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    SERAI_DATA_DIR: join(folder, `${name}-data`),
    SERAI_PORT: String(port),
    SERAI_BACKEND_PORT: String(port),
    SERAI_DASHBOARD_PORT: String(dashboardPort),
    ...env,
  };
  let checkout = repositoryRoot;
  let child: ChildProcess | undefined;

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  function launch(): void {
    if (isRunning()) throw new Error(`${name} is already running`);
    const log = openSync(join(folder, `${name}.log`), 'a');
    child = spawn(process.execPath, [join(checkout, 'server/src/main.ts'), 'serve', '--role', role], {
      cwd: checkout,
      env: settings,
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    const started = child;
    const endWithUs = () => signalGroup(started, 'SIGKILL');
    process.once('exit', endWithUs);
    started.once('exit', () => process.removeListener('exit', endWithUs));
  }

  return {
    name,
    role,
    url,
    dashboardUrl: `http://127.0.0.1:${dashboardPort}`,
    pid: () => child?.pid,
    isRunning,
    spawn: launch,
    async start(more = {}) {
      settings = { ...settings, ...more };
      launch();
      await until(
        async () => {
          if (!isRunning()) throw new Error(`${name} ended instead of becoming ready; see its log`);
          return isReady(url);
        },
        READY_TIMEOUT_MS,
        () => `${name} does not become ready; see its log`,
      );
    },
    runFrom(folder) {
      checkout = folder;
    },
    async stop() {
      if (child === undefined || !isRunning()) return 0;
      const ended = once(child, 'exit');
      signalGroup(child, 'SIGCONT');
      child.kill('SIGTERM');
      const [code] = await within(STOP_TIMEOUT_MS, ended, () => `${name} does not stop`);
      return (code as number | null) ?? -1;
    },
    async kill() {
      if (child === undefined || !isRunning()) return;
      const ended = once(child, 'exit');
      signalGroup(child, 'SIGKILL');
      await ended;
    },
    freeze: () => child && signalGroup(child, 'SIGSTOP'),
    thaw: () => child && signalGroup(child, 'SIGCONT'),
  };
}
