/**
 * The stages of a search, each bounded: exact and prefix; words; then, where these are weak, typing errors. Every stage
 * adds to the same hits, and the score decides.
 */
import type { PlaceQuery } from '../place-index.ts';
import type { IndexArrays } from '../snapshot/index-arrays.ts';
import { Hits, type Match } from './hits.ts';
import { newNameWords } from './name-words.ts';
import { type ParsedQuery, parseQuery } from './parsed-query.ts';
import { prefixStage, tailStage } from './prefix-stage.ts';
import type { Question, Searcher } from './searcher.ts';
import { Selection } from './selection.ts';
import { gramStage, walkNames, walkTails } from './similar-stage.ts';
import { similarWords } from './similar-words.ts';
import { wordRanges } from './word-ranges.ts';
import { wordStage } from './word-stage.ts';

export interface Found {
  parsed: ParsedQuery;
  matches: Match[];
}

export function searchPlaces(
  searcher: Searcher,
  query: PlaceQuery,
  isAskedLanguage: Uint8Array | undefined,
): Found | undefined {
  searcher.steps = 0;
  const parsed = parseQuery(query.query);
  if (parsed === undefined) return undefined;
  const { near, limit } = query;
  const selection = new Selection(searcher.arrays, query);
  const hits = new Hits(searcher.arrays, selection, near, isAskedLanguage, parsed.isCode);
  const question: Question = { parsed, selection, near, limit, hits };
  runStages(searcher, question);
  return { parsed, matches: hits.best(limit) };
}

function runStages(searcher: Searcher, question: Question): void {
  const { parsed, hits, limit } = question;
  const { exact } = prefixStage(searcher, question);
  const isFull = hits.size >= limit;
  if (parsed.pointCount > 1) tailStage(searcher, question);
  if (isFull) return;
  const hasWords = parsed.words.length > 1;
  const byWords = hasWords ? strictWords(searcher, question, 0) : 0;
  if (exact > 0 && isWellKnown(searcher.arrays, hits)) return;
  if (byWords > 0 || hits.size >= limit) return;
  walkNames(searcher, question);
  if (hits.size < limit) walkTails(searcher, question);
  if (hasWords && hits.size < limit) similarWords(searcher, question);
  if (hits.size < limit && parsed.pointCount > 5) gramStage(searcher, question);
  if (hasWords && hits.size === 0) strictWords(searcher, question, 1);
}

function strictWords(searcher: Searcher, question: Question, mayMiss: number): number {
  const { bytes, words } = question.parsed;
  const ranges = words.map(({ from, to, isLast }) => [wordRanges(searcher, bytes, from, to, isLast)]);
  return wordStage(searcher, question, { ranges, words: newNameWords(false), mayMiss });
}

/** Nobody who types a name of class 0 to 2 to its end needs to be corrected. */
function isWellKnown({ nameClasses }: IndexArrays, hits: Hits): boolean {
  return hits.best(1).some(({ kind, name }) => kind === 'EXACT' && (nameClasses[name] as number) <= 2);
}
