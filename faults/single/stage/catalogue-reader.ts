/**
 * Partners that keep reading the catalogue while a hotel changes. One checks how old each response is, the other keeps a
 * copy with delta requests.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { SPAIN, writeHotels, writePlaces } from '../../../server/test/catalogue-builder.ts';
import type { Verdict } from '../../fault.ts';
import type { Stage } from './stage.ts';

const HOTELS = '/content/hotels/v1/hotels';
const HOTEL_ID = 'htl_changing';
const WRITE_EVERY_MS = 250;
const READ_EVERY_MS = 40;
/** A response may be this much older, because the clocks of this process and of the servers are read at other times. */
const TOLERANCE_MS = 250;

export interface CatalogueReaders {
  /** Lets the readers finish, and returns the verdicts. */
  stop(): Promise<Verdict[]>;
}

export async function startCatalogueReaders(stage: Stage, maxLagMs: number): Promise<CatalogueReaders> {
  const { cluster, key } = stage;
  const write = (version: number) =>
    writeHotels(cluster.owner, 'sandbox', [{ hotelId: HOTEL_ID, name: { en: String(version) } }]);
  await writePlaces(cluster.owner, SPAIN);
  await write(0);
  const committedMs = [performance.now()];
  const bad: string[] = [];
  const old: string[] = [];
  let [isOver, reads, shed, oldestMs] = [false, 0, 0, 0];

  async function read(body: object): Promise<{ versions: number[]; asOf: string } | undefined> {
    const response = await fetch(`${cluster.gateways[0]?.url}${HOTELS}`, {
      method: 'POST',
      headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    reads += 1;
    if (response.status === 503 && text.includes('overloaded')) shed += 1;
    else if (response.status !== 200) bad.push(`${response.status} ${text}`);
    if (response.status !== 200) return undefined;
    const { hotels, meta } = JSON.parse(text);
    const own = hotels.filter(({ hotelId }: { hotelId: string }) => hotelId === HOTEL_ID);
    return { versions: own.map(({ name }: { name: string }) => Number(name)), asOf: meta.processedAt };
  }

  async function writing(): Promise<void> {
    for (let version = 1; !isOver; version++) {
      await write(version);
      committedMs.push(performance.now());
      await delay(WRITE_EVERY_MS);
    }
  }

  async function watching(): Promise<void> {
    while (!isOver) {
      const sentMs = performance.now();
      const found = await read({ hotelIds: [HOTEL_ID] });
      const seen = found?.versions[0];
      if (found !== undefined) {
        // The next version must not have been committed longer ago than the highest lag.
        const ageMs = sentMs - (committedMs[(seen ?? -1) + 1] ?? sentMs);
        oldestMs = Math.max(oldestMs, ageMs);
        if (ageMs > maxLagMs + TOLERANCE_MS) old.push(`version ${seen} was ${Math.round(ageMs)} ms old`);
      }
      await delay(READ_EVERY_MS);
    }
  }

  let copied = -1;
  let since: string | undefined;
  async function copy(): Promise<void> {
    const found = await read(since === undefined ? {} : { updatedSince: since });
    if (found === undefined) return;
    copied = found.versions.at(-1) ?? copied;
    since = found.asOf;
  }
  async function copying(): Promise<void> {
    while (!isOver) {
      await copy();
      await delay(READ_EVERY_MS);
    }
  }

  const running = Promise.all([writing(), watching(), copying()]);
  return {
    async stop() {
      isOver = true;
      await running;
      const last = committedMs.length - 1;
      const endMs = performance.now() + 2 * maxLagMs + 10_000;
      while (copied !== last && performance.now() < endMs) await copy();
      return [
        { guarantee: 'no catalogue read fails', compared: `${reads} reads, ${shed} shed`, broken: bad },
        {
          guarantee: `no response is older than ${maxLagMs / 1000} s`,
          compared: `${committedMs.length} changes, oldest ${Math.round(oldestMs)} ms`,
          broken: old,
        },
        {
          guarantee: 'a copy that follows the changes misses none',
          compared: `${committedMs.length} changes`,
          broken: copied === last ? [] : [`the copy ended at version ${copied}, not ${last}`],
        },
      ];
    },
  };
}

/** Returns how often a backend has read from each server. */
export async function replicaReads({ cluster }: Stage): Promise<Record<string, number>> {
  const text = await (await fetch(`${cluster.backends[0]?.url}/metrics`)).text();
  const found = text.matchAll(/^serai_replica_reads_total\{served_by="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...found].map(([, server, count]) => [server, Number(count)]));
}
