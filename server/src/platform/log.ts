/** Structured logs: JSON lines on standard error, or readable lines in a terminal. Callers log ids and never secrets. */
import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { readableLine } from './readable-log.ts';

export type Log = Logger;

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

interface LogOptions {
  /** Writes each line immediately. Otherwise lines are buffered for at most half a second. Default true. */
  sync?: boolean;
  /** Receives readable lines for a terminal, instead of JSON on standard error. */
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
