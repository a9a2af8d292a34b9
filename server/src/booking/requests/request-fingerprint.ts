/**
 * Pure. Stands for a request, whatever the order of its members: the same again is told from another. `settings` do not count.
 * Under a key, as names can be guessed and tried.
 */
import { createHmac } from 'node:crypto';

export function requestFingerprint(
  key: Buffer,
  operation: string,
  { settings: _, ...body }: { settings?: unknown },
): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([operation, canonical(body)]))
    .digest();
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
}
