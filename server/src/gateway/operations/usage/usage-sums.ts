/** Converts sums from the database to the format of the contract. Pure. */
import { addLatencies, type LatencyCounts, percentileMs } from '../../records/usage/latency-bands.ts';
import { NO_OPERATION } from '../../records/usage/usage.ts';
import type { Bucket, UsageSum } from '../../records/usage/usage-read-store.ts';

export const WIDTH_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export function totalsOf(sums: readonly UsageSum[]) {
  const statusClasses = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  const counts: LatencyCounts = [];
  let [requests, rateLimited] = [0, 0];
  for (const sum of sums) {
    requests += sum.requests;
    rateLimited += sum.limited;
    statusClasses[`${sum.statusClass}xx` as keyof typeof statusClasses] += sum.requests;
    addLatencies(counts, sum.latency);
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

/** Busiest first. */
export function operationsOf(sums: readonly UsageSum[]) {
  const operations = [...Map.groupBy(sums, ({ operation }) => operation)].map(([name, own]) => ({
    operation: name === NO_OPERATION ? null : name,
    ...totalsOf(own),
  }));
  return operations.sort((a, b) => b.requests - a.requests);
}

/** Buckets without requests are included with zeros. */
export function bucketsOf(
  sums: readonly UsageSum[],
  { fromMs, toMs, bucket }: { fromMs: number; toMs: number; bucket: Bucket },
) {
  const byStart = Map.groupBy(sums, ({ start }) => start?.getTime());
  const width = WIDTH_MS[bucket];
  const buckets = [];
  for (let startMs = Math.floor(fromMs / width) * width; startMs < toMs; startMs += width) {
    buckets.push({ start: new Date(startMs).toISOString(), ...totalsOf(byStart.get(startMs) ?? []) });
  }
  return buckets;
}
