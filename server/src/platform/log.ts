/** Structured logs, one JSON line each on standard error. Secrets never reach it: callers log ids. */
import { destination, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** `sync` writes each line at once; the server buffers instead, for half a second at most. */
export function createLog(level: LogLevel, options: { sync: boolean } = { sync: true }): Log {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime },
    destination(
      options.sync ? { dest: 2, sync: true } : { dest: 2, sync: false, minLength: 4096, periodicFlush: 500 },
    ),
  );
}
