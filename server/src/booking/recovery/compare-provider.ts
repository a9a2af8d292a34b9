/**
 * Job, one per provider after a restore: replays the attempt log, sweeps the reservations made since shortly before the backup, and
 * looks up the bookings that were confirmed at the time. Bookings are accepted again when all providers have been compared.
 */
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { databaseNowMs } from '../bookings/booking-store.ts';
import { readErasureList } from '../guests/erasure-list.ts';
import type { Provider } from '../provider.ts';
import type { JobParts } from '../reconcile/reconcile-parts.ts';
import { judgeSwept } from '../reconcile/sweep-orphans.ts';
import { findAttemptFiles } from './attempt-log.ts';
import { lookUpConfirmed, lookUpLater } from './look-up-confirmed.ts';
import {
  type ComparedProvider,
  findCompared,
  findOpenRecovery,
  finishWhenCompared,
  listConfirmedAt,
  type OpenRecovery,
  type ProviderKey,
  saveProgress,
} from './recovery-store.ts';
import { replayAttempts } from './replay-attempts.ts';

export interface CompareParts extends JobParts {
  masterKey: Buffer;
  /** Folder of the attempt log. Undefined if attempts are not logged. */
  attemptFolder?: string | undefined;
  /** The erasure list. Guests on it are erased again when their bookings are recreated. */
  erasureFile?: string | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far before the backup the sweep starts, to cover calls that were in progress and suppliers that show reservations late. */
const BEFORE_MS = 2 * HOUR_MS;
const SHORTEST_SWEEP_MS = 60_000;
const PAGE = 40;
const CONCURRENCY = 8;
const RETRY_MS = 30_000;

export async function compareProvider(parts: CompareParts, job: RunningJob): Promise<JobResult> {
  const key = job.payload as ProviderKey;
  const { code, testMode, recoveryId } = key;
  const { db } = parts;
  const recovery = await findOpenRecovery(db);
  const state = await findCompared(db, key);
  if (recovery?.recovery_id !== recoveryId || state === undefined) return DONE;
  const provider = parts.providers.find(code, testMode);
  if (!provider) return tryAgain(parts, key, 'the provider is no longer configured');
  if (state.compared_at === null) {
    const problem = await compare(parts, job, { key, provider, recovery, state });
    if (problem !== undefined) return tryAgain(parts, key, problem);
    await saveProgress(db, key, { isCompared: true });
  }
  if (await inTransaction(db, tx => finishWhenCompared(tx, recoveryId))) {
    parts.log.info({ recoveryId }, 'all providers compared, recovery finished');
  }
  return DONE;
}

async function tryAgain(
  { db, log, providers }: CompareParts,
  key: ProviderKey,
  problem: string,
): Promise<JobResult> {
  log.warn({ provider: key.code, problem }, 'provider not compared yet');
  await saveProgress(db, key, { problem });
  const speedUp = providers.find(key.code, key.testMode)?.supplier.settlement.speedUp ?? 1;
  return { kind: 'AGAIN', delayMs: RETRY_MS / speedUp };
}

interface Compared {
  key: ProviderKey;
  provider: Provider;
  recovery: OpenRecovery;
  state: ComparedProvider;
}

/** Returns undefined when the comparison is complete, otherwise a description of the problem. */
async function compare(
  parts: CompareParts,
  job: RunningJob,
  compared: Compared,
): Promise<string | undefined> {
  const { key, provider, recovery } = compared;
  const hasLog = await replayLog(parts, key, provider, recovery);
  const swept = await sweepSince(parts, job, compared);
  if (swept === 'UNSUPPORTED' && !hasLog) {
    return 'the provider cannot list its reservations, and there is no readable attempt log';
  }
  if (swept === 'FAILED') return 'the provider did not list its reservations';
  return lookUpAll(parts, job, compared);
}

async function replayLog(
  parts: CompareParts,
  key: ProviderKey,
  provider: Provider,
  { backup_at }: OpenRecovery,
): Promise<boolean> {
  if (parts.attemptFolder === undefined) return false;
  const files = await findAttemptFiles(parts.attemptFolder, parts.masterKey, backup_at.getTime());
  const { bookingIds } = parts.erasureFile ? await readErasureList(parts.erasureFile) : { bookingIds: [] };
  const replayed = await replayAttempts(parts, provider, key.testMode, files, new Set(bookingIds));
  if (files.unreadable() > 0) {
    parts.log.warn({ lines: files.unreadable() }, 'attempt log has unreadable lines');
  }
  if (replayed.recreated + replayed.changed > 0) await saveProgress(parts.db, key, replayed);
  return files.names.length > 0 && files.isReadable();
}

/** Sweeps day by day, or in shorter steps if the supplier cannot list a whole day. */
async function sweepSince(
  parts: CompareParts,
  job: RunningJob,
  { key, provider, recovery, state }: Compared,
): Promise<'OK' | 'UNSUPPORTED' | 'FAILED'> {
  const { db, calls } = parts;
  const { testMode } = key;
  const endMs = await databaseNowMs(db);
  let fromMs = state.swept_to?.getTime() ?? recovery.backup_at.getTime() - BEFORE_MS;
  let stepMs = DAY_MS;
  while (fromMs < endMs) {
    const toMs = Math.min(endMs, fromMs + stepMs);
    const swept = await calls.sweep({ provider, testMode, signal: job.signal }, fromMs, toMs);
    job.signal.throwIfAborted();
    if (swept.kind === 'UNSUPPORTED') return 'UNSUPPORTED';
    if (swept.kind === 'FAILED' && swept.cause === 'INCOMPLETE' && stepMs > SHORTEST_SWEEP_MS) {
      stepMs /= 2;
      continue;
    }
    if (swept.kind !== 'OK') return 'FAILED';
    await judgeSwept(parts, key, swept.value);
    await saveProgress(db, key, { sweptTo: new Date(toMs) });
    fromMs = toMs;
  }
  return 'OK';
}

/** Retries a page if all of its lookups failed. Otherwise, each booking whose lookup failed gets a separate job. */
async function lookUpAll(
  parts: CompareParts,
  job: RunningJob,
  { key, provider, recovery, state }: Compared,
): Promise<string | undefined> {
  let after = state.looked_up_to;
  for (;;) {
    const page = await listConfirmedAt(parts.db, { ...key, backupAt: recovery.backup_at, after }, PAGE);
    const last = page.at(-1);
    if (last === undefined) return undefined;
    const left = [...page];
    let changed = 0;
    const failed: typeof page = [];
    const lookUpNext = async () => {
      for (let booking = left.shift(); booking; booking = left.shift()) {
        const found = await lookUpConfirmed(parts, provider, booking, job.signal);
        if (found === 'CHANGED') changed += 1;
        if (found === 'FAILED') failed.push(booking);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, lookUpNext));
    job.signal.throwIfAborted();
    if (failed.length === page.length) return 'bookings cannot be looked up at the provider';
    for (const booking of failed) await lookUpLater(parts, booking);
    after = last.booking_id;
    await saveProgress(parts.db, key, { lookedUpTo: after, changed, unclear: failed.length });
  }
}
