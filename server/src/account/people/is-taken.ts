const UNIQUE_VIOLATION = '23505';

/**
 * Several concurrent requests may find the same address unused. The unique constraint lets only one of them succeed.
 */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === UNIQUE_VIOLATION;
}
