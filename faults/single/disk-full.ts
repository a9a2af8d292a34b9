/**
 * Fault 14: the database's disk fills up and is freed again. Then the database becomes read-only and writable
 * again.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../e2e/child-process.ts';
import { CannotRun, type Fault, type Verdict } from '../fault.ts';
import { startBookers, tally } from './stage/bookers.ts';
import { type Stage, withStage } from './stage/stage.ts';

const PARTNERS = 4;
const DISK_MB = 320;
const PHASE_MS = 6_000;
const SOON_MS = 60_000;

export const diskFull: Fault = {
  name: 'disk-full',
  about: "PostgreSQL's disk is full for a while, then the database is read-only, while partners book",
  async run(context) {
    const disk = await mountDisk();
    try {
      // Few WAL segments are kept for reuse, so that a full disk stops writes immediately.
      const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };
      return await withStage(context, { postgres: { parent: disk, settings } }, stage => play(stage, disk));
    } finally {
      execFileSync('umount', ['--lazy', disk]);
      await rm(join(disk, '..'), { recursive: true, force: true });
    }
  },
};

async function mountDisk(): Promise<string> {
  const disk = join(await mkdtemp(join(tmpdir(), 'serai-disk-')), 'disk');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=777`, 'tmpfs', disk], {
      stdio: 'pipe',
    });
  } catch {
    throw new CannotRun('a small disk cannot be mounted here');
  }
  return disk;
}

async function play(stage: Stage, disk: string): Promise<Verdict[]> {
  const { context, cluster } = stage;
  const bookers = startBookers(Array.from({ length: PARTNERS }, () => stage.newPartner({})));
  const isBack = async (what: string) => {
    const sinceMs = Date.now();
    await until(
      () => bookers.firstGoodMs(sinceMs) !== undefined,
      SOON_MS,
      () => `no booking succeeds after ${what}`,
    );
    context.say(`${what}: the first booking after ${(bookers.firstGoodMs(sinceMs) ?? 0) - sinceMs} ms`);
  };
  await delay(PHASE_MS);
  const filler = join(disk, 'filler');
  fill(filler);
  context.say('the disk is full');
  const fullMs = Date.now();
  await delay(PHASE_MS);
  const whileFull = bookers.answers.filter(({ endedMs }) => endedMs > fullMs);
  context.say(`while it was full: ${tally(whileFull)}`);
  await rm(filler);
  // PostgreSQL may have stopped, because it cannot run without writing its WAL.
  await cluster.postgres.crash();
  await cluster.postgres.startAgain();
  await isBack('the disk had room again');
  await setReadOnly(stage, 'on');
  const readOnlyMs = Date.now();
  await delay(PHASE_MS);
  context.say(
    `while the database was read-only: ${tally(bookers.answers.filter(({ endedMs }) => endedMs > readOnlyMs))}`,
  );
  await setReadOnly(stage, 'off');
  await isBack('writes were accepted again');
  await bookers.stop();
  const odd = bookers.answers.filter(({ status }) => status >= 500 && status !== 503);
  return [
    {
      guarantee: 'returns only 503 while the journal cannot be written',
      compared: `${bookers.answers.length} responses, ${whileFull.length} while the disk was full`,
      broken: odd.map(({ operation, status, code }) => `${operation} returned ${status} ${code}`),
    },
    ...(await stage.judge()),
  ];
}

function fill(path: string): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=1M'], { stdio: 'pipe' });
  } catch {
    // `dd` fails when the disk is full, as intended.
  }
}

/** The setting applies only to new sessions, so existing ones are terminated. */
async function setReadOnly({ cluster }: Stage, value: 'on' | 'off'): Promise<void> {
  await cluster.owner.transaction(async tx => {
    await tx`SET TRANSACTION READ WRITE`;
    await tx.script(`ALTER DATABASE postgres SET default_transaction_read_only = ${value}`);
  });
  await cluster.owner.script(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );
}
