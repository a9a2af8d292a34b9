/**
 * All offers of a hotel as they were written for a search. Another search copies them at once, and overwrites what differs in
 * every search: the search and the tag in each id, and the expiry. A long copy takes hardly more time than a short one.
 */
import type { JsonBytes } from '../../platform/operations/json-bytes.ts';
import { type EncodedList, type ListSigner, TAG_LENGTH } from './offer-tokens.ts';
import type { OfferScene } from './offer-view.ts';

export interface OfferList extends EncodedList {
  scene: OfferScene;
  /** One character for each byte. */
  bytes: string;
  /** Where the id and the tag of each offer begin. The expiry follows the tag. */
  ids: readonly number[];
  tags: readonly number[];
  /** The length of what an id begins with. */
  startLength: number;
  /** The earliest end of an offer. */
  endsAtMs: number;
}

/** A list whose ids are signed for a search. */
export interface SignedList {
  list: OfferList;
  signer: ListSigner;
  /** The number of the first offer. */
  first: number;
  expiry: Uint8Array;
}

/** Whether the ids of a search have the same lengths as those of the list. */
export function fits(
  { startLength, longest }: Pick<OfferList, 'startLength' | 'longest'>,
  { start, room }: ListSigner,
): boolean {
  return start.length === startLength && longest <= room;
}

export function writeList(out: JsonBytes, { list, signer, first, expiry }: SignedList): void {
  const { bytes, ids, tags } = list;
  const from = out.length;
  out.characters(bytes);
  for (let i = 0; i < ids.length; i++) {
    const tag = from + (tags[i] as number);
    out.overwrite(from + (ids[i] as number), signer.start);
    signer.writeTag(out, tag, first + i);
    out.overwrite(tag + TAG_LENGTH, expiry);
  }
}
