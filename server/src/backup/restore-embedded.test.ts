import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive, readPostmasterFile } from '../platform/database/embedded/postmaster-file.ts';
import { clearScratch } from './restore-embedded.ts';

const OWNER_PROGRAM = fileURLToPath(new URL('../../test/embedded-owner.ts', import.meta.url));

let folder: string;
let killed: ChildProcess | undefined;
let left = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-restore-'));
});
afterEach(async () => {
  killed?.kill('SIGKILL');
  if (left > 0 && isAlive(left)) process.kill(left, 'SIGINT');
  await rm(folder, { recursive: true, force: true });
});

test('a restore removes what a killed restore left behind, including its server, but nothing that another process uses', {
  timeout: 60_000,
}, async () => {
  const aside = join(folder, 'restore.unfinished');
  const owner = spawn(process.execPath, [OWNER_PROGRAM, aside], { stdio: ['ignore', 'pipe', 'inherit'] });
  killed = owner;
  await once(owner.stdout, 'data');
  left = readPostmasterFile(join(aside, 'postgres'))?.pid ?? 0;
  await expect(clearScratch(aside)).rejects.toThrow('is used by another Serai');
  expect(isAlive(left)).toBe(true);
  owner.kill('SIGKILL');
  await once(owner, 'exit');

  await clearScratch(aside);
  expect(isAlive(left)).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});
