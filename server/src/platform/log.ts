/**
 * Structured logs: JSON lines on standard error, or readable lines in a terminal. Callers log ids and never secrets.
 */
import { destination, type Logger, pino, stdTimeFunctions, symbols } from 'pino';

export type Log = Logger;

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

interface LogOptions {
  /** Writes each line immediately. If false, lines are buffered for at most half a second. Default: true. */
  sync?: boolean;
  /** Receives readable lines for a terminal, instead of JSON on standard error. */
  writeLine?: ((line: string) => void) | undefined;
  /** Receives JSON lines, instead of standard error. */
  writeJson?: ((line: string) => void) | undefined;
}

export function createLog(level: LogLevel, { sync = true, writeLine, writeJson }: LogOptions = {}): Log {
  const write = writeJson ?? (writeLine && ((json: string) => writeLine(readableLine(json))));
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime },
    write === undefined
      ? destination(sync ? { dest: 2, sync } : { dest: 2, sync, minLength: 4096, periodicFlush: 500 })
      : { write },
  );
}

/** Writes a JSON line of another thread to where this log writes. */
export function writeLogLine(log: Log, line: string): void {
  (log as unknown as Record<symbol, { write(line: string): void }>)[symbols.streamSym]?.write(line);
}

const LEVELS: Readonly<Record<number, string>> = {
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};
const CONTROL_CHARACTERS = /\p{Cc}/gu;
const PLAIN = /^[\w.:/@+-]+$/;

/**
 * Formats an entry for a terminal: `02:23:52 INFO migrated the database number=1 name=keys`. The stack of an error
 * follows on indented lines.
 */
export function readableLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as LogEntry;
  const head = [time.slice(11, 19), (LEVELS[level] ?? String(level)).padEnd(5), msg].join(' ');
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${printed(value)}`);
  const [problem, ...stack] = (err?.stack ?? err?.message ?? '').split('\n');
  if (problem) rest.push(`err=${JSON.stringify(problem)}`);
  const first = rest.length === 0 ? head : `${head}  ${rest.join(' ')}`;
  return [first, ...stack].map(line => `${line.replace(CONTROL_CHARACTERS, ' ')}\n`).join('');
}

interface LogEntry {
  level: number;
  /** The time in ISO 8601 format, in UTC. */
  time: string;
  msg?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

function printed(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
}
