/** What a search found, as a short string: some 160 bytes where the answer has 2,000, so that many can be kept. */
import { MATCH_KINDS, type MatchKind } from '@serai/contract/content/place-item.ts';
import type { PlaceHit } from '../search-index/place-index.ts';

/** Answers show no more digits of a score. */
const SCORES = 10_000;

/** For each hit: place and alias in two units each, the kind with the number of ranges, the score; then the ranges. */
export function packHits(hits: readonly PlaceHit[]): string {
  const units: number[] = [];
  for (const { place, alias, kind, score, ranges } of hits) {
    units.push(place & 0xffff, place >>> 16, (alias + 1) & 0xffff, (alias + 1) >>> 16);
    units.push(MATCH_KINDS.indexOf(kind) | (ranges.length << 4), Math.round(score * SCORES));
    for (const { start, end } of ranges) units.push(start, end);
  }
  return String.fromCharCode(...units);
}

/** The same hits, their scores rounded. */
export function unpackHits(packed: string): PlaceHit[] {
  const hits: PlaceHit[] = [];
  for (let at = 0; at < packed.length; ) {
    const unit = (i: number) => packed.charCodeAt(at + i);
    const hit: PlaceHit = {
      place: unit(0) | (unit(1) << 16),
      kind: MATCH_KINDS[unit(4) & 0xf] as MatchKind,
      alias: (unit(2) | (unit(3) << 16)) - 1,
      ranges: [],
      score: unit(5) / SCORES,
    };
    const end = at + 6 + 2 * (unit(4) >> 4);
    for (at += 6; at < end; at += 2) {
      hit.ranges.push({ start: packed.charCodeAt(at), end: packed.charCodeAt(at + 1) });
    }
    hits.push(hit);
  }
  return hits;
}
