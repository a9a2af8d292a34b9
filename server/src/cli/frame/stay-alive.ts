import { MessageChannel } from 'node:worker_threads';
import type { OnProgress } from '../../platform/progress.ts';
import { CliFailure, EXIT } from './failure.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The clock's timers do not keep the process alive, so an open message port is used instead. */
export async function stayAlive<T>(work: () => Promise<T>): Promise<T> {
  const { port1: alive } = new MessageChannel();
  alive.ref();
  try {
    return await work();
  } finally {
    alive.close();
  }
}

/** The first interruption aborts the signal. The second kills the process. */
export async function untilInterrupted<T>(
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController();
  const onSignal = () => {
    stopListening();
    interrupted.abort();
  };
  const stopListening = () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  const signal = given === undefined ? interrupted.signal : AbortSignal.any([given, interrupted.signal]);
  try {
    return await stayAlive(() => work(signal));
  } finally {
    stopListening();
  }
}

/**
 * Runs long work on a database and stops it cleanly when it is interrupted. If the process were killed instead, an
 * embedded database server would keep running.
 */
export function untilStopped<T>(
  given: AbortSignal | undefined,
  onProgress: OnProgress,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  return untilInterrupted(given, async signal => {
    const stoppable: OnProgress = progress => {
      signal.throwIfAborted();
      onProgress(progress);
    };
    try {
      return await work(stoppable);
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new CliFailure(EXIT.failed, 'The command was interrupted. Nothing was written.', { cause });
    }
  });
}
