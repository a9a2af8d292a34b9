/**
 * Runs a search in stages, each with a limit on its work: exact and prefix matches, then words, and, if the results are
 * weak, typing errors. All stages add to the same hits, which are ordered by score.
 */
import type { PlaceQuery } from '../place-query.ts';
import { NAME_WITH_CONTEXT } from '../score.ts';
import { Hits, type Match } from './hits.ts';
import { newNameWords } from './name-words.ts';
import { type ParsedQuery, parseQuery, withoutKindWords } from './parsed-query.ts';
import { prefixStage, suffixStage } from './prefix-stage.ts';
import type { Searcher, SearchState } from './searcher.ts';
import { Selection } from './selection.ts';
import { withServedAirports } from './served-airports.ts';
import { gramStage, similarBeginnings, similarSuffixes } from './similar-stage.ts';
import { correctedRanges, type RangesByWord, totalCost, wordRanges } from './word-ranges.ts';
import { wordStage } from './word-stage.ts';

export interface Found {
  parsed: ParsedQuery;
  matches: Match[];
}

/** A hit with this score is probably what the user means. If all scores are lower, typing errors are considered. */
const STRONG = 0.55;
/** If a hit has this score, the last and most expensive stages are skipped. */
const FAIR = 0.35;
/** After this number of steps the most expensive stage is skipped. */
const ENOUGH_STEPS = 45_000;
/** In a shorter query, a typing error cannot be distinguished from an unfinished name. */
const FEW_POINTS = 3;
/** A share that counts as the whole query, to allow for rounding errors. */
const ALL = 0.999;
const HALF = 0.5;

export function searchPlaces(
  searcher: Searcher,
  query: PlaceQuery,
  isRequestedLanguage: Uint8Array | undefined,
): Found | undefined {
  searcher.steps = 0;
  const found = searchAsTyped(searcher, query, isRequestedLanguage);
  if (found === undefined || found.parsed.words.length === 1 || topScore(found) >= FAIR) return found;
  const other = withoutKindWords(Buffer.from(found.parsed.bytes).toString('utf8'));
  if (other === undefined) return found;
  const types = query.types ?? other.types;
  const again = searchAsTyped(searcher, { ...query, query: other.query, types }, isRequestedLanguage);
  return again !== undefined && topScore(again) > topScore(found) ? again : found;
}

function topScore({ matches }: Found): number {
  return matches[0]?.score ?? 0;
}

function searchAsTyped(
  searcher: Searcher,
  query: PlaceQuery,
  isRequestedLanguage: Uint8Array | undefined,
): Found | undefined {
  const parsed = parseQuery(query.query);
  if (parsed === undefined) return undefined;
  const { near, limit } = query;
  const selection = new Selection(searcher.arrays, query);
  const hits = new Hits(searcher.arrays, selection, near, isRequestedLanguage, parsed);
  runStages(searcher, { parsed, selection, near, limit, isRequestedLanguage, hits });
  const matches = hits.best(limit);
  if (!isForAirportsOnly(query)) return { parsed, matches };
  const cities = searchAsTyped(searcher, { ...query, types: ['CITY'] }, isRequestedLanguage)?.matches ?? [];
  return { parsed, matches: withServedAirports(searcher, selection, { airports: matches, cities, limit }) };
}

function isForAirportsOnly({ types }: PlaceQuery): boolean {
  return (types?.includes('AIRPORT') ?? false) && !types?.includes('CITY');
}

function runStages(searcher: Searcher, state: SearchState): void {
  const { parsed, hits, limit } = state;
  const isExact = prefixStage(searcher, state);
  const isFull = hits.size >= limit;
  if (parsed.pointCount > 1) suffixStage(searcher, state);
  if (isFull && (hits.topScore >= STRONG || parsed.pointCount <= FEW_POINTS)) return;
  // If a whole page of names begins with all the typed words, the last word is not a region or country.
  if (parsed.words.length === 1 || isFull) {
    if (!isExact && hits.topScore < STRONG) similarNames(searcher, state);
    return;
  }
  const { bytes, words } = parsed;
  const ranges = words.map(word => [wordRanges(searcher, bytes, word)]);
  const shares = sharesOf(searcher, ranges);
  const strict = { ranges, words: newNameWords(false), shares };
  const quality = wordStage(searcher, state, { ...strict, minShare: ALL });
  if (isExact || quality >= NAME_WITH_CONTEXT || hits.topScore >= STRONG) return;
  similarNames(searcher, state);
  if (hits.topScore < FAIR && searcher.steps < ENOUGH_STEPS) {
    const corrected = words.map((word, i) => [
      ...(ranges[i] ?? []),
      ...correctedRanges(searcher, bytes, word),
    ]);
    wordStage(searcher, state, { ranges: corrected, words: newNameWords(true), shares, minShare: ALL });
  }
  if (hits.topScore < FAIR) wordStage(searcher, state, { ...strict, minShare: HALF });
}

function similarNames(searcher: Searcher, state: SearchState): void {
  const { hits, parsed } = state;
  similarBeginnings(searcher, state);
  if (hits.topScore < FAIR) similarSuffixes(searcher, state);
  if (hits.topScore < FAIR && parsed.pointCount > 5) gramStage(searcher, state);
}

/** Returns the relative weight of each word of the query. Rare words weigh more than common words. */
function sharesOf(searcher: Searcher, ranges: RangesByWord): number[] {
  const names = searcher.arrays.namePlaces.length;
  const rarities = ranges.map(alternatives => Math.log(2 + names / (1 + totalCost(alternatives))));
  const sum = rarities.reduce((total, rarity) => total + rarity, 0);
  return rarities.map(rarity => rarity / sum);
}
