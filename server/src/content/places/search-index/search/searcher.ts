/**
 * The state that all stages of a search share: the index, its lookup structures, scratch memory, and the current query.
 */

import { EditDistance } from '../../../../platform/text/edit-distance.ts';
import type { IndexArrays } from '../index-arrays.ts';
import type { PlaceQuery } from '../place-query.ts';
import { BestFirst } from '../structures/segment-tree.ts';
import { SortedStrings } from '../structures/sorted-strings.ts';
import { ContextNamesCache } from './context-names.ts';
import type { Hits } from './hits.ts';
import type { ParsedQuery } from './parsed-query.ts';
import type { Selection } from './selection.ts';

/** Created once per index. It runs one search at a time. */
export class Searcher {
  readonly arrays: IndexArrays;
  readonly keys: SortedStrings;
  readonly suffixes: SortedStrings;
  readonly bestNames: BestFirst;
  readonly bestSuffixes: BestFirst;
  readonly distance = new EditDistance();
  readonly context: ContextNamesCache;
  /** For each place, one bit per word of the query that occurs in its names. All bits are 0 between searches. */
  readonly wordBits: Uint16Array;
  /** The places that have at least one of these bits. */
  readonly touched: Uint32Array;
  touchedCount = 0;
  /** For each key, the number of n-grams that it shares with the query. All counts are 0 between searches. */
  readonly sharedGrams: Uint8Array;
  /** The number of steps of the current search, which is proportional to its duration. */
  steps = 0;

  constructor(arrays: IndexArrays) {
    this.arrays = arrays;
    const { keyBytes, keyStarts, suffixStarts } = arrays;
    this.keys = new SortedStrings(keyBytes, keyStarts, keyStarts.length - 1, {
      bloomFilter: arrays.keyBloomFilter,
      directory: arrays.keyDirectory,
      sparseIndex: arrays.keySparseIndex,
    });
    this.suffixes = new SortedStrings(keyBytes, suffixStarts, suffixStarts.length, {
      bloomFilter: arrays.suffixBloomFilter,
      directory: arrays.suffixDirectory,
      sparseIndex: arrays.suffixSparseIndex,
    });
    this.bestNames = new BestFirst(arrays.nameSegmentTree);
    this.bestSuffixes = new BestFirst(arrays.suffixSegmentTree);
    this.context = new ContextNamesCache(arrays);
    this.wordBits = new Uint16Array(arrays.placeWeights.length);
    this.touched = new Uint32Array(arrays.placeWeights.length);
    this.sharedGrams = new Uint8Array(this.keys.count);
  }

  keyLength(key: number): number {
    const { keyStarts } = this.arrays;
    return (keyStarts[key + 1] as number) - (keyStarts[key] as number) - 1;
  }
}

export interface SearchState {
  parsed: ParsedQuery;
  selection: Selection;
  near: PlaceQuery['near'];
  limit: number;
  /** For each language, 1 if it has the same primary subtag as the requested language. */
  isRequestedLanguage: Uint8Array | undefined;
  hits: Hits;
}
