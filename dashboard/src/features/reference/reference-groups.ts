/** In the order of the page; the contract's own list would bring its validator along. */
import type { Output } from '../../lib/calls/operator-client.ts';

type Group = Output<'reference/list'>['operations'][number]['group'];

export const REFERENCE_GROUPS = ['Booking', 'Places', 'Content'] as const satisfies readonly Group[];
