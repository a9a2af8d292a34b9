/** Which clients of the last days a new address list would refuse. Pure. */
import type { Output } from '../../../lib/calls/operator-client.ts';
import { letsIn } from '../form/address-entries.ts';

export type SeenAddress = Output<'usage/clients'>['addresses'][number];

/** Those that were let in so far; what is refused already loses nothing. */
export function shutOut(entries: readonly string[], seen: readonly SeenAddress[]): SeenAddress[] {
  return seen.filter(({ address, requests, forbidden }) => requests > forbidden && !letsIn(entries, address));
}
