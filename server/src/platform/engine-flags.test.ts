import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../test/short-lived-objects.ts', import.meta.url));
const IDLE_PROGRAM = fileURLToPath(new URL('../../test/idle-collections.ts', import.meta.url));
const run = promisify(execFile);

/** By how many bytes the old generation of the main thread and of a worker thread grew. */
async function grownBytes(...args: string[]): Promise<number[]> {
  const { stdout } = await run(process.execPath, ['--max-semi-space-size=1', PROGRAM, ...args]);
  return JSON.parse(stdout);
}

test('short-lived objects never fill the old generation, in the main thread and in worker threads', async () => {
  for (const bytes of await grownBytes('flags')) expect(bytes).toBeLessThan(5e6);
});

test('without the options of the service, V8 allocates short-lived objects in the old generation', async () => {
  for (const bytes of await grownBytes()) expect(bytes).toBeGreaterThan(10e6);
});

/** Whether V8 waits for a moment to collect the old generation of an idle process. */
async function waitsToCollect(...args: string[]): Promise<boolean> {
  const { stdout: known } = await run(process.execPath, ['--v8-options']);
  // After which time a process counts as idle. The name depends on the version of V8.
  const names = ['--memory-reducer-delay-ms', '--gc-memory-reducer-start-delay-ms'];
  const delays = names.filter(name => known.includes(` ${name} `)).map(name => `${name}=20`);
  const options = [
    '--trace-memory-reducer',
    ...delays,
    '--initial-old-space-size=8',
    '--max-semi-space-size=1',
  ];
  const { stdout } = await run(process.execPath, [...options, IDLE_PROGRAM, ...args]);
  return stdout.includes('Memory reducer: waiting');
}

test('V8 does not collect the old generation of an idle service', async () => {
  expect(await waitsToCollect('flags')).toBe(false);
});

test('without the options of the service, V8 waits until the process is idle and then collects the old generation', async () => {
  expect(await waitsToCollect()).toBe(true);
});
