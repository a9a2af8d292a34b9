/**
 * Structured logs: one JSON line each on standard error, or a readable line for a person at a terminal. Secrets never
 * reach the log: callers log ids.
 */
import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { readableLine } from './readable-log.ts';

export type Log = Logger;

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

interface LogOptions {
  /** Writes each line at once. Without it lines are buffered, for half a second at most. Default true. */
  sync?: boolean;
  /** Where a terminal shows readable lines, instead of JSON on standard error. */
  writeLine?: ((line: string) => void) | undefined;
}

export function createLog(level: LogLevel, { sync = true, writeLine }: LogOptions = {}): Log {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime },
    writeLine === undefined
      ? destination(sync ? { dest: 2, sync } : { dest: 2, sync, minLength: 4096, periodicFlush: 500 })
      : { write: json => writeLine(readableLine(json)) },
  );
}
