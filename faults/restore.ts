/**
 * Fault 27: the installation is lost some time after its last backup. It is restored into the embedded database
 * of another host.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Serai, serai, settings, startSerai } from '../e2e/serai-process.ts';
import { openOwnerDatabase } from '../server/src/platform/database/connect.ts';
import { quietLog } from '../server/src/platform/database/database-log.ts';
import { reachEmbeddedPostgres } from '../server/src/platform/database/reach-embedded-postgres.ts';
import type { Fault, FaultContext, Verdict } from './fault.ts';
import { startBookers, tally } from './single/stage/bookers.ts';
import { type Stage, withStage } from './single/stage/stage.ts';

const PARTNERS = 6;
const BEFORE_MS = 5_000;
/** Maximum time from the loss until bookings are accepted again. */
const BACK_WITHIN_MS = 15 * 60_000;

export const fault: Fault = {
  name: 'restore',
  about: 'the installation is backed up under load, lost a while later, and restored; measures the time',
  seconds: 20,
  run: context => withStage(context, {}, stage => play(stage, context)),
};

interface Row {
  booking_id: string;
  version: number;
}

async function play({ cluster, newPartner }: Stage, context: FaultContext): Promise<Verdict[]> {
  const key = cluster.masterKey.toString('base64');
  const file = join(context.folder, 'restore.backup');
  const bookers = startBookers(Array.from({ length: PARTNERS }, () => newPartner({})));
  await delay(BEFORE_MS);
  const backupMs = await timed(context, 'backup under load', () =>
    serai(
      settings(join(context.folder, 'none'), { DATABASE_URL: cluster.postgres.url, SERAI_MASTER_KEY: key }),
      'backup',
      file,
    ),
  );
  await delay(context.seconds * 1_000);
  await bookers.stop();
  context.say(tally(bookers.answers));
  const before = await cluster.owner<Row[]>`SELECT booking_id, version FROM booking`;
  for (const node of cluster.nodes()) await node.kill();

  const dataDir = join(context.folder, 'restored');
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { mode: 0o700 });
  const env = settings(dataDir, { SERAI_MASTER_KEY: key });
  const lostMs = Date.now();
  await timed(context, 'restore', () => serai(env, 'restore', file));
  const restored = await startSerai({ dataDir, env: { SERAI_MASTER_KEY: key } });
  try {
    while ((await serai(env, 'recovery', 'status')).code !== 0) await delay(500);
    const backMs = Date.now() - lostMs;
    context.say(`bookings are accepted ${(backMs / 1_000).toFixed(1)} s after the loss`);
    context.note(
      'Times',
      `The backup took ${backupMs} ms. Bookings were accepted ${backMs} ms after the loss.`,
    );
    return [
      {
        guarantee: `back within ${BACK_WITHIN_MS / 60_000} min`,
        compared: `${backMs} ms`,
        broken: backMs <= BACK_WITHIN_MS ? [] : [`${backMs} ms`],
      },
      await compareBookings(restored, before),
    ];
  } finally {
    await restored.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Test providers store their reservations in the same database, so the restore affects them as well. */
async function compareBookings({ dataDir }: Serai, before: readonly Row[]): Promise<Verdict> {
  const { address, stop } = await reachEmbeddedPostgres({ dataDir, log: quietLog });
  const owner = openOwnerDatabase({ address, log: quietLog, max: 1 });
  try {
    const rows = await owner<Row[]>`SELECT booking_id, version FROM booking`;
    const known = new Map(before.map(({ booking_id, version }) => [booking_id, version]));
    const broken = rows.flatMap(({ booking_id, version }) => {
      const seen = known.get(booking_id);
      if (seen === undefined) return [`${booking_id} was unknown before`];
      return version > seen ? [] : [`${booking_id} is at version ${version}, but partners have seen ${seen}`];
    });
    const held = await owner<{ reference: string }[]>`
      SELECT reference FROM test_reservation WHERE cancelled_at IS NULL
        AND NOT EXISTS (SELECT FROM booking WHERE booking_id = 'bkg_' || reference)`;
    return {
      guarantee:
        'restored bookings have higher versions than partners saw, and every reservation has a booking',
      compared: `${rows.length} of ${before.length} bookings`,
      broken: [
        ...(rows.length === 0 ? ['nothing was restored'] : []),
        ...broken,
        ...held.map(({ reference }) => `the reservation ${reference} has no booking`),
      ],
    };
  } finally {
    await owner.close();
    await stop();
  }
}

async function timed(
  { say }: FaultContext,
  what: string,
  work: () => Promise<{ code: number; err: string }>,
): Promise<number> {
  const beganMs = Date.now();
  const { code, err } = await work();
  if (code !== 0) throw new Error(`${what} failed: ${err}`);
  const tookMs = Date.now() - beganMs;
  say(`${what}: ${(tookMs / 1_000).toFixed(1)} s`);
  return tookMs;
}
