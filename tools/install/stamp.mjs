/** Checks whether node_modules matches package-lock.json, within a millisecond if nothing has changed. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, resolved?: string }} LockedPackage */

const STAMP = join('node_modules', '.serai-installed');

/** @param {string} root */
function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * After a manual `npm ci` there is no stamp, so npm's own record of what it installed is used.
 * @param {string} root
 */
export function npmInstalledAll(root) {
  const record = readText(join(root, 'node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  /** @type {Record<string, LockedPackage>} */
  const installed = JSON.parse(record).packages;
  /** @type {Record<string, LockedPackage>} */
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const present = installed[path];
    if (!path.startsWith('node_modules/')) return true;
    if (present === undefined) return optional === true;
    return present.version === version && present.integrity === integrity;
  });
}

/** @param {string} root */
export function isInstalled(root) {
  const hash = lockHash(root);
  if (readText(join(root, STAMP)) === hash) return true;
  if (!npmInstalledAll(root)) return false;
  markInstalled(root);
  return true;
}

/** @param {string} root */
export function markInstalled(root) {
  try {
    writeFileSync(join(root, STAMP), lockHash(root));
  } catch {
    // The folder belongs to another user. The slower comparison will run again next time.
  }
}
