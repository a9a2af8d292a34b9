/** Recognises errors that mean that the database is temporarily unavailable (503, try again). */

/** Errors that the database layer itself raises. Server errors are `PostgresError`. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: 'POOL_BUSY' | 'CONNECTION_LOST' | 'STATEMENT_TIMEOUT' | 'COMMIT_UNKNOWN' | 'DATABASE_CLOSED';

  constructor(code: DatabaseError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'CONNECTION_LOST',
  // Errors from the driver.
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  // Errors from the operating system.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Errors from the server: shutting down, crashed, starting up.
  '57P01',
  '57P02',
  '57P03',
]);

const OTHER_CODES: ReadonlySet<string> = new Set([
  'POOL_BUSY',
  'STATEMENT_TIMEOUT',
  'COMMIT_UNKNOWN',
  'DATABASE_CLOSED',
  // Errors from the server: too many connections, disk full or failing, read-only (standby), lock or statement timeout.
  '53300',
  '53100',
  '58030',
  '25006',
  '55P03',
  '57014',
]);

/** Class 08 of the server's error codes contains connection errors. */
const CONNECTION_EXCEPTION = /^08\w{3}$/;

export function isUnavailable(error: unknown): boolean {
  return isConnectionError(error) || OTHER_CODES.has(codeOf(error));
}

/** Whether the server cannot be reached. A server that is only busy causes other errors. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  // A missing socket means that the database is unavailable, but a missing file does not.
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect';
  return CONNECTION_CODES.has(code) || CONNECTION_EXCEPTION.test(code);
}

/** Empty if the value is not an error with a code. */
function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}
