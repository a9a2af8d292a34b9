/** What the stages of a search share: the index in its parts, room to work in, and the query at hand. */
import type { PlaceQuery } from '../place-index.ts';
import type { IndexArrays } from '../snapshot/index-arrays.ts';
import type { Hits } from './hits.ts';
import type { ParsedQuery } from './parsed-query.ts';
import type { Selection } from './selection.ts';
import { BestFirst } from './structures/best-first.ts';
import { EditDistance } from './structures/edit-distance.ts';
import { SortedStrings } from './structures/sorted-strings.ts';
import { KnownContext } from './words/context-names.ts';

/** Made once for an index; one search at a time. */
export class Searcher {
  readonly arrays: IndexArrays;
  readonly keys: SortedStrings;
  readonly tails: SortedStrings;
  readonly bestNames: BestFirst;
  readonly bestTails: BestFirst;
  readonly distance = new EditDistance();
  readonly context: KnownContext;
  /** For each place the words of the query that its names have, a bit each; all 0 between searches. */
  readonly wordBits: Uint16Array;
  /** The places with any bit. */
  readonly touched: Uint32Array;
  touchedCount = 0;
  /** For each key how many grams it shares with the query; all 0 between searches. */
  readonly sharedGrams: Uint8Array;
  /** Steps taken by the search at hand: what its cost is proportional to. */
  steps = 0;

  constructor(arrays: IndexArrays) {
    this.arrays = arrays;
    const { keyBytes, keyStarts, tailStarts } = arrays;
    this.keys = new SortedStrings(keyBytes, keyStarts, keyStarts.length - 1, {
      leads: arrays.keyLeads,
      openings: arrays.keyOpenings,
      milestones: arrays.keyMilestones,
    });
    this.tails = new SortedStrings(keyBytes, tailStarts, tailStarts.length, {
      leads: arrays.tailLeads,
      openings: arrays.tailOpenings,
      milestones: arrays.tailMilestones,
    });
    this.bestNames = new BestFirst(arrays.nameTree);
    this.bestTails = new BestFirst(arrays.tailTree);
    this.context = new KnownContext(arrays);
    this.wordBits = new Uint16Array(arrays.placeWeights.length);
    this.touched = new Uint32Array(arrays.placeWeights.length);
    this.sharedGrams = new Uint8Array(this.keys.count);
  }

  /** Bytes of a normalised name. */
  keyLength(key: number): number {
    const { keyStarts } = this.arrays;
    return (keyStarts[key + 1] as number) - (keyStarts[key] as number) - 1;
  }
}

export interface Question {
  parsed: ParsedQuery;
  selection: Selection;
  near: PlaceQuery['near'];
  limit: number;
  /** By language: whether it is the asked one. */
  isAskedLanguage: Uint8Array | undefined;
  hits: Hits;
}
