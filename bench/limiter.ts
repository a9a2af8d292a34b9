/**
 * Compares the cost of one in-memory decision over three windows with rate-limiter-flexible. Both run in turn in
 * one process, because the ratio depends less on the machine than the absolute times.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RateLimiterMemory, RateLimiterUnion } from 'rate-limiter-flexible';
import { MemoryLimiter } from '../server/src/gateway/limits/memory-limiter.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { printTable, printText, printTitle } from './measure/report.ts';
import { grouped, ratios, withSpread } from './measure/statistics.ts';

const ROUNDS = 15;
const PER_ROUND = 20_000;
const OPEN = { perMinute: 1e9, perHour: 1e9, perDay: 1e9 };
const SHUT = { perMinute: 1, perHour: 1e9, perDay: 1e9 };

interface Case {
  name: string;
  keyIds: string[];
  limits: typeof OPEN;
}

const CASES: Case[] = [
  { name: 'admitted, 1 key', keyIds: makeKeyIds(1), limits: OPEN },
  { name: 'admitted, 10 000 keys', keyIds: makeKeyIds(10_000), limits: OPEN },
  { name: 'rejected, 1 key', keyIds: makeKeyIds(1), limits: SHUT },
];

printTitle('One decision of the limiter');
printText(
  `Each decision checks three windows in memory. Figures are medians of ${ROUNDS} rounds of ${grouped(PER_ROUND)} decisions (minimum–maximum). ` +
    `A key in use takes ${grouped(bytesPerKey(100_000))} bytes, measured with 100 000 keys.`,
);
printTable(['', 'ours, ns', 'rate-limiter-flexible, ns', 'ratio to ours'], await allInTurn());

async function allInTurn(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const each of CASES) rows.push(await inTurn(each));
  return rows;
}

async function inTurn({ name, keyIds, limits }: Case): Promise<string[]> {
  const ours = new MemoryLimiter(systemClock);
  const theirs = createFlexible(limits);
  const ownNs: number[] = [];
  const theirNs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ownNs.push(await timeOurs(ours, keyIds, limits));
    theirNs.push(await timeTheirs(theirs, keyIds));
  }
  await ours.close();
  return [name, withSpread(ownNs, 0), withSpread(theirNs, 0), withSpread(ratios(theirNs, ownNs), 1)];
}

function createFlexible(limits: typeof OPEN): RateLimiterUnion {
  return new RateLimiterUnion(
    new RateLimiterMemory({ keyPrefix: 'minute', points: limits.perMinute, duration: 60 }),
    new RateLimiterMemory({ keyPrefix: 'hour', points: limits.perHour, duration: 3600 }),
    new RateLimiterMemory({ keyPrefix: 'day', points: limits.perDay, duration: 86_400 }),
  );
}

async function timeOurs(limiter: MemoryLimiter, keyIds: string[], limits: typeof OPEN): Promise<number> {
  let admitted = 0;
  const startMs = performance.now();
  for (let index = 0; index < PER_ROUND; index++) {
    if (limiter.decide(keyIds[index % keyIds.length] as string, limits).admitted) admitted += 1;
  }
  const ns = ((performance.now() - startMs) * 1e6) / PER_ROUND;
  if (limits === OPEN && admitted !== PER_ROUND) throw new Error('a request was refused below the limit');
  return ns;
}

async function timeTheirs(limiter: RateLimiterUnion, keyIds: string[]): Promise<number> {
  const startMs = performance.now();
  for (let index = 0; index < PER_ROUND; index++) {
    try {
      await limiter.consume(keyIds[index % keyIds.length] as string);
    } catch {
      // The library rejects the promise when it rejects the request.
    }
  }
  return ((performance.now() - startMs) * 1e6) / PER_ROUND;
}

function bytesPerKey(count: number): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const limiter = new MemoryLimiter(systemClock);
  for (const keyId of makeKeyIds(count)) limiter.decide(keyId, OPEN);
  const bytes = Math.round((used() - before) / limiter.size);
  void limiter.close();
  return bytes;
}

function makeKeyIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `k${index.toString(36).padStart(11, '0')}`);
}
