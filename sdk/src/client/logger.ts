type Log = (message: string, fields: Record<string, unknown>) => void;

/** `console` is a valid logger. Messages for a missing method are dropped. */
export interface Logger {
  /** Every attempt with its result. */
  debug?: Log;
  /** Every retry with its reason and delay, and every throttled call. */
  warn?: Log;
}

/** A booking must not fail because the logger throws. */
export function logTo(logger: Logger, level: keyof Logger, ...line: Parameters<Log>): void {
  try {
    logger[level]?.(...line);
  } catch {
    // The error cannot be reported, because the logger itself failed.
  }
}
