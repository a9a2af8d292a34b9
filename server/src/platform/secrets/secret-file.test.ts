import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { readSecretFile, secretFile } from './secret-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-secret-'));
  path = join(folder, 'secret');
});
afterEach(() => rm(folder, { recursive: true }));

test('a secret is made once, for its owner alone', async () => {
  expect(await readSecretFile(path)).toBeUndefined();
  expect(await secretFile(path, () => 'first')).toBe('first');
  expect(await secretFile(path, () => 'second')).toBe('first');
  expect(await readSecretFile(path)).toBe('first');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('of several that make it at once one wins, and nothing is left beside it', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, index) => secretFile(path, () => `${index}`)));
  expect(new Set(made).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('one that others may read is refused', async () => {
  await writeFile(path, 'secret');
  await chmod(path, 0o640);
  await expect(readSecretFile(path)).rejects.toThrow(StartError);
  await expect(secretFile(path, () => 'other')).rejects.toThrow('Others than its owner');
});

test('what is no file is no missing secret', async () => {
  await mkdir(path, { mode: 0o700 });
  await expect(readSecretFile(path)).rejects.toThrow('EISDIR');
});
