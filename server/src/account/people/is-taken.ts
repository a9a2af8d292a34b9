/** PostgreSQL refused a second one of what there may be only one. */
const UNIQUE_VIOLATION = '23505';

/** Two who asked for the same address at the same moment both found it free; the database lets one have it. */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === UNIQUE_VIOLATION;
}
