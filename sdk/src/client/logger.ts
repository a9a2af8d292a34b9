/** Where the client tells what it does on its own. */

type Log = (message: string, fields: Record<string, unknown>) => void;

/** `console` is one. Without a method, what it would be told is dropped. */
export interface Logger {
  /** Every attempt with its result. */
  debug?: Log;
  /** Every retry with its reason and delay, and every call that is held back. */
  warn?: Log;
}

/** A logger that throws must not break a booking. */
export function logTo(logger: Logger, level: keyof Logger, ...line: Parameters<Log>): void {
  try {
    logger[level]?.(...line);
  } catch {
    // Nobody is left to be told.
  }
}
