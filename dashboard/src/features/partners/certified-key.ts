/** Whether a partner can go live: which of its keys says so. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

type Key = Output<'keys/list'>['keys'][number];

/** The sandbox key that was used last shows how far the certification is. */
export function certifiedBy(keys: readonly Pick<Key, 'keyId' | 'lastUsed'>[]): string | undefined {
  const timeOf = ({ lastUsed }: Pick<Key, 'lastUsed'>) => (lastUsed ? Date.parse(lastUsed.at) : 0);
  return keys.filter(key => timeOf(key) > 0).toSorted((a, b) => timeOf(b) - timeOf(a))[0]?.keyId;
}

/** A key that was revoked lets nobody sell. A disabled or expired one was given, and can be used again. */
export function hasProductionKey(keys: readonly Pick<Key, 'status'>[]): boolean {
  return keys.some(({ status }) => status !== 'REVOKED');
}
