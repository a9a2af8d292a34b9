import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../platform/start-error.ts';
import { ensureOperatorToken, isOperatorToken } from './operator-token.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-token-'));
  path = join(folder, 'operator-token');
});

afterEach(() => rm(folder, { recursive: true }));

describe('the operator token', () => {
  it('the operator token is created once and readable only by its owner', async () => {
    const token = await ensureOperatorToken(folder);
    expect(token).toMatch(/^serai_operator_[0-9A-Za-z]{43}$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await ensureOperatorToken(folder)).toBe(token);
  });

  it('the operator token is the same for processes that create it concurrently', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => ensureOperatorToken(folder)));
    expect(new Set(tokens).size).toBe(1);
    expect(await readdir(folder)).toEqual(['operator-token']);
    expect(await readFile(path, 'utf8')).toBe(`${tokens[0]}\n`);
  });

  it('the operator token is rejected if other users can read its file', async () => {
    await ensureOperatorToken(folder);
    await chmod(path, 0o644);
    await expect(ensureOperatorToken(folder)).rejects.toThrow(StartError);
  });

  it.each(['', '\n', 'serai_operator_cut'])(
    'the operator token is rejected if the file contains only %j',
    async text => {
      await writeFile(path, text, { mode: 0o600 });
      const start = ensureOperatorToken(folder);
      await expect(start).rejects.toThrow(StartError);
      await expect(start).rejects.toThrow('contains no operator token');
    },
  );

  it('the operator token does not match any other string', () => {
    expect(isOperatorToken('serai_operator_a', 'serai_operator_a')).toBe(true);
    for (const other of ['', 'serai_operator_b', 'serai_operator_', 'serai_operator_aa']) {
      expect(isOperatorToken(other, 'serai_operator_a')).toBe(false);
    }
  });
});
