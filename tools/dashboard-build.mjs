/** Builds the dashboard if its files, the contract or the locked packages have changed since the last build. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './process/lock.mjs';
import { runNpm } from './process/npm.mjs';
import { withProgress } from './process/progress.mjs';
import { ToolError } from './run-tool.mjs';

const SOURCES = ['dashboard', 'contract/src', 'package-lock.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage']);
const STAMP = 'dashboard/dist/.stamp';

/**
 * @param {string} root
 * @param {string} path
 * @param {import('node:crypto').Hash} hash
 */
function addToHash(root, path, hash) {
  let names;
  try {
    names = readdirSync(join(root, path));
  } catch {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
    return;
  }
  for (const name of names.sort()) {
    if (!NOT_SOURCES.has(name)) addToHash(root, `${path}/${name}`, hash);
  }
}

/** @param {string} root */
export function dashboardHash(root) {
  const hash = createHash('sha256');
  for (const path of SOURCES) addToHash(root, path, hash);
  return hash.digest('hex');
}

/** @param {string} root */
function builtHash(root) {
  try {
    return readFileSync(join(root, STAMP), 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} root */
async function build(root) {
  const hash = dashboardHash(root);
  const { code, output } = await runNpm(['run', 'build', '--workspace', 'dashboard'], { cwd: root });
  if (code !== 0) throw new ToolError(`Building the dashboard failed.\n\n${output.trim()}`);
  mkdirSync(join(root, 'dashboard/dist'), { recursive: true });
  writeFileSync(join(root, STAMP), hash);
}

/** @param {string} root */
export async function ensureDashboardBuilt(root) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'dashboard/package.json'), 'utf8'));
  if (scripts?.build === undefined) return;
  const isCurrent = () => builtHash(root) === dashboardHash(root);
  if (isCurrent()) return;
  /** @param {number} pid */
  const onWait = pid =>
    console.error(`Another command (process ${pid}) is building the dashboard; waiting for it …`);
  await withLock(join(root, '.cache', 'dashboard.lock'), { onWait }, async () => {
    if (!isCurrent()) await withProgress('Building the dashboard', () => build(root));
  });
}
