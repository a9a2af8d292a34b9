/** Starts the worker threads of the main thread, and answers their questions. */
import type { Content } from '../../content/content.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { monotonicOriginMs } from '../../platform/clock.ts';
import { writeLogLine } from '../../platform/log.ts';
import { mergeMetrics } from '../../platform/metrics/merge-metrics.ts';
import type { ThreadHandler } from '../../platform/threads/thread-channel.ts';
import { maxHeapMb, threadsOf } from '../../process-role.ts';
import type { AppParts } from '../app-parts.ts';
import { WorkerFleet } from './worker-fleet.ts';
import { MAIN_CALLS, WORKER_CALLS } from './worker-links.ts';

/** Time for everything that a worker does after its last request, such as calls to suppliers that take up to 30 s. */
const PUTTING_AWAY_MS = 45_000;
const ROWS_MS = 1_000;

/** Returns undefined if the process has only one thread. */
export function startWorkers(
  parts: AppParts,
  { gateway, content }: { gateway: Gateway; content: Content },
): WorkerFleet | undefined {
  const { settings, role, database, heartbeat, addresses, clock, log } = parts;
  const count = threadsOf(settings, role) - 1;
  if (parts.worker === undefined) addThreadMetrics(parts);
  if (count === 0 || parts.worker !== undefined || addresses.interface === undefined) return undefined;
  const { shared } = gateway.limiter;
  const { SERAI_SHUTDOWN_DELAY_SECONDS, SERAI_SHUTDOWN_SECONDS } = settings;
  const fleet = new WorkerFleet({
    count,
    data: {
      settings,
      address: database.address,
      kind: database.kind,
      nodeId: heartbeat.id,
      port: addresses.interface.port,
      limiterTime: shared && { shiftMs: shared.shiftMs, originMs: monotonicOriginMs() },
    },
    handlers: handlersFor(parts, gateway, content),
    maxHeapMb: maxHeapMb(count + 1),
    stopMs: (SERAI_SHUTDOWN_DELAY_SECONDS + SERAI_SHUTDOWN_SECONDS) * 1000 + PUTTING_AWAY_MS,
    onEnded: number => shared?.releaseLocksOf(number),
    clock,
    log,
  });
  fleet.start();
  return fleet;
}

function addThreadMetrics({ metrics, workers }: Pick<AppParts, 'metrics' | 'workers'>): void {
  metrics.gauge(
    'serai_worker_threads',
    'Worker threads that serve the API.',
    () => workers.current?.ready ?? 0,
  );
  metrics.reading(
    'serai_worker_threads_ended_total',
    'Worker threads that ended unexpectedly.',
    () => workers.current?.failed ?? 0,
  );
}

function handlersFor(
  { booking, tokens, readiness, log }: AppParts,
  gateway: Gateway,
  content: Content,
): Record<string, ThreadHandler> {
  const { budgets } = booking;
  return {
    [MAIN_CALLS.log]: (line: string) => writeLogLine(log, line),
    [MAIN_CALLS.findSlot]: (keyId: string) => gateway.limiter.shared?.findSlot(keyId),
    [MAIN_CALLS.placeIndex]: () => content.sharedIndex(),
    [MAIN_CALLS.unready]: () => readiness.results().filter(({ ready }) => !ready),
    [MAIN_CALLS.takeBudget]: (request: Parameters<typeof budgets.take>) => budgets.take(...request),
    [MAIN_CALLS.findTokens]: (wanted: [string, string]) => tokens.findForWorker(...wanted),
    [MAIN_CALLS.throttled]: (report: Parameters<typeof budgets.throttled>) => budgets.throttled(...report),
  };
}

/** The number of rows that workers have dropped from the request log. */
export async function rowsDroppedByWorkers({ workers }: Pick<AppParts, 'workers'>): Promise<number> {
  const counts = await workers.current?.ask<number>(WORKER_CALLS.droppedRows, undefined, ROWS_MS);
  return (counts ?? []).reduce((sum, count) => sum + count, 0);
}

/** The metrics of all threads of the process. */
export async function renderMetrics({
  metrics,
  workers,
}: Pick<AppParts, 'metrics' | 'workers'>): Promise<string> {
  const others = await workers.current?.metrics();
  return others === undefined
    ? metrics.render()
    : mergeMetrics([metrics.render(), ...others], metrics.merges);
}
