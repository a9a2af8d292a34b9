import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dashboardHash, ensureDashboardBuilt } from './dashboard-build.mjs';

let root: string;

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

function builds(): number {
  try {
    return readFileSync(join(root, 'dashboard/dist/builds'), 'utf8').length;
  } catch {
    return 0;
  }
}

function writePackage(build: string): void {
  write(
    'dashboard/package.json',
    JSON.stringify({ name: 'dashboard', version: '1.0.0', scripts: { build } }),
  );
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'serai dashboard '));
  write('package.json', JSON.stringify({ name: 'root', workspaces: ['dashboard'] }));
  write('package-lock.json', '{}');
  write('contract/src/errors.ts', '');
  write('dashboard/app/page.tsx', 'one');
  writePackage('mkdir -p dist && printf x >> dist/builds');
});

afterEach(() => rmSync(root, { recursive: true }));

test('the dashboard is built if it is missing or if its sources or the contract have changed', async () => {
  await ensureDashboardBuilt(root);
  await ensureDashboardBuilt(root);
  expect(builds()).toBe(1);
  write('dashboard/app/page.tsx', 'two');
  await ensureDashboardBuilt(root);
  expect(builds()).toBe(2);
  write('contract/src/errors.ts', 'new');
  await ensureDashboardBuilt(root);
  expect(builds()).toBe(3);
});

test('a failed dashboard build shows its output and is retried the next time', async () => {
  writePackage('echo the reason; exit 3');
  await expect(ensureDashboardBuilt(root)).rejects.toThrow('the reason');
  await expect(ensureDashboardBuilt(root)).rejects.toThrow('the reason');
});

test('nothing is built if the dashboard has no build script', async () => {
  write('dashboard/package.json', '{}');
  await ensureDashboardBuilt(root);
  expect(builds()).toBe(0);
});

test('the dashboard build ignores files left by builds and installations, but notices a moved file', () => {
  const before = dashboardHash(root);
  write('dashboard/dist/page.js', 'x');
  write('dashboard/node_modules/a/a.js', 'x');
  expect(dashboardHash(root)).toBe(before);
  write('dashboard/app/other.tsx', 'one');
  rmSync(join(root, 'dashboard/app/page.tsx'));
  expect(dashboardHash(root)).not.toBe(before);
});
