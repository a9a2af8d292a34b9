import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

/** Stops gracefully at the first signal, and immediately with code 9 at the second. */
const SERVER = `
  let count = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {
    console.log('got ' + signal);
    if ((count += 1) > 1) process.exit(9);
    setTimeout(() => process.exit(0), 900);
  });
  setInterval(() => {}, 1000);
  console.log('ready ' + process.pid);`;

interface Launcher {
  child: ChildProcess;
  server: number;
  /** Returns everything that was printed and the exit code, after all processes have ended. */
  ended: Promise<{ output: string; code: number | null }>;
}

/** Starts a launcher in its own process group, as a shell does for each command. */
async function startLauncher(program: string, options: object = {}): Promise<Launcher> {
  const script = `
    import { launch } from ${JSON.stringify(join(import.meta.dirname, 'launch.mjs'))};
    process.exitCode = await launch(process.execPath, ['-e', ${JSON.stringify(program)}], ${JSON.stringify(options)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => killGroup(child));
  let output = '';
  const ended = new Promise<{ output: string; code: number | null }>(resolve => {
    child.on('close', code => resolve({ output, code }));
  });
  const server = await new Promise<number>(resolve => {
    child.stdout?.on('data', chunk => {
      output += chunk;
      const pid = /ready (\d+)/.exec(output)?.[1];
      if (pid !== undefined) resolve(Number(pid));
    });
    void ended.then(() => resolve(0));
  });
  return { child, server, ended };
}

/** A program that is left behind keeps the output open, and the test run would never end. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function count(output: string, signal: string): number {
  return output.split(`got ${signal}`).length - 1;
}

describe.skipIf(process.platform === 'win32')('signals (POSIX)', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'the launcher forwards %s once if only the launcher received it',
    async signal => {
      const { child, ended } = await startLauncher(SERVER);
      child.kill(signal);
      const { output, code } = await ended;
      expect(count(output, signal)).toBe(1);
      expect(code).toBe(0);
    },
  );

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'the launcher does not forward %s if the whole group received it',
    async signal => {
      const { child, ended } = await startLauncher(SERVER);
      process.kill(-(child.pid ?? 0), signal);
      const { output, code } = await ended;
      expect(count(output, signal)).toBe(1);
      expect(code).toBe(0);
    },
  );

  test('the program receives Ctrl-C only once, even if npm also sends the signal to the launcher', async () => {
    const { child, ended } = await startLauncher(SERVER);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGINT'), 400);
    const { output, code } = await ended;
    expect(count(output, 'SIGINT')).toBe(1);
    expect(code).toBe(0);
  });

  test('the launcher kills a program that still ignores the signal at the end of the grace period', async () => {
    const deaf =
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready ' + process.pid);";
    const { child, ended } = await startLauncher(deaf, { graceMs: 100 });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(137);
  });

  test('the launcher returns 128 plus the signal number for a killed program', async () => {
    const { server, ended } = await startLauncher(SERVER);
    process.kill(server, 'SIGKILL');
    expect((await ended).code).toBe(137);
  });
});

test('the launcher exits with the exit code of the program', async () => {
  const { ended } = await startLauncher('process.exit(7)');
  expect((await ended).code).toBe(7);
});

test('launched programs cache compiled code in the installation, unless the environment names another folder', async () => {
  const show = 'console.log(`cache ${process.env.NODE_COMPILE_CACHE}`)';
  const own = join(import.meta.dirname, '../../.cache/compiled');
  const unset = { PATH: process.env.PATH };
  expect((await (await startLauncher(show, { env: unset })).ended).output).toBe(`cache ${own}\n`);
  const other = { ...unset, NODE_COMPILE_CACHE: '/nonexistent/cache' };
  expect((await (await startLauncher(show, { env: other })).ended).output).toBe('cache /nonexistent/cache\n');
});
