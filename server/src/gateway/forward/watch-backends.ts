/**
 * Probes every backend about once a second. A hanging backend accepts connections but does not respond, and a starting
 * or stopping backend reports that it is not ready. Readiness only affects the order in which backends are chosen and
 * never excludes the last backend. Reads that wait for a hanging backend are sent to another.
 */
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import type { Clock } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { every } from '../../platform/every.ts';

const EVERY_MS = 1_000;
const DEADLINE_MS = 1_000;
/** A single timeout may be caused by a busy machine. */
const SILENT_PROBES = 2;

export interface WatchedBackend {
  url: string;
  onKnown(isReady: boolean): void;
  /**
   * Called once when two probes in a row have got no response. Requests that wait for this backend may never get a
   * response.
   */
  onSilent(): void;
}

export function watchBackends(backends: readonly WatchedBackend[], clock: Clock): { stop(): Promise<void> } {
  const watches = backends.map(({ url, onKnown, onSilent }) => {
    let silent = 0;
    return every(
      clock,
      EVERY_MS,
      async () => {
        const isWell = await isReady(url, clock);
        silent = 0;
        onKnown(isWell);
      },
      () => {
        silent += 1;
        onKnown(false);
        if (silent === SILENT_PROBES) onSilent();
      },
    );
  });
  return {
    async stop() {
      await Promise.all(watches.map(watch => watch.stop()));
    },
  };
}

async function isReady(url: string, clock: Clock): Promise<boolean> {
  const over = new AbortController();
  try {
    return (await withDeadline(statusOf(new URL('/readyz', url), over.signal), DEADLINE_MS, clock)) === 200;
  } finally {
    over.abort();
  }
}

/**
 * Opens a new connection each time, because a keep-alive connection would hide that the backend refuses new
 * connections.
 */
function statusOf(url: URL, signal: AbortSignal): Promise<number> {
  const get = url.protocol === 'https:' ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    get(url, { agent: false, signal }, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });
}
