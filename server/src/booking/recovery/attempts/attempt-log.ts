/**
 * The log of attempts: a file outside the database with a line before each call that books or cancels, for providers that cannot
 * list what they hold. What was appended is on disk; where it cannot be, nothing may be sent.
 */
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../../platform/api-error.ts';
import { Batcher } from '../../../platform/batcher.ts';
import type { Clock } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { AttemptLease } from '../../bookings/attempt-store.ts';
import type { Booking } from '../../bookings/booking.ts';
import { type AttemptLine, attemptSeal, newRowOf, writeLine } from './attempt-line.ts';

export interface AttemptLog {
  /** Throws SERVICE_UNAVAILABLE where it cannot be written. */
  append(booking: Booking, attempt: AttemptLease, operation: AttemptLine['operation']): Promise<void>;
  close(): Promise<void>;
}

interface AttemptLogOptions {
  folder: string;
  masterKey: Buffer;
  clock: Clock;
  log: Log;
}

/** As long as backups may be kept: an older one cannot be restored. */
const KEEP_DAYS = 35;
const DAY_MS = 86_400_000;
export const ATTEMPT_FILE = /^(\d{4}-\d{2}-\d{2})\.[\w-]+\.attempts$/;

export function openAttemptLog({ folder, masterKey, clock, log }: AttemptLogOptions): AttemptLog {
  const seal = attemptSeal(masterKey);
  // Of its own: several processes may share the folder, and folders of several hosts are put together for a recovery.
  const writer = newId('node');
  let file: { day: string; handle: FileHandle } | undefined;
  const lines = new Batcher({ run: writeLines });

  async function fileOf(day: string): Promise<FileHandle> {
    if (file?.day === day) return file.handle;
    await file?.handle.close();
    file = undefined;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(join(folder, `${day}.${writer}.attempts`), 'a', 0o600);
    file = { day, handle };
    await syncFolder(folder);
    removeOld(folder, clock.nowMs() - KEEP_DAYS * DAY_MS).catch(err =>
      log.warn({ err }, 'old logs of attempts were not removed'),
    );
    return handle;
  }

  /** Group commit: one sync for all lines that are waiting. Returns the written lines. */
  async function writeLines(texts: readonly string[]): Promise<readonly string[]> {
    try {
      const handle = await fileOf(dayOf(clock.nowMs()));
      // The line break in front protects this line from one that a crash cut off.
      await handle.appendFile(texts.map(text => `\n${text}\n`).join(''));
      await handle.datasync();
      return texts;
    } catch (error) {
      const broken = file;
      file = undefined;
      await broken?.handle.close().catch(() => {});
      throw error;
    }
  }

  return {
    async append(booking, { number }, operation) {
      const { booking_id: bookingId, provider, test_mode: testMode } = booking;
      const common = { at: new Date(clock.nowMs()).toISOString(), bookingId, number, provider, testMode };
      const line: AttemptLine =
        operation === 'book'
          ? { operation, ...common, row: newRowOf(booking) }
          : { operation, ...common, intent: booking.cancel_intent };
      const text = writeLine(seal, line);
      await lines.submit(text).catch(cause => {
        log.error({ err: cause, folder }, 'the log of attempts cannot be written: nothing is sent');
        throw new ApiError('SERVICE_UNAVAILABLE', 'The attempt cannot be put on record. Nothing was sent.', {
          cause,
        });
      });
    },
    async close() {
      await lines.idle();
      await file?.handle.close();
      file = undefined;
    },
  };
}

function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

async function removeOld(folder: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const day = ATTEMPT_FILE.exec(name)?.[1];
    if (day !== undefined && day < dayOf(beforeMs)) await rm(join(folder, name), { force: true });
  }
}

/** A file is found after a crash only when its folder was written too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
