/** Parses the lines of the smaller GeoNames files: regions, countries, languages, hierarchy and names. Pure. */

import type { NamedArea } from '../staging/stage-areas.ts';
import { clip, parseGeonameId } from './city-line.ts';

export type ParsedLine<T> = { value: T } | { problem: string };

function columnsOf(line: string, wanted: number): string[] | { problem: string } {
  const fields = line.split('\t');
  return fields.length === wanted
    ? fields
    : { problem: `expected ${wanted} columns, found ${fields.length}` };
}

export interface AreaEntry {
  area: NamedArea;
  geonameId: number;
}

/** Parses `ES.56 ⇥ Catalonia ⇥ Catalonia ⇥ 3336901`. At the second level, the code has three parts. */
export function parseRegionLine(
  line: string,
  source: 'geonames-admin1' | 'geonames-admin2',
): ParsedLine<AreaEntry> {
  const fields = columnsOf(line, 4);
  if ('problem' in fields) return fields;
  const [code = '', name = '', asciiName = ''] = fields;
  const pattern = source === 'geonames-admin1' ? /^[A-Z]{2}\.[^.\s]+$/ : /^[A-Z]{2}\.[^.\s]*\.[^\s]+$/;
  if (!pattern.test(code)) return { problem: `"${clip(code)}" is not a valid region code` };
  if (name.trim() === '') return { problem: 'the name is empty' };
  const geonameId = parseGeonameId(fields[3]);
  if (geonameId === undefined) return { problem: `"${clip(fields[3])}" is not a valid GeoNames id` };
  return {
    value: { area: { source, code, name, language: 'und', asciiName: asciiName || null }, geonameId },
  };
}

export interface CountryEntry {
  area: NamedArea;
  geonameId: number | undefined;
  languages: string[];
}

export function parseCountryLine(line: string): ParsedLine<CountryEntry> {
  const fields = columnsOf(line, 19);
  if ('problem' in fields) return fields;
  const [code = '', , , , name = ''] = fields;
  if (!/^[A-Z]{2}$/.test(code)) return { problem: `"${clip(code)}" is not a valid country code` };
  if (name.trim() === '') return { problem: 'the name is empty' };
  const languages = (fields[15] ?? '').split(',').flatMap(tag => tag.split('-')[0] || []);
  const area: NamedArea = { source: 'iso-3166', code, name, language: 'en', asciiName: null };
  return { value: { area, geonameId: parseGeonameId(fields[16]), languages } };
}

/**
 * Returns a three-letter language code and its two-letter equivalent. Undefined for the header, and for languages without
 * a two-letter code.
 */
export function parseLanguageLine(line: string): ParsedLine<{ long: string; short: string } | undefined> {
  const fields = columnsOf(line, 4);
  if ('problem' in fields) return fields;
  const [long = '', , short = ''] = fields;
  if (!/^[a-z]{3}$/.test(long) || !/^[a-z]{2}$/.test(short)) return { value: undefined };
  return { value: { long, short } };
}

export function parseHierarchyLine(line: string): ParsedLine<{ parent: number; child: number }> {
  const fields = columnsOf(line, 3);
  if ('problem' in fields) return fields;
  const [parent, child] = [parseGeonameId(fields[0]), parseGeonameId(fields[1])];
  if (parent === undefined) return { problem: `"${clip(fields[0])}" is not a valid GeoNames id` };
  if (child === undefined) return { problem: `"${clip(fields[1])}" is not a valid GeoNames id` };
  return { value: { parent, child } };
}

export interface AlternateName {
  geonameId: number;
  name: string;
  language: string;
  kind: 'name' | 'code' | 'historic' | 'colloquial';
  isPreferred: boolean;
}

export type AlternateLine =
  | { kind: 'name'; nameId: number; name: AlternateName }
  | { kind: 'other'; nameId: number }
  | { kind: 'problem'; problem: string };

const COLUMNS = 10;
const MAX_NAME_LENGTH = 200;
/** Tags of links, codes and phonetic spellings, which are not names. */
const NO_NAMES = new Set(['link', 'post', 'wkdt', 'unlc', 'icao', 'faac', 'tcid', 'uicn', 'phon', 'piny']);

/**
 * Parses a line of alternateNamesV2.txt. `shortOf` maps three-letter language codes to two letters. `Intl` resolves the
 * others.
 */
export function parseAlternateLine(line: string, shortOf: ReadonlyMap<string, string>): AlternateLine {
  const fields = line.split('\t');
  if (fields.length !== COLUMNS) {
    return { kind: 'problem', problem: `expected ${COLUMNS} columns, found ${fields.length}` };
  }
  const nameId = parseGeonameId(fields[0]);
  if (nameId === undefined)
    return { kind: 'problem', problem: `"${clip(fields[0])}" is not a valid name id` };
  const geonameId = parseGeonameId(fields[1]);
  if (geonameId === undefined)
    return { kind: 'problem', problem: `"${clip(fields[1])}" is not a valid GeoNames id` };
  const [, , code = '', text = '', preferred, , colloquial, historic] = fields;
  const name = text.trim();
  if (NO_NAMES.has(code) || name === '' || name.length > MAX_NAME_LENGTH) return { kind: 'other', nameId };
  const isCode = code === 'iata';
  if (isCode && !/^[A-Z0-9]{3}$/.test(name)) return { kind: 'other', nameId };
  const kind = isCode ? 'code' : historic === '1' ? 'historic' : colloquial === '1' ? 'colloquial' : 'name';
  const language = isCode ? 'und' : languageTag(code, shortOf);
  return { kind: 'name', nameId, name: { geonameId, name, language, kind, isPreferred: preferred === '1' } };
}

const tags = new Map<string, string>();

function languageTag(code: string, shortOf: ReadonlyMap<string, string>): string {
  const known = tags.get(code);
  if (known !== undefined && shortOf.size === 0) return known;
  const tag = shortOf.get(code) ?? canonicalTag(code);
  tags.set(code, tag);
  return tag;
}

/** Returns `und` for anything that is not a language, such as `abbr` or `fr_1793`. */
function canonicalTag(code: string): string {
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(code)) return 'und';
  try {
    return Intl.getCanonicalLocales(code)[0] ?? 'und';
  } catch {
    return 'und';
  }
}
