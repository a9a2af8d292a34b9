/**
 * Asks every backend each second whether it is ready: one that hangs takes connections and answers nothing, and one that
 * starts or stops says so before it refuses. What is known only orders the choice; it never shuts the last one out.
 */
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import type { Clock } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { every } from '../../platform/every.ts';

const EVERY_MS = 1_000;
const DEADLINE_MS = 1_000;
/** Once may be a busy machine. */
const SILENT_PROBES = 2;

export interface WatchedBackend {
  url: string;
  onKnown(isReady: boolean): void;
  /** It has said nothing for seconds: what waits for it may well wait for ever. Told once until it speaks again. */
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

/** On a connection of its own: one that is kept would hide that no new one is taken. */
function statusOf(url: URL, signal: AbortSignal): Promise<number> {
  const get = url.protocol === 'https:' ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    get(url, { agent: false, signal }, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });
}
