/** One item of a place search as JSON text, put together from ready-made pieces: the contract is its judge in tests. */
import type { PlaceHit, PlaceIndex } from './place-index.ts';

/** What does not depend on the query, by language and place. Emptied when full: the places people ask for are few. */
const MAX_KEPT = 50_000;
const MAX_LANGUAGES = 1_000;
const kept = new WeakMap<PlaceIndex, KeptParts>();

interface KeptParts {
  /** The key of a place in a language is the start of the language and the place. */
  parts: Map<number, string>;
  starts: Map<string, number>;
}

export function placeItemJson(index: PlaceIndex, hit: PlaceHit, language?: string): string {
  return `${openPlaceItemJson(index, hit, language)}}`;
}

/** Without the closing brace, so that members can be added. */
export function openPlaceItemJson(index: PlaceIndex, hit: PlaceHit, language?: string): string {
  let ranges = '';
  for (const { start, end } of hit.ranges) {
    ranges += `${ranges === '' ? '' : ','}{"start":${start},"end":${end}}`;
  }
  const alias = hit.alias < 0 ? 'null' : JSON.stringify(index.nameText(hit.alias));
  const score = Math.round(hit.score * 10_000) / 10_000;
  return `${fixedPart(index, hit.place, language)},"match":{"kind":"${hit.kind}","alias":${alias},"ranges":[${ranges}]},"score":${score}`;
}

function fixedPart(index: PlaceIndex, place: number, language?: string): string {
  const { parts, starts } = keptBy(index);
  let start = starts.get(language ?? '');
  if (start === undefined) {
    start = starts.size * index.placeCount;
    starts.set(language ?? '', start);
  }
  let part = parts.get(start + place);
  if (part === undefined) {
    part = makeFixedPart(index, place, language);
    parts.set(start + place, part);
  }
  return part;
}

function keptBy(index: PlaceIndex): KeptParts {
  let known = kept.get(index);
  if (known === undefined || known.parts.size >= MAX_KEPT || known.starts.size >= MAX_LANGUAGES) {
    known = { parts: new Map(), starts: new Map() };
    kept.set(index, known);
  }
  return known;
}

function makeFixedPart(index: PlaceIndex, place: number, language: string | undefined): string {
  const name = index.name(place, language);
  const item = {
    placeId: index.placeId(place),
    type: index.type(place),
    name: name.text,
    language: name.language,
    displayName: index.displayName(place, language),
    countryCode: index.countryCode(place),
    location: index.location(place),
    iataCode: index.iataCode(place),
  };
  return JSON.stringify(item).slice(0, -1);
}
