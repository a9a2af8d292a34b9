/** Runs Serai as in production: in its own process with default settings and a new data folder. */
import { fileURLToPath } from 'node:url';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { operate } from '../../e2e/call.ts';
import { type ChildProgram, startChild } from '../measure/child-program.ts';
import { keepFirst } from '../measure/go-first.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const LIMITS = { perMinute: 1e9, perHour: 1e9, perDay: 1e9 };

export type KeyEnvironment = 'production' | 'sandbox';

export interface SeraiProcess extends ChildProgram {
  dataDir: string;
  /** Empty if the process is a backend. */
  interfaceUrl: string;
  /** Empty unless the process is a backend. */
  backendUrl: string;
  /** Calls the operator API with POST. Throws unless the status is 200. */
  operate(name: string, input: object): Promise<unknown>;
  /** Returns the full key. */
  createKey(environment: KeyEnvironment): Promise<string>;
}

interface SeraiOptions {
  dataDir: string;
  role?: 'all' | 'gateway' | 'backend' | 'worker';
  env?: Record<string, string>;
  cores?: string;
  /** Options of Node, before the program. */
  nodeOptions?: readonly string[];
}

export async function startSerai(options: SeraiOptions): Promise<SeraiProcess> {
  const { dataDir, role = 'all', env, cores, nodeOptions = [] } = options;
  const child = await startChild({
    command: process.execPath,
    args: [...nodeOptions, MAIN, 'serve', '--role', role],
    env: {
      SERAI_DATA_DIR: dataDir,
      SERAI_PORT: '0',
      SERAI_DASHBOARD_PORT: '0',
      SERAI_BACKEND_PORT: '0',
      SERAI_SHUTDOWN_SECONDS: '5',
      SERAI_SEED: 'none',
      SERAI_PROCESSES: '1',
      ...env,
    },
    ready: /Serai is ready.*?(?:Interface +(\S+).*?)?(?:Dashboard +(\S+)|Backend +(\S+))\n/s,
    cores,
  });
  const [, interfaceUrl = '', dashboardUrl = '', backendUrl = ''] = child.ready;
  const endFirst = keepFirst(child.pid);
  async function stop(): Promise<void> {
    endFirst();
    await child.stop();
  }
  return {
    ...child,
    stop,
    dataDir,
    interfaceUrl,
    backendUrl,
    operate: (name, input) => operate({ dashboardUrl, dataDir }, name, input),
    async createKey(environment) {
      const input = { name: 'Benchmark', environment, scopes: SCOPE_NAMES, limits: LIMITS };
      return (await operate({ dashboardUrl, dataDir }, 'keys/create', input)).secret;
    },
  };
}
