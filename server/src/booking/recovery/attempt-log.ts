/**
 * The attempt log: files outside the database with one line for each call that books or cancels, written before the call. It makes
 * recovery possible for providers that cannot list their reservations. If the line cannot be written, nothing is sent.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ApiError } from '../../platform/api-error.ts';
import { Batcher } from '../../platform/batcher.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Log } from '../../platform/log.ts';
import { syncFolder } from '../../platform/sync-folder.ts';
import type { AttemptLease } from '../bookings/attempt-store.ts';
import type { Booking } from '../bookings/booking.ts';
import { type AttemptLine, attemptSeal, newRowOf, readLine, writeLine } from './attempt-line.ts';

export interface AttemptLog {
  /** Resolves once the line is on disk. Throws SERVICE_UNAVAILABLE if it cannot be written. */
  append(booking: Booking, attempt: AttemptLease, operation: AttemptLine['operation']): Promise<void>;
  close(): Promise<void>;
}

export interface AttemptFiles {
  names: string[];
  /** Yields the lines in pages, in file order. */
  read(): AsyncGenerator<AttemptLine[]>;
  /** Number of unreadable lines in the last read. They are truncated, damaged or encrypted with another master key. */
  unreadable(): number;
  /** Returns false if the last read found lines but could decode none of them. */
  isReadable(): boolean;
}

interface AttemptLogOptions {
  folder: string;
  masterKey: Buffer;
  clock: Clock;
  log: Log;
}

/** Operators are advised to delete backups after 35 days, so a recovery needs no older attempts. */
const KEEP_DAYS = 35;
const DAY_MS = 86_400_000;
const ATTEMPT_FILE = /^(\d{4}-\d{2}-\d{2})\.[\w-]+\.attempts$/;

export function openAttemptLog({ folder, masterKey, clock, log }: AttemptLogOptions): AttemptLog {
  const seal = attemptSeal(masterKey);
  // Unique per process: processes may share a folder, and a recovery combines the folders of several hosts.
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
    deleteOldFiles(folder, clock.nowMs() - KEEP_DAYS * DAY_MS).catch(err =>
      log.warn({ err }, 'old attempt logs not deleted'),
    );
    return handle;
  }

  /** Group commit: one sync for all lines that are waiting. Returns the written lines. */
  async function writeLines(texts: readonly string[]): Promise<readonly string[]> {
    try {
      const handle = await fileOf(dayOf(clock.nowMs()));
      // The leading line break separates this line from a line that a crash truncated.
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
        log.error({ err: cause, folder }, 'attempt log not writable, nothing is sent');
        throw new ApiError('SERVICE_UNAVAILABLE', 'The attempt could not be logged. Nothing was sent.', {
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

async function deleteOldFiles(folder: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const day = ATTEMPT_FILE.exec(name)?.[1];
    if (day !== undefined && day < dayOf(beforeMs)) await rm(join(folder, name), { force: true });
  }
}

const PAGE = 200;

/** Finds the files with attempts since the given time. It goes back one day further, because the clocks of processes may differ. */
export async function findAttemptFiles(
  folder: string,
  masterKey: Buffer,
  sinceMs: number,
): Promise<AttemptFiles> {
  const from = new Date(sinceMs - DAY_MS).toISOString().slice(0, 10);
  const found = await readdir(folder).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const names = found.filter(name => (ATTEMPT_FILE.exec(name)?.[1] ?? '') >= from).sort();
  const seal = attemptSeal(masterKey);
  let [readable, unreadable] = [0, 0];
  async function* read() {
    readable = 0;
    unreadable = 0;
    for (const name of names) {
      let page: AttemptLine[] = [];
      for await (const text of createInterface({ input: createReadStream(join(folder, name)) })) {
        if (text === '') continue;
        const line = readLine(seal, text);
        if (line === undefined) unreadable += 1;
        else {
          readable += 1;
          page.push(line);
        }
        if (page.length < PAGE) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    }
  }
  return { names, read, unreadable: () => unreadable, isReadable: () => readable > 0 || unreadable === 0 };
}
