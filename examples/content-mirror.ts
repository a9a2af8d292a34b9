/**
 * Keeps a copy of the hotel catalogue up to date.
 *
 *   node content-mirror.ts mirror.json             reads changes every minute, until Ctrl-C
 *   node content-mirror.ts mirror.json --once      reads changes once, for a scheduler
 *
 * The program may be stopped or killed at any time: the file always contains complete pages and the position to continue
 * from. A real mirror would use a database and write a page and the position in the same transaction.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type Hotel, type HotelsResponse, Serai } from '@serai/sdk';

/** A run through the changes that is still in progress. */
interface Run {
  /** Undefined in the first run, which reads everything. */
  since?: string;
  /** When the run started, according to the server's clock. The next run starts here, so no change is missed. */
  startedAt: string;
  cursor: string;
}

interface Mirror {
  /** Start time for the next run. */
  since?: string;
  run?: Run;
  hotels: Record<string, Hotel>;
  /** Maps merged hotels to their replacements, because bookings may still refer to the old ids. */
  mergedInto: Record<string, string>;
}

const INTERVAL_MS = 60_000;
const PAGE_SIZE = 500;

const [file = 'mirror.json'] = process.argv.slice(2).filter(argument => !argument.startsWith('--'));
const serai = new Serai({ logger: { warn: line => console.error(line) } });
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

async function load(): Promise<Mirror> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { hotels: {}, mergedInto: {} };
    throw error;
  }
}

/** Replaces the file atomically: readers see either the old file or the new one. */
async function save(mirror: Mirror): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(mirror));
  await rename(`${file}.new`, file);
}

function apply(mirror: Mirror, hotel: Hotel): void {
  if (hotel.status === 'ACTIVE') mirror.hotels[hotel.hotelId] = hotel;
  else delete mirror.hotels[hotel.hotelId];
  if (hotel.mergedInto !== null) mirror.mergedInto[hotel.hotelId] = hotel.mergedInto;
}

function fetchPage(since: string | undefined, cursor: string | undefined): Promise<HotelsResponse> {
  const page = { limit: PAGE_SIZE, cursor };
  return serai.content.hotels(
    { updatedSince: since, include: ['description'], page },
    { signal: stop.signal },
  );
}

/**
 * Requests the next page of the current run, or the first page of a new one. If the cursor has expired, the
 * run starts again.
 */
async function nextPage({ since, run }: Mirror): Promise<HotelsResponse> {
  if (run === undefined) return fetchPage(since, undefined);
  try {
    return await fetchPage(run.since, run.cursor);
  } catch (error) {
    if (ApiError.is(error) && error.code === 'INVALID_CURSOR') return fetchPage(run.since, undefined);
    throw error;
  }
}

async function catchUp(mirror: Mirror): Promise<number> {
  let changes = 0;
  for (;;) {
    const { hotels, page, meta } = await nextPage(mirror);
    for (const hotel of hotels) apply(mirror, hotel);
    changes += hotels.length;
    const { since = mirror.since, startedAt = meta.processedAt } = mirror.run ?? {};
    if (!page.hasMore || page.nextCursor === null) {
      mirror.since = startedAt;
      delete mirror.run;
      await save(mirror);
      return changes;
    }
    mirror.run = { ...(since !== undefined && { since }), startedAt, cursor: page.nextCursor };
    await save(mirror);
    console.log(`${Object.keys(mirror.hotels).length} hotels so far`);
  }
}

const mirror = await load();
try {
  for (;;) {
    const changes = await catchUp(mirror);
    console.log(`${changes} changes, ${Object.keys(mirror.hotels).length} hotels`);
    if (process.argv.includes('--once')) break;
    await delay(INTERVAL_MS, undefined, { signal: stop.signal });
  }
} catch (error) {
  if (!stop.signal.aborted) throw error;
}
