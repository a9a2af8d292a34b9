/**
 * `npm run fuzz`: starts the service and lets schemathesis, a fuzzer that nobody here wrote, send requests derived from
 * openapi.json. Needs Python 3.10 or later. Fails if a response differs from the document or an exception is missing in
 * tools/fuzz/schemathesis.toml.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SCOPE_NAMES } from '../contract/src/scopes.ts';
import { clearAway, newFolder, serai, startSerai } from '../e2e/serai-process.ts';
import { repositoryRoot } from './install.mjs';

const USAGE = `Usage: npm run fuzz -- [options]

Sends generated requests to a new installation with sandbox data, and compares every response with openapi.json.

  --seed <n>        Seed of the generated requests. Default: 20.
  --examples <n>    Requests per operation in the fuzzing phase. Default: 60.
  --seconds <n>     Limit for the whole run of the fuzzer. Default: 900.
  --operation <id>  Tests only this operation, for example createBooking.
  --help, -h        Prints this help.`;

const FOLDER = join(import.meta.dirname, 'fuzz');
const REQUIREMENTS = join(FOLDER, 'requirements.txt');
const MIN_PYTHON = [3, 10] as const;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20' },
    examples: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '900' },
    operation: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

let fuzzer: ChildProcess | undefined;

if (values.help) console.log(USAGE);
else process.exit(await fuzzUntilInterrupted());

async function fuzzUntilInterrupted(): Promise<number> {
  try {
    return await Promise.race([fuzz(), interrupted()]);
  } finally {
    // A signal to this process does not reach the fuzzer, which would go on without the service.
    fuzzer?.kill('SIGKILL');
    await clearAway();
  }
}

/** Resolves with the exit code when a signal arrives, so that the service is stopped and its folder is removed. */
function interrupted(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => resolve(128 + constants.signals[signal]));
  return promise;
}

async function fuzz(): Promise<number> {
  const python = findPython();
  if (python === undefined) {
    console.error(
      `Python ${MIN_PYTHON.join('.')} or later was not found. Install it, or run this on a machine that has it.`,
    );
    return 2;
  }
  const program = installFuzzer(python);
  const service = await startSerai({ dataDir: await newFolder('fuzz'), env: { SERAI_SEED: 'full' } });
  const key = await createKey(service.env);
  const folder = await newFolder('fuzz-report');
  const status = await runFuzzer(program, { url: service.interfaceUrl, key, folder });
  await service.stop();
  return status;
}

function findPython(): string | undefined {
  const code = `import sys; sys.exit(0 if sys.version_info >= ${`(${MIN_PYTHON.join(', ')})`} else 1)`;
  return ['python3', 'python'].find(name => spawnSync(name, ['-c', code]).status === 0);
}

/** Installs exactly the listed versions into an environment of its own, and uses it again while the list is the same. */
function installFuzzer(python: string): string {
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = join(repositoryRoot, 'node_modules', '.cache', `serai-fuzz-${hash}`);
  const program = join(folder, 'bin', 'schemathesis');
  const marker = join(folder, 'installed');
  if (existsSync(marker)) return program;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(python, ['-m', 'venv', folder]);
  const options = ['--quiet', '--disable-pip-version-check', '--require-hashes'];
  run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', ...options, '-r', REQUIREMENTS]);
  writeFileSync(marker, '');
  return program;
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed. ${error?.message ?? ''}`);
}

/** The first key is limited to a few hundred requests a minute. */
async function createKey(env: NodeJS.ProcessEnv): Promise<string> {
  const limits = ['--per-minute', '1000000', '--per-hour', '10000000', '--per-day', '100000000'];
  const scopes = ['--scope', SCOPE_NAMES.join(',')];
  const partners = await serai(env, 'partners', 'list', '--json');
  const { partnerId } = JSON.parse(partners.out).partners[0];
  const created = await serai(
    env,
    'keys',
    'create',
    '--partner',
    partnerId,
    '--name',
    'Fuzzer',
    ...scopes,
    ...limits,
    '--json',
  );
  if (created.code !== 0) throw new Error(`The key was not created: ${created.out}${created.err}`);
  return JSON.parse(created.out).secret;
}

async function runFuzzer(
  program: string,
  { url, key, folder }: { url: string; key: string; folder: string },
): Promise<number> {
  const args = [
    '--config-file',
    join(FOLDER, 'schemathesis.toml'),
    'run',
    join(repositoryRoot, 'openapi.json'),
    ...['--url', url],
    ...['--header', `Authorization: ApiKey ${key}`],
    ...['--seed', values.seed],
    ...['--max-examples', values.examples],
    ...['--request-timeout', '30'],
    '--continue-on-failure',
    ...(values.operation === undefined ? [] : ['--include-operation-id', values.operation]),
  ];
  const limitMs = Number(values.seconds) * 1000;
  const startedMs = performance.now();
  // Not synchronous, because the output of the service must still be read.
  fuzzer = spawn(program, args, {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      PYTHONPATH: FOLDER,
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: 'explained',
    },
    timeout: limitMs,
  });
  const [status, signal] = await once(fuzzer, 'exit');
  const isLate = performance.now() - startedMs >= limitMs;
  if (signal !== null && isLate) console.error(`The fuzzer was stopped after ${values.seconds} seconds.`);
  return status ?? 1;
}
