/** Tells "the database cannot be had right now" (503, try again) from every other failure. */

/** Failures of the database layer itself. Those of the server are `PostgresError`. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: 'POOL_BUSY' | 'CONNECTION_LOST' | 'STATEMENT_TIMEOUT' | 'COMMIT_UNKNOWN' | 'DATABASE_CLOSED';

  constructor(code: DatabaseError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const CODES: ReadonlySet<string> = new Set([
  'POOL_BUSY',
  'CONNECTION_LOST',
  'STATEMENT_TIMEOUT',
  'COMMIT_UNKNOWN',
  'DATABASE_CLOSED',
  // of the driver
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  // of the operating system
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // of the server: going down, crashed, starting up, too many connections, disk full or failing, no writes (as a standby), a
  // lock or an answer not in time
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '58030',
  '25006',
  '55P03',
  '57014',
]);

/** Class 08 of the server's codes is about connections. */
const CONNECTION_EXCEPTION = /^08\w{3}$/;

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return false;
  // A missing file is no missing database; only the socket's absence is.
  if (code === 'ENOENT') return syscall === 'connect';
  return CODES.has(code) || CONNECTION_EXCEPTION.test(code);
}
