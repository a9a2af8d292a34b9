/**
 * Keeps a copy of the hotels in step with the catalogue.
 *
 *   node content-mirror.ts mirror.json             looks for changes every minute, until Ctrl-C
 *   node content-mirror.ts mirror.json --once      once, for a scheduler
 *
 * It may be stopped or killed at any moment: the file always holds whole pages, with the place to go on from. Yours would
 * be a database, and the transaction that writes a page would write the place too.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type Hotel, type HotelsAnswer, Serai } from '@serai/sdk';

/** A walk through the changes that has begun. */
interface Run {
  /** Undefined the first time, for everything. */
  since?: string;
  /** When it began, by the clock of the service: nothing that changes from then on is missed by beginning there. */
  startedAt: string;
  cursor: string;
}

interface Mirror {
  /** Where the next run begins. */
  since?: string;
  run?: Run;
  hotels: Record<string, Hotel>;
  /** What became of hotels that bookings may still name. */
  mergedInto: Record<string, string>;
}

const EVERY_MS = 60_000;
const HOTELS_A_PAGE = 500;

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

/** In one step: a reader, or the next start, sees the old file or the new one. */
async function save(mirror: Mirror): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(mirror));
  await rename(`${file}.new`, file);
}

function apply(mirror: Mirror, hotel: Hotel): void {
  if (hotel.status === 'ACTIVE') mirror.hotels[hotel.hotelId] = hotel;
  else delete mirror.hotels[hotel.hotelId];
  if (hotel.mergedInto !== null) mirror.mergedInto[hotel.hotelId] = hotel.mergedInto;
}

function ask(since: string | undefined, cursor: string | undefined): Promise<HotelsAnswer> {
  const page = { limit: HOTELS_A_PAGE, cursor };
  return serai.content.hotels(
    { updatedSince: since, include: ['description'], page },
    { signal: stop.signal },
  );
}

/** The page that a run goes on with, or begins with; a cursor that is no longer good means from its beginning. */
async function nextPage({ since, run }: Mirror): Promise<HotelsAnswer> {
  if (run === undefined) return ask(since, undefined);
  try {
    return await ask(run.since, run.cursor);
  } catch (error) {
    if (ApiError.is(error) && error.code === 'INVALID_CURSOR') return ask(run.since, undefined);
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
    await delay(EVERY_MS, undefined, { signal: stop.signal });
  }
} catch (error) {
  if (!stop.signal.aborted) throw error;
}
