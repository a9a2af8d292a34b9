import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inspectSettings, readConfig } from './config.ts';
import { parseClusterUrl } from './platform/redis-url.ts';

const folder = mkdtempSync(join(tmpdir(), 'serai-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const key = Buffer.alloc(32, 7);

it('a secret can come from a file, with or without a trailing line break', () => {
  const { settings, sources } = readConfig({
    SERAI_MASTER_KEY_FILE: file('key', `${key.toString('base64')}\n`),
    DATABASE_URL_FILE: file('url', 'postgres://serai@db/serai'),
  });
  expect(settings.SERAI_MASTER_KEY).toEqual(key);
  expect(settings.DATABASE_URL).toBe('postgres://serai@db/serai');
  expect([sources.SERAI_MASTER_KEY, sources.REDIS_URL]).toEqual(['file', 'default']);
});

it.each([
  ['that is missing', () => join(folder, 'missing'), 'could not be read (ENOENT)'],
  ['that is empty', () => file('empty', '\n'), 'is empty'],
  ['with invalid content', () => file('wrong', 'c2hvcnQ='), 'not 32 bytes'],
])('a secret file %s prevents the start instead of falling back to a default', (_, path, words) => {
  expect(() => readConfig({ SERAI_MASTER_KEY_FILE: path() })).toThrow(words);
});

it('a secret that is given both directly and in a file is rejected', () => {
  const env = { SERAI_OPERATOR_TOKEN: 'a', SERAI_OPERATOR_TOKEN_FILE: file('token', 'b') };
  expect(() => readConfig(env)).toThrow('SERAI_OPERATOR_TOKEN_FILE is also set');
});

it('settings that are not secret are not read from files', () => {
  const [port] = inspectSettings({ SERAI_PORT_FILE: file('port', '9') }).filter(
    ({ name }) => name === 'SERAI_PORT',
  );
  expect(port).toMatchObject({ source: 'default', value: 8080 });
});

it('all invalid replica URLs are reported together, without showing them', () => {
  const env = {
    DATABASE_READ_URLS: 'http://user:secret@a,postgres://b/serai, nonsense,postgres://b/serai',
    REDIS_URL: 'redis+cluster://:secret@a:6379,b:port',
  };
  const problems = inspectSettings(env).flatMap(({ problem }) => problem ?? []);
  expect(problems).toHaveLength(2);
  for (const words of ['entry 1', 'entry 3', 'entry 4 is listed twice', 'host 2']) {
    expect(problems.join()).toContain(words);
  }
  expect(problems.join()).not.toContain('secret');
  expect(() => readConfig(env)).toThrow('DATABASE_READ_URLS');
});

it('replicas and the nodes of a Redis Cluster are separated by commas', () => {
  const { settings } = readConfig({
    DATABASE_READ_URLS: 'postgres://a/serai, postgresql://b:5433/serai',
    REDIS_URL: 'rediss+cluster://user:p%40ss@a:7000,b,[::1]:7002',
  });
  expect(settings.DATABASE_READ_URLS).toEqual(['postgres://a/serai', 'postgresql://b:5433/serai']);
  expect(parseClusterUrl(settings.REDIS_URL ?? '')).toEqual({
    hosts: [
      { host: 'a', port: 7000 },
      { host: 'b', port: 6379 },
      { host: '::1', port: 7002 },
    ],
    username: 'user',
    password: 'p@ss',
    usesTls: true,
  });
});
