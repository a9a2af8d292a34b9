/**
 * Runs npm. Uses the npm that started this process, if any, and always a Node that the installation does not
 * replace.
 */
import { existsSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { ToolError } from '../run-tool.mjs';
import { launch } from './launch.mjs';

/** Settings of the outer `npm start --…` that must not affect an inner npm. */
const OUTER_ONLY = new Set([
  'npm_config_dry_run',
  'npm_config_global',
  'npm_config_include',
  'npm_config_include_workspace_root',
  'npm_config_location',
  'npm_config_omit',
  'npm_config_only',
  'npm_config_package_lock_only',
  'npm_config_production',
  'npm_config_workspace',
  'npm_config_workspaces',
]);

/** @param {NodeJS.ProcessEnv} env */
export function npmEnvironment(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      const lower = name.toLowerCase();
      if (!lower.startsWith('npm_')) return true;
      return lower.startsWith('npm_config_') && !OUTER_ONLY.has(lower);
    }),
  );
}

/** @param {NodeJS.ProcessEnv} env */
export function npmCommand(env) {
  const script = env.npm_execpath;
  if (script === undefined || !basename(script).startsWith('npm-cli') || !existsSync(script)) {
    return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
  }
  const outer = env.npm_node_execpath;
  const stays = outer !== undefined && !outer.includes(`${sep}node_modules${sep}`) && existsSync(outer);
  return { command: stays ? outer : process.execPath, args: [script] };
}

/**
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runNpm(args, { cwd, env = process.env }) {
  const npm = npmCommand(env);
  /** @type {Buffer[]} */
  const chunks = [];
  try {
    const code = await launch(npm.command, [...npm.args, ...args], {
      cwd,
      env: npmEnvironment(env),
      // npm finishes a running installation before it handles a signal, so it is killed after a second. An incomplete
      // installation is repeated later.
      graceMs: 1000,
      shell: npm.command.endsWith('.cmd'),
      stdio: ['ignore', 'pipe', 'pipe'],
      onStart(child) {
        child.stdout?.on('data', chunk => chunks.push(chunk));
        child.stderr?.on('data', chunk => chunks.push(chunk));
      },
    });
    return { code, output: Buffer.concat(chunks).toString() };
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    throw new ToolError('npm was not found. It comes with Node from nodejs.org; on Debian: apt install npm');
  }
}
