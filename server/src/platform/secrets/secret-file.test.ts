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

test('a secret file is created once and readable only by its owner', async () => {
  expect(await readSecretFile(path)).toBeUndefined();
  expect(await secretFile(path, () => 'first')).toBe('first');
  expect(await secretFile(path, () => 'second')).toBe('first');
  expect(await readSecretFile(path)).toBe('first');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('concurrent calls that create a secret file return the same secret and leave no temporary file', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, index) => secretFile(path, () => `${index}`)));
  expect(new Set(made).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('a secret file that other users can read is rejected', async () => {
  await writeFile(path, 'secret');
  await chmod(path, 0o640);
  await expect(readSecretFile(path)).rejects.toThrow(StartError);
  await expect(secretFile(path, () => 'other')).rejects.toThrow('Other users can read');
});

test('a folder in place of the secret file is reported as an error', async () => {
  await mkdir(path, { mode: 0o700 });
  await expect(readSecretFile(path)).rejects.toThrow('EISDIR');
});
