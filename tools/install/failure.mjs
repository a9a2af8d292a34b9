/** Explains why npm could not install the packages and what to do, followed by npm's own output. */
import { statfsSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** Disk space needed for an installation, with a margin. */
export const NEEDED_MB = 480;
const CACHE_MB = 200;
const SHOWN_LINES = 8;
/**
 * npm may report success although some writes failed. If less space than this is free, the disk is considered
 * full.
 */
const FULL_MB = 5;

const OFFLINE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT)\b/;
const UNTRUSTED =
  /\b(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT\w*|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT)\b/;

/** @param {string} path if it does not exist, its nearest existing parent folder is used */
export function freeMb(path) {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return Math.floor((bavail * bsize) / 1e6);
    } catch {
      if (folder === dirname(folder)) return undefined;
    }
  }
}

/** @param {string} path */
function ownerOf(path) {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
function diskFull(root, env) {
  const cache = env.npm_config_cache ?? join(homedir(), '.npm');
  return [
    'The disk is full.',
    `  ${root}: ${freeMb(root) ?? '?'} MB free, about ${NEEDED_MB} needed`,
    `  ${cache} (npm's cache): ${freeMb(cache) ?? '?'} MB free, about ${CACHE_MB} needed`,
    'Free some space, or point npm_config_cache to a folder on a larger disk, then run the command again.',
  ];
}

/**
 * @param {string} root
 * @param {string} output
 */
function noAccess(root, output) {
  const path = /^npm (?:error|ERR!) path (.+)$/m.exec(output)?.[1] ?? join(root, 'node_modules');
  const { uid, username } = userInfo();
  const owner = ownerOf(path) ?? ownerOf(dirname(path));
  const other = owner !== undefined && owner !== uid;
  return [
    `${username} has no permission to write ${path}.`,
    other
      ? `It belongs to another user (id ${owner}), perhaps from an earlier install as root. Change the owner:`
      : 'Give yourself write permission:',
    `  sudo chown -R ${username} "${root}"`,
  ];
}

/** npm's internal stack traces, which do not help the reader. */
const TRACE = /^npm (?:error|ERR!)(?:\s*$|\s+(?:at |\}|\w+: '|stack|(?:errno|port|type|address)\b))/;

/** @param {string} output */
function essentials(output) {
  const lines = output.split('\n').filter(line => line.trim() !== '' && !TRACE.test(line));
  return lines.length > SHOWN_LINES ? [...lines.slice(0, SHOWN_LINES - 1), lines.at(-1)] : lines;
}

/**
 * @param {string} output npm's output, or with `quiet` only an error code of our own
 * @param {{ root: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} where
 * @returns {string}
 */
export function explainFailure(output, { root, env = process.env, quiet = false }) {
  const said = quiet ? [] : essentials(output).map(line => `  ${line}`);
  return [
    'Installing the packages failed.',
    ...reasons(output, root, env),
    ...(said.length > 0 ? ['', 'npm reported:', ...said] : []),
  ].join('\n');
}

/**
 * @param {string} output
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
function reasons(output, root, env) {
  if (/\bENOSPC\b/.test(output) || (freeMb(root) ?? FULL_MB) < FULL_MB) return diskFull(root, env);
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) return noAccess(root, output);
  if (OFFLINE.test(output)) {
    return [
      'The package registry cannot be reached. The first start needs a network; later ones do not.',
      'Behind a proxy, set HTTPS_PROXY. For a mirror: npm config set registry <address>',
    ];
  }
  if (UNTRUSTED.test(output)) {
    return [
      "The registry's certificate is not trusted. A proxy may be intercepting TLS.",
      "Point NODE_EXTRA_CA_CERTS to that proxy's certificate and run the command again.",
    ];
  }
  if (/\b(E404|ETARGET)\b/.test(output)) {
    return [
      'The configured registry lacks a package, see below. `npm config get registry` names the registry.',
    ];
  }
  if (/\bEUSAGE\b/.test(output) && /in sync/.test(output)) {
    return [
      'package.json and package-lock.json disagree. After changing dependencies: npm install --ignore-scripts',
    ];
  }
  return [];
}
