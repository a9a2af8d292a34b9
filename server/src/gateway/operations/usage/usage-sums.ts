/** Puts sums of the database together as the contract tells them. Pure. */
import { type LatencyCounts, percentileMs } from '../../records/usage/latency-bands.ts';
import { NO_OPERATION } from '../../records/usage/usage.ts';
import type { Bucket, LatencySum, UsageSum } from '../../records/usage/usage-read-store.ts';

export const WIDTH_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

interface Sums {
  usage: readonly UsageSum[];
  latency: readonly LatencySum[];
}

export function totalsOf({ usage, latency }: Sums) {
  const statusClasses = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  let [requests, rateLimited] = [0, 0];
  for (const sum of usage) {
    requests += sum.requests;
    rateLimited += sum.limited;
    statusClasses[`${sum.statusClass}xx` as keyof typeof statusClasses] += sum.requests;
  }
  const counts: LatencyCounts = [];
  for (const { band, requests: counted } of latency) {
    while (counts.length < band) counts.push(0);
    counts[band - 1] = (counts[band - 1] as number) + counted;
  }
  return {
    requests,
    rateLimited,
    statusClasses,
    p50Ms: percentileMs(counts, 0.5),
    p95Ms: percentileMs(counts, 0.95),
  };
}

export function averageMs(sums: readonly UsageSum[]): number | null {
  const requests = sums.reduce((total, sum) => total + sum.requests, 0);
  const totalUs = sums.reduce((total, sum) => total + sum.totalUs, 0);
  return requests === 0 ? null : Math.round(totalUs / requests) / 1000;
}

/** The busiest first. */
export function operationsOf({ usage, latency }: Sums) {
  const latencies = Map.groupBy(latency, ({ operation }) => operation);
  const operations = [...Map.groupBy(usage, ({ operation }) => operation)].map(([name, own]) => ({
    operation: name === NO_OPERATION ? null : name,
    ...totalsOf({ usage: own, latency: latencies.get(name) ?? [] }),
  }));
  return operations.sort((a, b) => b.requests - a.requests);
}

/** Without a gap: a bucket without requests stands there with zeros. */
export function bucketsOf(
  { usage, latency }: Sums,
  { fromMs, toMs, bucket }: { fromMs: number; toMs: number; bucket: Bucket },
) {
  const [used, took] = [byStart(usage), byStart(latency)];
  const width = WIDTH_MS[bucket];
  const buckets = [];
  for (let startMs = Math.floor(fromMs / width) * width; startMs < toMs; startMs += width) {
    const own = { usage: used.get(startMs) ?? [], latency: took.get(startMs) ?? [] };
    buckets.push({ start: new Date(startMs).toISOString(), ...totalsOf(own) });
  }
  return buckets;
}

function byStart<Sum extends { start: Date | null }>(sums: readonly Sum[]): Map<number | undefined, Sum[]> {
  return Map.groupBy(sums, ({ start }) => start?.getTime());
}
