import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.mjs';

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'serai lock '));
  lock = join(folder, 'cache/install.lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

const silent = { onWait() {} };

/** Writes one line when it acquires the lock and another 300 ms later, before it releases the lock. */
function contender(name: string): Promise<unknown> {
  const program = `
    import { appendFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))};
    const say = text => appendFileSync(${JSON.stringify(join(folder, 'log'))}, text + '\\n');
    const onWait = pid => say('${name} waits');
    await withLock(${JSON.stringify(lock)}, { onWait }, async () => {
      say('in ${name}');
      await new Promise(resolve => setTimeout(resolve, 300));
      say('out ${name}');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  return new Promise(resolve => child.on('exit', resolve));
}

test('the lock lets one process work at a time while the others report that they are waiting', async () => {
  await Promise.all(['a', 'b', 'c'].map(contender));
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
  const work = lines.filter(line => !line.endsWith('waits')).map(line => line.split(' '));
  expect(work.map(([step]) => step)).toEqual(['in', 'out', 'in', 'out', 'in', 'out']);
  for (let at = 0; at < work.length; at += 2) expect(work[at]?.[1]).toBe(work[at + 1]?.[1]);
  expect(lines.filter(line => line.endsWith('waits')).length).toBeGreaterThan(0);
  expect(existsSync(lock)).toBe(false);
});

test('the lock of a dead process is taken over', async () => {
  await withLock(lock, silent, async () => {});
  writeFileSync(lock, '4194304 12345');
  expect(await withLock(lock, silent, async () => 'done')).toBe('done');
});

test.runIf(process.platform === 'linux')(
  'a lock whose process ID now belongs to another process is taken over',
  async () => {
    await withLock(lock, silent, async () => {});
    writeFileSync(lock, `${process.pid} 1`);
    expect(await withLock(lock, silent, async () => 'done')).toBe('done');
  },
);

test('an empty lock that a crash left behind is taken over', async () => {
  await withLock(lock, silent, async () => {});
  writeFileSync(lock, '');
  expect(await withLock(lock, silent, async () => 'done')).toBe('done');
});

test('the lock is released when the task fails, and the error is passed on', async () => {
  const failing = withLock(lock, silent, () => Promise.reject(new Error('full')));
  await expect(failing).rejects.toThrow('full');
  expect(existsSync(lock)).toBe(false);
});
