/** Lines of GeoNames' small files: regions, countries, languages, hierarchy. Pure. */
import type { NamedArea } from '../staging/stage-areas.ts';
import { clip, parseGeonameId } from './city-line.ts';

export type ParsedLine<T> = { value: T } | { problem: string };

function columnsOf(line: string, wanted: number): string[] | { problem: string } {
  const fields = line.split('\t');
  return fields.length === wanted ? fields : { problem: `${fields.length} columns instead of ${wanted}` };
}

export interface AreaEntry {
  area: NamedArea;
  geonameId: number;
}

/** `ES.56 ⇥ Catalonia ⇥ Catalonia ⇥ 3336901`, or with three parts for the second level. */
export function parseRegionLine(
  line: string,
  source: 'geonames-admin1' | 'geonames-admin2',
): ParsedLine<AreaEntry> {
  const fields = columnsOf(line, 4);
  if ('problem' in fields) return fields;
  const [code = '', name = '', asciiName = ''] = fields;
  const pattern = source === 'geonames-admin1' ? /^[A-Z]{2}\.[^.\s]+$/ : /^[A-Z]{2}\.[^.\s]*\.[^\s]+$/;
  if (!pattern.test(code)) return { problem: `"${clip(code)}" is no code of a region` };
  if (name.trim() === '') return { problem: 'the name is empty' };
  const geonameId = parseGeonameId(fields[3]);
  if (geonameId === undefined) return { problem: `"${clip(fields[3])}" is no GeoNames id` };
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
  if (!/^[A-Z]{2}$/.test(code)) return { problem: `"${clip(code)}" is no country code` };
  if (name.trim() === '') return { problem: 'the name is empty' };
  const languages = (fields[15] ?? '').split(',').flatMap(tag => tag.split('-')[0] || []);
  const area: NamedArea = { source: 'iso-3166', code, name, language: 'en', asciiName: null };
  return { value: { area, geonameId: parseGeonameId(fields[16]), languages } };
}

/** Codes of three letters and the one of two letters that means the same. Undefined for the head and for others. */
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
  if (parent === undefined) return { problem: `"${clip(fields[0])}" is no GeoNames id` };
  if (child === undefined) return { problem: `"${clip(fields[1])}" is no GeoNames id` };
  return { value: { parent, child } };
}
