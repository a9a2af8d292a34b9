/**
 * The stages of a search, each bounded: exact and prefix; words; then, where these are weak, typing errors. Every stage
 * adds to the same hits, and the score decides.
 */
import type { PlaceQuery } from '../place-index.ts';
import { Hits, type Match } from './hits.ts';
import { withoutKindWords } from './kind-words.ts';
import { type ParsedQuery, parseQuery } from './parsed-query.ts';
import { prefixStage, tailStage } from './prefix-stage.ts';
import { NAME_WITH_CONTEXT } from './quality.ts';
import type { Question, Searcher } from './searcher.ts';
import { Selection } from './selection.ts';
import { withServedAirports } from './served-airports.ts';
import { gramStage, walkNames, walkTails } from './similar-stage.ts';
import { newNameWords } from './words/name-words.ts';
import { similarWords } from './words/similar-words.ts';
import { costOf, type RangesByWord } from './words/word-marks.ts';
import { wordRanges } from './words/word-ranges.ts';
import { wordStage } from './words/word-stage.ts';

export interface Found {
  parsed: ParsedQuery;
  matches: Match[];
}

/** A best hit of this score is likely what was meant; below it typing errors are looked for. */
const STRONG = 0.55;
/** One of this score keeps the last, dearest stages away. */
const FAIR = 0.35;
/** After so many steps the dearest stage is left out. */
const ENOUGH_STEPS = 45_000;
/** In so few letters a slip cannot be told from a beginning. */
const FEW_POINTS = 3;
const ALL = 0.999;
const HALF = 0.5;

export function searchPlaces(
  searcher: Searcher,
  query: PlaceQuery,
  isAskedLanguage: Uint8Array | undefined,
): Found | undefined {
  searcher.steps = 0;
  const found = searchAsTyped(searcher, query, isAskedLanguage);
  if (found === undefined || found.parsed.words.length === 1 || topScore(found) >= FAIR) return found;
  const other = withoutKindWords(Buffer.from(found.parsed.bytes).toString('utf8'));
  if (other === undefined) return found;
  const types = query.types ?? other.types;
  const again = searchAsTyped(searcher, { ...query, query: other.query, types }, isAskedLanguage);
  return again !== undefined && topScore(again) > topScore(found) ? again : found;
}

function topScore({ matches }: Found): number {
  return matches[0]?.score ?? 0;
}

function searchAsTyped(
  searcher: Searcher,
  query: PlaceQuery,
  isAskedLanguage: Uint8Array | undefined,
): Found | undefined {
  const parsed = parseQuery(query.query);
  if (parsed === undefined) return undefined;
  const { near, limit } = query;
  const selection = new Selection(searcher.arrays, query);
  const hits = new Hits(searcher.arrays, selection, near, isAskedLanguage, parsed);
  runStages(searcher, { parsed, selection, near, limit, isAskedLanguage, hits });
  const matches = hits.best(limit);
  if (!isForAirportsAlone(query)) return { parsed, matches };
  const cities = searchAsTyped(searcher, { ...query, types: ['CITY'] }, isAskedLanguage)?.matches ?? [];
  return { parsed, matches: withServedAirports(searcher, selection, { airports: matches, cities, limit }) };
}

function isForAirportsAlone({ types }: PlaceQuery): boolean {
  return (types?.includes('AIRPORT') ?? false) && !types?.includes('CITY');
}

function runStages(searcher: Searcher, question: Question): void {
  const { parsed, hits, limit } = question;
  const isExact = prefixStage(searcher, question);
  const isFull = hits.size >= limit;
  if (parsed.pointCount > 1) tailStage(searcher, question);
  if (isFull && (hits.topScore >= STRONG || parsed.pointCount <= FEW_POINTS)) return;
  // A page of names that begin with all of several words: the last of them is none of a region or country.
  if (parsed.words.length === 1 || isFull) {
    if (!isExact && hits.topScore < STRONG) similarNames(searcher, question);
    return;
  }
  const { bytes, words } = parsed;
  const ranges = words.map(({ from, to, isLast }) => [wordRanges(searcher, bytes, from, to, isLast)]);
  const shares = sharesOf(searcher, ranges);
  const strict = { ranges, words: newNameWords(false), shares };
  const quality = wordStage(searcher, question, { ...strict, leastShare: ALL });
  if (isExact || quality >= NAME_WITH_CONTEXT || hits.topScore >= STRONG) return;
  similarNames(searcher, question);
  if (hits.topScore < FAIR && searcher.steps < ENOUGH_STEPS) similarWords(searcher, question, shares);
  if (hits.topScore < FAIR) wordStage(searcher, question, { ...strict, leastShare: HALF });
}

function similarNames(searcher: Searcher, question: Question): void {
  const { hits, parsed } = question;
  walkNames(searcher, question);
  if (hits.topScore < FAIR) walkTails(searcher, question);
  if (hits.topScore < FAIR && parsed.pointCount > 5) gramStage(searcher, question);
}

/** Rare words say more than common ones. */
function sharesOf(searcher: Searcher, ranges: RangesByWord): number[] {
  const names = searcher.arrays.namePlaces.length;
  const rarities = ranges.map(alternatives => Math.log(2 + names / (1 + costOf(alternatives))));
  const sum = rarities.reduce((total, rarity) => total + rarity, 0);
  return rarities.map(rarity => rarity / sum);
}
