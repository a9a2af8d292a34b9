import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DashboardFiles, dashboardFiles } from './dashboard-files.ts';

const SECRET = 'the operator token';
let folder: string;
let files: DashboardFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-files-'));
  await mkdir(join(folder, 'dist/assets/folder.js'), { recursive: true });
  await writeFile(join(folder, 'operator-token'), SECRET);
  await writeFile(join(folder, 'secret.txt'), SECRET);
  await writeFile(join(folder, 'dist/.stamp'), SECRET);
  await writeFile(join(folder, 'dist/assets/.hidden.js'), SECRET);
  await writeFile(join(folder, 'dist/noext'), SECRET);
  await writeFile(join(folder, 'dist/index.html'), '<!doctype html>the page');
  await writeFile(join(folder, 'dist/favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'dist/assets/index-BxC_1-z.js'), 'script');
  await writeFile(join(folder, 'dist/assets/index-DdE.css'), 'style');
  files = dashboardFiles(join(folder, 'dist'));
});

afterAll(() => rm(folder, { recursive: true }));

describe("the dashboard's files", () => {
  it.each([
    ['/assets/index-BxC_1-z.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/index-DdE.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'image/svg+xml', 'no-cache'],
    ['/', 'text/html; charset=utf-8', 'no-store'],
    ['/sign-in', 'text/html; charset=utf-8', 'no-store'],
    ['/sandbox/', 'text/html; charset=utf-8', 'no-store'],
    ['/settings/api-keys?environment=sandbox', 'text/html; charset=utf-8', 'no-store'],
  ])('the dashboard serves %s with its content type and cache control', async (path, type, caching) => {
    const { status, headers } = await files.find(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': caching });
  });

  it('the dashboard serves compressed files only to clients that accept them', async () => {
    const { body, headers } = await files.find('/assets/index-BxC_1-z.js', 'gzip, deflate, br');
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(body as Buffer).toString()).toBe('script');
    for (const encodings of [undefined, '', 'gzip', 'br;q=0', 'brx']) {
      const plain = await files.find('/assets/index-BxC_1-z.js', encodings);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
      expect(plain.body.toString()).toBe('script');
    }
  });

  it.each([
    '/../operator-token',
    '/../secret.txt',
    '/..',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..\\..\\secret.txt',
    '/assets//../../secret.txt',
    '/assets/.hidden.js',
    '/assets/folder.js',
    '/assets/',
    '/.stamp',
    '//etc/passwd',
    '/etc/passwd.txt',
    '/assets/index-BxC_1-z.js%00.css',
    '/assets/index-BxC_1-z.js/',
    '/assets/missing.js',
    '/noext.',
    'http://evil.example/index.html',
  ])('the dashboard returns 404 for %s', async target => {
    const { status, body } = await files.find(target);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain(SECRET);
  });

  it('the dashboard serves its page for a path without a file extension', async () => {
    expect((await files.find('/noext')).body.toString()).toContain('the page');
  });

  it('the dashboard explains how to build it if it has not been built', async () => {
    const missing = dashboardFiles(join(folder, 'nowhere'));
    expect(missing.isBuilt()).toBe(false);
    expect(files.isBuilt()).toBe(true);
    const { status, body } = await missing.find('/');
    expect(status).toBe(503);
    expect(body).toContain('npm run build --workspace dashboard');
  });
});
