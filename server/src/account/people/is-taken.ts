const UNIQUE_VIOLATION = '23505';

/** Concurrent requests may both find an address unused. The unique constraint allows only one of them. */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === UNIQUE_VIOLATION;
}
