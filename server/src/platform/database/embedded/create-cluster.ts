/**
 * Creates a new database cluster. If it is killed halfway, it leaves nothing that the next start would mistake for a
 * cluster.
 */
import { spawn } from 'node:child_process';
import { chown, mkdir, rename, rm } from 'node:fs/promises';
import { syncFolder } from '../../sync-folder.ts';
import type { Binaries } from './find-binaries.ts';
import type { RunAs } from './run-as.ts';

export const SUPERUSER = 'serai';
export const DATABASE = 'serai';

export interface ClusterOptions {
  binaries: Binaries;
  runAs: RunAs;
  dataDir: string;
  clusterDir: string;
  /** Whether the new files are synced to disk. Only tests disable it. */
  sync: boolean;
}

/** Throws an `Error` with the output of the PostgreSQL tool that failed. */
export async function createCluster({
  binaries,
  runAs,
  dataDir,
  clusterDir,
  sync,
}: ClusterOptions): Promise<void> {
  const unfinished = `${clusterDir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (runAs.owner.uid !== process.getuid?.()) await chown(unfinished, runAs.owner.uid, runAs.owner.gid);
  await runTool(runAs, binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    ...(sync ? [] : ['--no-sync']),
  ]);
  const durability = sync ? [] : ['-c', 'fsync=off'];
  const oneStatement = `CREATE DATABASE ${DATABASE};\n`;
  await runTool(
    runAs,
    binaries.postgres,
    ['--single', '-D', unfinished, ...durability, 'template1'],
    oneStatement,
  );
  await rename(unfinished, clusterDir);
  if (sync) await syncFolder(dataDir);
}

/** Single-user mode exits with 0 even if its statement failed, so ERROR in the output counts as a failure too. */
function runTool(runAs: RunAs, tool: string, toolArgs: string[], input = ''): Promise<void> {
  const [command = '', ...args] = [...runAs.prefix, tool, ...toolArgs];
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { ...runAs.spawn, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', code => {
      if (code === 0 && !/^.*(ERROR|FATAL|PANIC):/m.test(output)) resolve();
      else reject(new Error(output));
    });
  });
}
