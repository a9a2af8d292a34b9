/**
 * Runs a search in stages, each with a limit on its work: exact and prefix matches, then words, and, if the results are
 * weak, typing errors. All stages add to the same hits, which are ordered by score.
 */
import { PLACE_TYPES } from '@serai/contract/content/place-item.ts';
import type { PlaceQuery } from '../place-query.ts';
import { NAME_WITH_CONTEXT } from '../score.ts';
import { Hits, type Match } from './hits.ts';
import { airportBits, withoutKindWords } from './kind-words.ts';
import { newNameWords } from './name-words.ts';
import { type ParsedQuery, parseQuery } from './parsed-query.ts';
import { prefixStage, suffixStage } from './prefix-stage.ts';
import type { Searcher, SearchState } from './searcher.ts';
import { Selection } from './selection.ts';
import { withServedAirports } from './served-airports.ts';
import { gramStage, similarBeginnings, similarSuffixes } from './similar-stage.ts';
import { correctedRanges, type RangesByWord, totalCost, wordRanges } from './word-ranges.ts';
import { ALL_WORDS, type WordSearch, wordStage } from './word-stage.ts';

export interface FoundMatch {
  match: Match;
  /** The query that the match belongs to: as typed, or without words such as "airport". */
  parsed: ParsedQuery;
}

/** A hit with this score is probably what the user means. If all scores are lower, typing errors are considered. */
const STRONG = 0.55;
/** If a hit has this score, the last and most expensive stages are skipped. */
const FAIR = 0.35;
/** After this number of steps the most expensive stage is skipped. */
const ENOUGH_STEPS = 45_000;
/** In a shorter query, a typing error cannot be distinguished from an unfinished name. */
const FEW_POINTS = 3;
/**
 * The factor for matches that lack the words for hotels and airports: those of the query without these words, and cities
 * found by a query for an airport.
 */
const WITHOUT_WORDS = 0.65;
/** The share of all words for airports together. */
const AIRPORT_SHARE = 0.15;
/** The shares that are required one after another when words are left out. All are higher than `AIRPORT_SHARE`. */
const RELAXED_SHARES = [0.3, 0.16];
const RARITY_POWER = 3;
const AIRPORT = PLACE_TYPES.indexOf('AIRPORT');

export function searchPlaces(
  searcher: Searcher,
  query: PlaceQuery,
  isRequestedLanguage: Uint8Array | undefined,
): FoundMatch[] {
  searcher.steps = 0;
  const parsed = parseQuery(query.query);
  if (parsed === undefined) return [];
  const matches = searchAsTyped(searcher, query, parsed, isRequestedLanguage);
  const found = matches.map(match => ({ match, parsed }));
  if (parsed.words.length === 1 || isConvincing(searcher, parsed, matches[0])) return found;
  const other = withoutKindWords(Buffer.from(parsed.bytes).toString('utf8'));
  const otherParsed = other && parseQuery(other.query);
  if (other === undefined || otherParsed === undefined) return found;
  const types = query.types ?? other.types;
  const again = searchAsTyped(searcher, { ...query, types }, otherParsed, isRequestedLanguage);
  const isOther = (place: number) =>
    other.types !== undefined && searcher.arrays.placeTypes[place] !== AIRPORT;
  const lowered = found.map(each => (isOther(each.match.place) ? withScore(each, WITHOUT_WORDS) : each));
  return merged(
    lowered,
    again.map(match => withScore({ match, parsed: otherParsed }, WITHOUT_WORDS)),
    query.limit,
  );
}

/**
 * Neither a similar name nor a city may hide an airport whose city was typed correctly next to a word such as "airport".
 */
function isConvincing({ arrays }: Searcher, parsed: ParsedQuery, first: Match | undefined): boolean {
  if (first === undefined || first.score < FAIR || first.kind === 'TRIGRAM') return false;
  if (first.kind === 'EXACT') return true;
  return airportBits(parsed) === 0 || arrays.placeTypes[first.place] === AIRPORT;
}

function withScore({ match, parsed }: FoundMatch, factor: number): FoundMatch {
  return { match: { ...match, score: factor * match.score }, parsed };
}

/** Keeps the better match of each place, and returns the best in descending order of score, then by rank. */
function merged(found: readonly FoundMatch[], again: readonly FoundMatch[], limit: number): FoundMatch[] {
  const best = new Map(found.map(each => [each.match.place, each]));
  for (const each of again) {
    const known = best.get(each.match.place);
    if (known === undefined || each.match.score > known.match.score) best.set(each.match.place, each);
  }
  return [...best.values()]
    .sort((a, b) => b.match.score - a.match.score || a.match.place - b.match.place)
    .slice(0, limit);
}

function searchAsTyped(
  searcher: Searcher,
  query: PlaceQuery,
  parsed: ParsedQuery,
  isRequestedLanguage: Uint8Array | undefined,
): Match[] {
  const { near, limit } = query;
  const selection = new Selection(searcher.arrays, query);
  const hits = new Hits(searcher.arrays, selection, near, isRequestedLanguage, parsed);
  runStages(searcher, { parsed, selection, near, limit, isRequestedLanguage, hits });
  const matches = hits.best(limit);
  if (!isForAirportsOnly(query)) return matches;
  const cities = searchAsTyped(searcher, { ...query, types: ['CITY'] }, parsed, isRequestedLanguage);
  return withServedAirports(searcher, selection, { airports: matches, cities, limit });
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
  const strict = { ranges, words: newNameWords(false), shares: sharesOf(searcher, ranges) };
  const quality = wordStage(searcher, state, { ...strict, minShare: ALL_WORDS, airportBits: 0 });
  if (isExact || quality >= NAME_WITH_CONTEXT || hits.topScore >= STRONG) return;
  similarNames(searcher, state);
  const bits = airportBits(parsed);
  if (bits !== 0) wordStage(searcher, state, { ...strict, minShare: ALL_WORDS, airportBits: bits });
  if (hits.topScore >= FAIR) return;
  let similar = strict;
  if (searcher.steps < ENOUGH_STEPS) {
    const corrected = words.map((word, i) => [
      ...(ranges[i] ?? []),
      ...correctedRanges(searcher, bytes, word),
    ]);
    similar = { ranges: corrected, words: newNameWords(true), shares: strict.shares };
    wordStage(searcher, state, { ...similar, minShare: ALL_WORDS, airportBits: bits });
  }
  if (hits.topScore >= FAIR) return;
  relaxedStage(searcher, state, { ...strict, minShare: 0, airportBits: bits });
  const hasTypingError = ranges.some(
    (each, i) => totalCost(each) === 0 && totalCost(similar.ranges[i] ?? []) > 0,
  );
  if (hasTypingError && hits.topScore < FAIR) {
    relaxedStage(searcher, state, { ...similar, minShare: 0, airportBits: bits });
  }
}

/**
 * Leaves out words step by step, the most common words first, until a place has the others. Words that no name contains
 * are left out from the start.
 */
function relaxedStage(searcher: Searcher, state: SearchState, search: WordSearch): void {
  const shares = relaxedShares(searcher, search);
  for (const minShare of RELAXED_SHARES) {
    if (wordStage(searcher, state, { ...search, shares, minShare }) > 0) return;
  }
}

function similarNames(searcher: Searcher, state: SearchState): void {
  const { hits, parsed } = state;
  similarBeginnings(searcher, state);
  if (hits.topScore < FAIR) similarSuffixes(searcher, state);
  if (hits.topScore < FAIR && parsed.pointCount > 5) gramStage(searcher, state);
}

/** Returns the relative weight of each word of the query. Rare words weigh more than common words. */
function sharesOf(searcher: Searcher, ranges: RangesByWord): number[] {
  return normalised(ranges.map(alternatives => rarity(searcher, totalCost(alternatives))));
}

/**
 * Like `sharesOf`, but words that no name contains weigh nothing, and a rare word weighs more than two or three common
 * words together. Words such as "airport" only decide between places that match the same other words.
 */
function relaxedShares(searcher: Searcher, { ranges, airportBits: bits }: WordSearch): number[] {
  const isForAirport = (i: number) => ((bits >> i) & 1) === 1;
  const rarities = ranges.map((alternatives, i) => {
    const cost = totalCost(alternatives);
    return cost === 0 || isForAirport(i) ? 0 : rarity(searcher, cost) ** RARITY_POWER;
  });
  const forAirport = ranges.filter((_, i) => isForAirport(i)).length;
  if (forAirport === 0) return normalised(rarities);
  return normalised(rarities).map((share, i) =>
    isForAirport(i) ? AIRPORT_SHARE / forAirport : (1 - AIRPORT_SHARE) * share,
  );
}

function rarity({ arrays }: Searcher, cost: number): number {
  return Math.log(2 + arrays.namePlaces.length / (1 + cost));
}

function normalised(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return sum === 0 ? values.map(() => 0) : values.map(value => value / sum);
}
