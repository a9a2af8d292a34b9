import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../test/short-lived-objects.ts', import.meta.url));
const CALLING_PROGRAM = fileURLToPath(new URL('../../test/inlined-calls.ts', import.meta.url));
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

/** How many of the twenty calls in a function V8 inlines. */
async function inlinedCalls(...args: string[]): Promise<number> {
  const options = ['--allow-natives-syntax', '--trace-turbo-inlining'];
  const { stdout } = await run(process.execPath, [...options, CALLING_PROGRAM, ...args]);
  return new Set(stdout.match(/^Inlining .*SharedFunctionInfo callee\d+>/gm)).size;
}

test('V8 inlines 2,700 bytes of bytecode into one function', async () => {
  expect(await inlinedCalls('flags')).toBe(20);
});

test('without the options of the service, V8 inlines less than half of these calls', async () => {
  const calls = await inlinedCalls();
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(10);
});
