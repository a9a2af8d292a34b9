import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { beginSeed } from './begin-seed.ts';

it('places are computed early only for a new embedded database of a process with a backend', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'serai-begin-seed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const settings = { DATABASE_URL: undefined, SERAI_DATA_DIR: folder, SERAI_SEED: 'full' } as const;
  expect(beginSeed('gateway', settings)).toBeUndefined();
  expect(beginSeed('all', { ...settings, SERAI_SEED: 'none' })).toBeUndefined();
  expect(beginSeed('all', { ...settings, DATABASE_URL: 'postgres://localhost/serai' })).toBeUndefined();
  const work = beginSeed('all', settings);
  expect(work).toBeDefined();
  await work?.stop();
  await mkdir(join(folder, 'postgres'));
  expect(beginSeed('all', settings)).toBeUndefined();
});
