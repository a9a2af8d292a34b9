/** One item of a place search as JSON text, put together from ready-made pieces: the contract is its judge in tests. */
import type { PlaceHit, PlaceIndex } from './place-index.ts';

/** What does not depend on the query, by language and place. Emptied when full: the places people ask for are few. */
const MAX_KEPT = 50_000;
const kept = new WeakMap<PlaceIndex, Map<string, string>>();

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

function fixedPart(index: PlaceIndex, place: number, language = ''): string {
  let parts = kept.get(index);
  if (parts === undefined) {
    parts = new Map();
    kept.set(index, parts);
  }
  const key = `${place} ${language}`;
  let part = parts.get(key);
  if (part === undefined) {
    part = makeFixedPart(index, place, language === '' ? undefined : language);
    if (parts.size >= MAX_KEPT) parts.clear();
    parts.set(key, part);
  }
  return part;
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
